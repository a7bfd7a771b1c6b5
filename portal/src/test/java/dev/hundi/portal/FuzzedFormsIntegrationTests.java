package dev.hundi.portal;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.PostRoute;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.text.Beginning;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Forms filled with what no person would send: no answer is a fault of the server. The
 * seed is fixed, so that a failure repeats.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FuzzedFormsIntegrationTests {

	private static final int POSTS = 2_500;

	private static final List<String> VALUES = List.of("", " ", "0", "-1", "99999999999999999999", "1.5", "true", "a",
			"a".repeat(3_000), "\u0000", "\uFFFD\u202E", "' OR 1=1 --", "<script>alert(1)</script>", "${7*7}", "../..",
			"OWNER", "APPROVED", "2026-02-30", "2026-11-22", "https://example.com", "http://127.0.0.1", "10.0.0.0/8",
			"AAAPA1234A", "HDFC0000001", "a@b", "₹", "\uD83D\uDE00", "[]", "{}");

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

	private final Random random = new Random(20261122);

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@ParameterizedTest
	@EnumSource
	void noFormCausesAFaultOfTheServer(Audience audience) {
		TestPortal.Copy copy = this.portal.start(audience);
		List<PostRoute> forms = forms(copy);
		assertThat(forms).hasSizeGreaterThan(8);
		Member member = this.portal.person("fuzz@" + audience.name().toLowerCase(Locale.ROOT) + ".example",
				(audience == Audience.MERCHANT) ? this.business : null, Role.of(audience).toArray(Role[]::new));
		Visitor visitor = Visitor.signedIn(copy.url(), member);
		String token = token(visitor);
		List<String> faults = new ArrayList<>();
		for (int i = 0; i < POSTS; i++) {
			PostRoute form = forms.get(i % forms.size());
			String path = form.path().replaceAll("\\{[^}]+}", (this.random.nextInt(4) == 0) ? "x'%20" : id());
			String body = body(form, token);
			Visitor.Page answer = visitor.postForm(path, body);
			if (answer.status() >= 500) {
				faults.add(answer.status() + " " + path + " " + Beginning.of(body, 300));
			}
			else if (answer.location().startsWith("/sign-in")) {
				visitor = Visitor.signedIn(copy.url(), member);
				token = token(visitor);
			}
		}
		assertThat(faults).isEmpty();
	}

	private String body(PostRoute form, String token) {
		StringBuilder body = new StringBuilder("_csrf=" + encode(token));
		for (String field : form.parameters()) {
			if (this.random.nextInt(5) > 0) {
				String value = (this.random.nextInt(6) == 0) ? id() : VALUES.get(this.random.nextInt(VALUES.size()));
				body.append('&').append(encode(field)).append('=').append(encode(value));
			}
		}
		return body.toString();
	}

	private String id() {
		return new UUID(this.random.nextLong(), this.random.nextLong()).toString();
	}

	private static String token(Visitor visitor) {
		return visitor.get("/profile").document().select("meta[name=csrf-token]").attr("content");
	}

	private static String encode(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	/** Every form of the portal but those that change how this person signs in. */
	private static List<PostRoute> forms(TestPortal.Copy copy) {
		return PostRoute.all(copy)
			.stream()
			.filter((form) -> !form.path().startsWith("/sign-in") && !form.path().startsWith("/profile/password")
					&& !form.path().startsWith("/profile/authenticator") && !form.path().startsWith("/team/people"))
			.toList();
	}

}
