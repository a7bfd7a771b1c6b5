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
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

/** The page for the second factor names every decision that leads to it. */
class NamedActsIntegrationTests {

	private static final Pattern DECISION = Pattern
		.compile(".*/(approve|agree|reject|refuse|refuse-approval|sign-off|release|plan|unplan|return|propose)");

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
			for (String path : decisions(copy)) {
				Visitor.Page page = visitor.post(path, FIELDS);
				if (page.status() == 403 && !page.document().select("#code").isEmpty()) {
					assertThat(page.document().select("#act").text()).as(path).startsWith("You are about to ");
					named.add(path);
				}
			}
			assertThat(named).hasSizeGreaterThanOrEqualTo(decisions);
		}
	}

	private static List<String> decisions(TestPortal.Copy copy) {
		List<String> paths = new ArrayList<>();
		copy.context()
			.getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
			.getHandlerMethods()
			.forEach((info, method) -> info.getPatternValues()
				.stream()
				.filter((path) -> info.getMethodsCondition().getMethods().contains(RequestMethod.POST))
				.filter((path) -> DECISION.matcher(path).matches())
				.forEach((path) -> paths.add(filled(path, method))));
		return paths;
	}

	/** Ids are UUIDs or numbers. */
	private static String filled(String path, HandlerMethod method) {
		String filled = path;
		for (MethodParameter parameter : method.getMethodParameters()) {
			parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
			filled = filled.replace("{" + parameter.getParameterName() + "}",
					(parameter.getParameterType() == UUID.class) ? UUID.randomUUID().toString() : "7");
		}
		return filled;
	}

}
