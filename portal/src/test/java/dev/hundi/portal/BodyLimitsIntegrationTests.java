package dev.hundi.portal;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.Program;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.token.AccessTokens;
import dev.hundi.token.CommandGroup;
import dev.hundi.token.NewToken;
import dev.hundi.token.TokenScope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Bodies that no page and no program sends, of anybody. */
class BodyLimitsIntegrationTests {

	private static final String JSON = "{\"deviceCode\":\"" + "a".repeat(64 * 1024) + "\"}";

	private static final String FORM = "email=" + "a".repeat(256 * 1024);

	private final TestPortal portal = TestPortal.shared();

	@ParameterizedTest
	@EnumSource
	void jsonOfMoreThan64KbIsRefusedAlsoBeforeSignIn(Audience audience) throws Exception {
		URI url = TestPortal.sharedCopy(audience).url();
		Visitor.Page refused = new Visitor(url).postJson("/sign-in/passkey", JSON);
		assertThat(refused.status()).as(refused.body()).isEqualTo(413);
		assertThat(refused.body()).contains("payload_too_large");
		Visitor visitor = new Visitor(url);
		String token = visitor.get("/sign-in").document().select("meta[name=csrf-token]").attr("content");
		assertThat(send(url.resolve("/sign-in/passkey"), "POST", "application/json", chunked(JSON), "X-XSRF-TOKEN",
				token, "Cookie", visitor.cookies()))
			.as("no length is announced")
			.isEqualTo(413);
	}

	@Test
	void aNulCharacterInTheNameOfAPasskeyIsRefused() {
		Visitor visitor = Visitor.signedIn(TestPortal.sharedCopy(Audience.MERCHANT).url(),
				this.portal.person("nul@passkey.example", this.portal.business(), Role.MAKER));
		visitor.postJson("/profile/passkeys/options", "{}");
		assertThat(visitor
			.postJson("/profile/passkeys",
					"{\"label\":\"Blue\\u0000key\",\"credential\":{\"id\":\"a\",\"rawId\":\"a\"}}")
			.status()).isEqualTo(400);
	}

	@ParameterizedTest
	@EnumSource
	void formsOfMoreThan256KbAreRefused(Audience audience) throws Exception {
		URI url = TestPortal.sharedCopy(audience).url();
		for (String method : Set.of("POST", "PUT")) {
			assertThat(send(url.resolve("/sign-in"), method, "application/x-www-form-urlencoded",
					HttpRequest.BodyPublishers.ofString(FORM)))
				.as(method)
				.isEqualTo(413);
		}
		Visitor.Page page = new Visitor(url).get("/sign-in")
			.submit("form[action=/sign-in]", Map.of("email", "a".repeat(60_000), "password", "x"));
		assertThat(page.status()).isEqualTo(200);
	}

	@ParameterizedTest
	@EnumSource
	void uploadsOfPeopleWhoAreNotSignedInAreNotRead(Audience audience) {
		URI url = TestPortal.sharedCopy(audience).url();
		for (String path : Set.of("/sign-in", "/invitation/x", "/nothing")) {
			Visitor.Page page = new Visitor(url).upload(path, "a.pdf", new byte[100_000]);
			assertThat(page.status()).as(path).isEqualTo(302);
			assertThat(page.location()).as(path).startsWith("/sign-in");
		}
		Member member = this.portal.person("uploads@" + audience.name().toLowerCase(Locale.ROOT) + ".example",
				(audience == Audience.MERCHANT) ? this.portal.business() : null,
				Role.of(audience).toArray(Role[]::new));
		assertThat(Visitor.signedIn(url, member).upload("/sign-in", "a.pdf", new byte[100_000]).status())
			.isEqualTo(200);
	}

	@Test
	void bodiesOfProgramsAreLimitedExceptForStatements() throws Exception {
		URI staff = TestPortal.sharedCopy(Audience.STAFF).url();
		Program stranger = new Program(staff, null);
		assertThat(stranger.post("/commands/device/token", JSON).refused(413)).contains("64 KB");
		assertThat(send(staff.resolve("/commands/device/token"), "POST", "application/json", chunked(JSON)))
			.isEqualTo(413);
		assertThat(send(staff.resolve("/commands/device"), "POST", "multipart/form-data; boundary=x",
				HttpRequest.BodyPublishers.ofString("--x--\r\n")))
			.isEqualTo(415);
		assertThat(send(staff.resolve("/%63ommands/device"), "POST", "Multipart/form-data; boundary=x",
				HttpRequest.BodyPublishers.ofString("--x--\r\n")))
			.as("however it is written")
			.isEqualTo(415);
		Member maker = this.portal.person("body-limits-maker@example.com", null, Role.FINANCE_MAKER);
		String token = this.portal.owner(AccessTokens.class)
			.create(maker.id(),
					new NewToken("uploads", TokenScope.ACT, Set.of(CommandGroup.STATEMENTS), Duration.ofDays(1)))
			.secret();
		assertThat(new Program(staff, token)
			.post("/commands/statements/uploads?name=large.csv&reason=missing%20day", "a,b\n".repeat(100_000))
			.ok()
			.path("sizeBytes")
			.asLong()).isEqualTo(400_000);
		String upload = "/commands/statements/uploads?name=empty.csv&reason=missing%20day";
		assertThat(new Program(staff, token).post(upload, "").refused(400)).contains("The body must be the file");
		assertThat(send(staff.resolve(upload), "POST", "application/x-www-form-urlencoded",
				HttpRequest.BodyPublishers.ofString("Date,Amount\n"), "Authorization", "Bearer " + token))
			.as("as curl sends a file by default")
			.isEqualTo(400);
	}

	private static HttpRequest.BodyPublisher chunked(String body) {
		return HttpRequest.BodyPublishers
			.ofInputStream(() -> new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
	}

	/** The status of the answer. */
	private static int send(URI url, String method, String type, HttpRequest.BodyPublisher body, String... headers)
			throws IOException, InterruptedException {
		HttpRequest.Builder request = HttpRequest.newBuilder(url).header("Content-Type", type).method(method, body);
		if (headers.length > 0) {
			request.headers(headers);
		}
		try (HttpClient http = HttpClient.newHttpClient()) {
			return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
		}
	}

}
