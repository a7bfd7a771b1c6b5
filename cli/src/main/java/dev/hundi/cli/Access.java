package dev.hundi.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Which staff portal commands call, and as whom: {@code --as} in a sandbox, else
 * {@code HUNDI_TOKEN}, else the login that {@code ./hundi login} stored.
 */
public final class Access {

	private static final String URL = "HUNDI_STAFF_URL";

	/** What a header takes. The exception of the client would show the token. */
	private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7E]+");

	private static final String TOKEN = "HUNDI_TOKEN";

	private final Map<String, String> environment;

	private final Path sandbox;

	private @Nullable String role;

	/**
	 * Access from an environment.
	 * @param sandbox directory of a sandbox that may run here
	 */
	public Access(Map<String, String> environment, Path sandbox) {
		this.environment = Map.copyOf(environment);
		this.sandbox = sandbox;
	}

	/** Acts as a demo person of the sandbox. */
	void as(String demoRole) {
		this.role = demoRole.toUpperCase(Locale.ROOT).replace('-', '_');
	}

	/** Throws {@link CommandFailedException} if it is unknown. */
	URI staffUrl() {
		String url = this.environment.get(URL);
		if (url != null && this.role == null) {
			return checked(url);
		}
		if (Files.notExists(sandboxFile())) {
			throw new CommandFailedException("No sandbox is ready in %s. For another installation set %s%s."
				.formatted(this.sandbox, URL, (this.role != null) ? "; --as is for sandboxes only" : ""));
		}
		return URI.create(sandbox().path("staffUrl").asString());
	}

	/** Without slashes at its end, since paths of commands begin with one. */
	private static URI checked(String url) {
		try {
			URI address = new URI(url.strip().replaceFirst("/+$", ""));
			String scheme = address.getScheme();
			if (("http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme)) && address.getHost() != null
					&& address.getRawUserInfo() == null && address.getRawQuery() == null
					&& address.getRawFragment() == null) {
				return address;
			}
		}
		catch (URISyntaxException ex) {
			// Answered as every other address that is none.
		}
		throw new CommandFailedException(
				URL + " must be an address such as https://staff.example.com, not \"" + url + "\".");
	}

	/** The token of a request. */
	String token() throws IOException, InterruptedException {
		String token = this.environment.get(TOKEN);
		if (token != null && this.role == null) {
			if (!VISIBLE.matcher(token.strip()).matches()) {
				throw new CommandFailedException(TOKEN + " is not an access token.");
			}
			return token.strip();
		}
		var stored = StoredLogin.in(file(), staffUrl());
		if (stored.isPresent()) {
			return stored.get().token();
		}
		if (this.role != null) {
			return renewed();
		}
		throw new CommandFailedException(
				"You are not signed in. Run ./hundi login, or set %s to an access token of the staff portal."
					.formatted(TOKEN));
	}

	/** Whether {@link #renewed()} can replace a token that is refused. */
	boolean renews() {
		return this.role != null;
	}

	/** Signs the demo person in again. */
	String renewed() throws IOException, InterruptedException {
		for (JsonNode person : sandbox().path("staff")) {
			if (person.path("role").asString().equals(this.role)) {
				StoredLogin login = new DemoBrowser(staffUrl()).signIn(person);
				login.write(file());
				return login.token();
			}
		}
		throw new CommandFailedException("sandbox.json has no staff of role " + this.role);
	}

	/** Where the login is stored. */
	Path file() {
		if (this.role != null) {
			return this.sandbox.resolve("login-" + this.role.toLowerCase(Locale.ROOT) + ".json");
		}
		String config = this.environment.get("XDG_CONFIG_HOME");
		Path home = (config != null && !config.isBlank()) ? Path.of(config)
				: Path.of(this.environment.getOrDefault("HOME", System.getProperty("user.home")), ".config");
		return home.resolve("hundi").resolve("login.json");
	}

	private JsonNode sandbox() {
		return JsonMapper.shared().readTree(sandboxFile());
	}

	private Path sandboxFile() {
		return this.sandbox.resolve("sandbox.json");
	}

}
