package dev.hundi.portal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.PostRoute;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The page for the second factor names every decision that leads to it. */
class NamedActsIntegrationTests {

	private static final Pattern DECISION = Pattern
		.compile(".*/(approve|reject|refuse|reject-approval|sign-off|release|plan|unplan|return|propose)");

	private static final Map<String, String> FIELDS = Map.of("reason", "A reason of the test", "version", "1",
			"approval", UUID.randomUUID().toString());

	@ParameterizedTest
	@CsvSource({ "MERCHANT, 8", "STAFF, 18" })
	void namesEveryDecision(Audience audience, int decisions) {
		try (TestPortal portal = new TestPortal()) {
			TestPortal.Copy copy = portal.start(audience);
			Member member = portal.person("all@example.com",
					(audience == Audience.MERCHANT) ? portal.merchant().id() : null,
					Role.of(audience).toArray(Role[]::new));
			Visitor visitor = Visitor.signedIn(copy.url(), member);
			portal.change(copy, member,
					(authentication) -> Rights.authentication(
							(SignedIn) Objects.requireNonNull(authentication.getPrincipal()),
							Instant.now().minus(Rights.CONFIRMED_FOR)));
			List<String> named = new ArrayList<>();
			List<PostRoute> routes = PostRoute.all(copy)
				.stream()
				.filter((route) -> DECISION.matcher(route.path()).matches())
				.toList();
			for (PostRoute route : routes) {
				String path = route.filled();
				Visitor.Page page = visitor.post(path, FIELDS);
				if (page.status() == 403 && !page.document().select("#code").isEmpty()) {
					assertThat(page.document().select("#act").text()).as(path).startsWith("You are about to ");
					named.add(path);
				}
			}
			assertThat(named).hasSizeGreaterThanOrEqualTo(decisions);
		}
	}

}
