package dev.hundi.portal.testing;

import java.io.IOException;
import java.net.CookieManager;
import java.net.CookiePolicy;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A browser without scripts: keeps cookies, follows redirects on request, fills in forms.
 */
public final class Visitor {

	private final URI portal;

	private final CookieManager cookies = new CookieManager(null, CookiePolicy.ACCEPT_ALL);

	private final HttpClient http = HttpClient.newBuilder().cookieHandler(this.cookies).build();

	private final @Nullable String forwardedFor;

	private volatile Token token = new Token("", "");

	public Visitor(URI portal) {
		this(portal, null);
	}

	/**
	 * A browser behind a proxy.
	 * @param forwardedFor what the proxy says about its address
	 */
	public Visitor(URI portal, @Nullable String forwardedFor) {
		this.portal = portal;
		this.forwardedFor = forwardedFor;
	}

	/** Signs in with both factors and opens the profile. */
	public static Visitor signedIn(URI portal, Member member) {
		Visitor visitor = new Visitor(portal);
		Page page = visitor.signIn(member);
		assertThat(page.status()).as(page.text()).isEqualTo(302);
		assertThat(page.location()).isEqualTo("/");
		return visitor;
	}

	/** Gives password and code; the answer to the code. */
	public Page signIn(Member member) {
		Page password = password(member.email(), TestPortal.PASSWORD);
		assertThat(password.location()).as(password.text()).isEqualTo("/sign-in/code");
		return code(member.code());
	}

	public Page password(String email, String password) {
		return get("/sign-in").submit("form[action=/sign-in]", Map.of("email", email, "password", password));
	}

	public Page code(String code) {
		return get("/sign-in/code").submit("form[action=/sign-in/code]", Map.of("code", code));
	}

	public Page get(String path, String... headers) {
		HttpRequest.Builder request = HttpRequest.newBuilder(this.portal.resolve(path));
		if (headers.length > 0) {
			request.headers(headers);
		}
		return send(request.build());
	}

	/** Posts fields as a page of this portal would, with the token of a page. */
	public Page post(String path, Map<String, String> fields) {
		List<String> parts = new ArrayList<>(List.of("_csrf=" + encode(token())));
		fields.forEach((name, value) -> parts.add(encode(name) + "=" + encode(value)));
		return postForm(path, String.join("&", parts));
	}

	/** Posts a form exactly as given. */
	public Page postForm(String path, String body) {
		return send(HttpRequest.newBuilder(this.portal.resolve(path))
			.header("Content-Type", "application/x-www-form-urlencoded")
			.POST(HttpRequest.BodyPublishers.ofString(body))
			.build());
	}

	/** Uploads a file as a form of this portal would. */
	public Page upload(String path, String fileName, byte[] content) {
		String boundary = "----" + UUID.randomUUID();
		String begin = """
				--%1$s\r
				Content-Disposition: form-data; name="_csrf"\r
				\r
				%2$s\r
				--%1$s\r
				Content-Disposition: form-data; name="file"; filename="%3$s"\r
				Content-Type: application/octet-stream\r
				\r
				""".formatted(boundary, token(), fileName);
		return send(HttpRequest.newBuilder(this.portal.resolve(path))
			.header("Content-Type", "multipart/form-data; boundary=" + boundary)
			.header("Accept", "text/html")
			.POST(HttpRequest.BodyPublishers.concat(HttpRequest.BodyPublishers.ofString(begin),
					HttpRequest.BodyPublishers.ofByteArray(content),
					HttpRequest.BodyPublishers.ofString("\r\n--" + boundary + "--\r\n")))
			.build());
	}

	/** The token of a page, which can be sent again as long as its cookie is the same. */
	private String token() {
		Token known = this.token;
		if (known.ofForms.isEmpty() || !known.cookie.equals(cookie("-csrf").orElse(""))) {
			String ofForms = get("/profile").document().select("meta[name=csrf-token]").attr("content");
			known = new Token(cookie("-csrf").orElse(""), ofForms);
			this.token = known;
		}
		return known.ofForms;
	}

	private record Token(String cookie, String ofForms) {
	}

	/** The cookies as a request header. */
	public String cookies() {
		return this.cookies.getCookieStore()
			.getCookies()
			.stream()
			.map((cookie) -> cookie.getName() + "=" + cookie.getValue())
			.collect(Collectors.joining("; "));
	}

	/** Posts JSON as a script of this portal would, also before sign-in. */
	public Page postJson(String path, String body) {
		Page profile = get("/profile");
		String token = (profile.location().isEmpty() ? profile : profile.follow()).document()
			.select("meta[name=csrf-token]")
			.attr("content");
		return send(HttpRequest.newBuilder(this.portal.resolve(path))
			.header("Content-Type", "application/json")
			.header("X-XSRF-TOKEN", token)
			.POST(HttpRequest.BodyPublishers.ofString(body))
			.build());
	}

	/** The value of the session cookie. */
	public Optional<String> session() {
		return cookie("-session");
	}

	private Optional<String> cookie(String end) {
		return this.cookies.getCookieStore()
			.getCookies()
			.stream()
			.filter((cookie) -> cookie.getName().endsWith(end))
			.map(HttpCookie::getValue)
			.findFirst();
	}

	/** The same cookies at another copy of the portal. */
	public Visitor at(URI copy) {
		Visitor other = new Visitor(copy);
		this.cookies.getCookieStore()
			.getCookies()
			.forEach((cookie) -> other.cookies.getCookieStore().add(copy, cookie));
		return other;
	}

	private Page send(HttpRequest asked) {
		HttpRequest request = (this.forwardedFor == null) ? asked
				: HttpRequest.newBuilder(asked, (name, value) -> true)
					.header("X-Forwarded-For", this.forwardedFor)
					.build();
		try {
			HttpResponse<String> response = this.http.send(request,
					HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
			return new Page(request.uri().getPath(), response.statusCode(), response.headers(), response.body());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	private static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	/** A response. */
	public final class Page {

		private final String path;

		private final int status;

		private final HttpHeaders headers;

		private final String body;

		Page(String path, int status, HttpHeaders headers, String body) {
			this.path = path;
			this.status = status;
			this.headers = headers;
			this.body = body;
		}

		public int status() {
			return this.status;
		}

		public HttpHeaders headers() {
			return this.headers;
		}

		public String header(String name) {
			return this.headers.firstValue(name).orElse("");
		}

		/** Path and query of the redirect. */
		public String location() {
			String location = header("Location");
			return location.isEmpty() ? "" : location.replaceAll("^https?://[^/]*", "");
		}

		public String body() {
			return this.body;
		}

		public Document document() {
			return Jsoup.parse(this.body);
		}

		/** The text that a person reads. */
		public String text() {
			return document().body().text();
		}

		/** The text of an element that must exist. */
		public String textOf(String id) {
			return Objects.requireNonNull(document().getElementById(id), id + " in " + this.body).text();
		}

		public Page follow() {
			return get(location());
		}

		/** Presses a button, which may lead elsewhere than its form. */
		public Page press(String selector) {
			Element button = Objects.requireNonNull(document().selectFirst(selector), selector + " in " + this.body);
			Element form = Objects.requireNonNull(button.closest("form"), selector + " in a form");
			return submit(form, button.hasAttr("formaction") ? button.attr("formaction") : form.attr("action"),
					Map.of());
		}

		/** Fills in a form and sends it with all that it contains. */
		public Page submit(String selector, Map<String, String> values) {
			Element form = Objects.requireNonNull(document().selectFirst(selector), selector + " in " + this.body);
			return submit(form, form.attr("action"), values);
		}

		private Page submit(Element form, String action, Map<String, String> values) {
			List<String> parts = new ArrayList<>();
			for (Element field : form.select("input[name], textarea[name], select[name]")) {
				String name = field.attr("name");
				if (!values.containsKey(name) && (!field.attr("type").equals("checkbox") || field.hasAttr("checked"))) {
					Element option = field.selectFirst("option[selected]");
					parts.add(encode(name) + "=" + encode((option != null) ? option.val() : field.val()));
				}
			}
			values.forEach((name, value) -> {
				for (String one : value.split(",", -1)) {
					parts.add(encode(name) + "=" + encode(one));
				}
			});
			return postForm(action.isEmpty() ? this.path : action, String.join("&", parts));
		}

	}

}
