package dev.hundi.portal;

import java.util.Map;
import java.util.UUID;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** After the sign-in, the page that was asked for opens, and no other host. */
class ReturnToPageIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	private final TestPortal.Copy staff = TestPortal.sharedCopy(Audience.STAFF);

	/** As links of pages and forms of browsers write them. */
	@ParameterizedTest
	@ValueSource(strings = { "/review?since=2026-11-21T08:00:00.123456Z&after=0192f0c4-6f1e-7c3a-9d55-3b1f6a0e2c47",
			"/console/reviews?after=2026-11-21T08:00:00Z/ENQUIRIES_ENDED/0192f0c4-6f1e-7c3a-9d55-3b1f6a0e2c47/one",
			"/operation/businesses?search=a*b", "/finance/breaks?owner=asha@hundi.example" })
	void aPageOpensWithItsQuery(String page) {
		assertThat(signedInAfter(page)).isEqualTo(page);
	}

	@ParameterizedTest
	@ValueSource(strings = { "//evil.example", "/\\evil.example", "https://evil.example", "@evil.example", ":80",
			"/%0d%0aSet-Cookie:x=1\r\nx" })
	void anotherHostDoesNot(String page) {
		assertThat(signedInAfter(page)).isEqualTo("/");
	}

	private String signedInAfter(String page) {
		Member member = this.portal.person("back-" + UUID.randomUUID() + "@example.com", null, Role.AUDITOR);
		Visitor visitor = new Visitor(this.staff.url());
		visitor.get("/sign-in")
			.submit("form[action=/sign-in]",
					Map.of("email", member.email(), "password", TestPortal.PASSWORD, "to", page));
		return visitor.code(member.code()).location();
	}

}
