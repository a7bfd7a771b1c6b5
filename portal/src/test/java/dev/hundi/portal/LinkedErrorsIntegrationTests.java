package dev.hundi.portal;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

import dev.hundi.audit.Actor;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.portal.web.Section;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Walks the forms of all pages with invalid input: screen readers find the error of each
 * field with the field.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LinkedErrorsIntegrationTests {

	private static final int PAGES = 150;

	private static final String FIELDS = "input:not([type=hidden]), select, textarea";

	private final TestPortal portal = new TestPortal();

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@ParameterizedTest
	@EnumSource
	void errorsAreLinkedToTheirFields(Audience audience) {
		TestPortal.Copy copy = this.portal.copy(audience);
		UUID business = new Desk(this.portal, copy, "errors-" + audience.name().toLowerCase(Locale.ROOT)).id();
		this.portal.owner(OnboardingCases.class).open(business, Actor.INSTALLATION);
		Member member = this.portal.person("errors@" + audience.name().toLowerCase(Locale.ROOT) + ".example",
				(audience == Audience.MERCHANT) ? business : null, Role.of(audience).toArray(Role[]::new));
		Walk walk = new Walk(copy, member);
		copy.context().getBeansOfType(Section.class).values().forEach((section) -> walk.queue.add(section.page()));
		walk.queue.addAll((audience == Audience.MERCHANT) ? List.of("/profile", "/beneficiaries/new", "/search")
				: List.of("/profile", "/operation/businesses/" + business + "/prices",
						"/operation/businesses/" + business + "/limits", "/operation/nodal-accounts"));
		Set<String> faults = walk.faults();
		assertThat(walk.met).containsAll((audience == Audience.MERCHANT)
				? List.of("/beneficiaries", "/beneficiaries/new", "/developers/webhooks", "/pay/review", "/payouts",
						"/profile/password", "/wallet")
				: List.of("/console/reviews", "/finance/breaks", "/operation/nodal-accounts"));
		assertThat(faults).isEmpty();
	}

	@Test
	void errorsOfTheWayInAreLinked() {
		TestPortal.Copy copy = this.portal.copy(Audience.MERCHANT);
		UUID business = this.portal.business();
		Member member = this.portal.person("wayin@example.com", business, Role.OWNER);
		Visitor visitor = new Visitor(copy.url());
		visitor.password(member.email(), TestPortal.PASSWORD);
		assertThat(described(visitor.code("000000"), "code")).contains("The code is wrong");
		Visitor signedIn = Visitor.signedIn(copy.url(), member);
		assertThat(
				described(signedIn.post("/profile/name", Map.of("name", "x", "confirmation-code", "000000")), "code"))
			.contains("The code is wrong");
		Visitor.Page invited = new Visitor(copy.url())
			.get("/invitation/" + this.portal.invite("errors.guest@example.com", business, Role.VIEWER))
			.submit("form:has(#name)", Map.of("name", "", "password", "short"));
		assertThat(faults(invited)).isEmpty();
		assertThat(described(invited, "name")).isNotEmpty();
	}

	@Test
	void eachButtonThatEndsASessionNamesIt() {
		TestPortal.Copy copy = this.portal.copy(Audience.MERCHANT);
		Member member = this.portal.person("sessions@example.com", this.portal.business(), Role.MAKER);
		Visitor.signedIn(copy.url(), member);
		Element row = Objects.requireNonNull(Visitor.signedIn(copy.url(), member)
			.get("/profile")
			.document()
			.selectFirst("#session-table tr:has(button)"));
		assertThat(row.select("button").attr("aria-label")).isEqualTo("End the session of %s, address %s, signed in %s"
			.formatted(row.child(0).text(), row.child(1).text(), row.child(2).text()));
	}

	/** The text that describes an invalid field. */
	private static String described(Visitor.Page page, String id) {
		Element field = Objects.requireNonNull(page.document().getElementById(id), page.body());
		assertThat(field.attr("aria-invalid")).isEqualTo("true");
		return Objects
			.requireNonNull(page.document().getElementById(field.attr("aria-describedby").split(" ", 2)[0]), id)
			.text();
	}

	/** What of a page does not link an error with its field. */
	private static List<String> faults(Visitor.Page page) {
		Document document = page.document();
		List<String> faults = new ArrayList<>();
		Set<String> describing = new HashSet<>();
		for (Element field : document.select("[aria-describedby]")) {
			for (String id : field.attr("aria-describedby").split(" ")) {
				describing.add(id);
				if (document.getElementById(id) == null) {
					faults.add(name(field) + " is described by " + id + ", which is missing");
				}
			}
		}
		document.select(".is-invalid")
			.not("[aria-invalid=true][aria-describedby]")
			.forEach((field) -> faults.add(name(field) + " looks invalid and is not"));
		document.select(".invalid-text, .text-danger, .invalid-feedback")
			.not("[hidden], li, td, #read-state")
			.stream()
			.filter((error) -> !describing.contains(error.id()))
			.forEach((error) -> faults.add("no field is described by: " + error.text()));
		for (Element link : document.select("#error-summary a[href^=#], #problems a[href^=#], #wrong a[href^=#]")) {
			Element field = document.getElementById(link.attr("href").substring(1));
			if (field == null) {
				faults.add("no field is " + link.attr("href"));
			}
			else if (field.is(FIELDS) && !field.is("[aria-invalid=true]")) {
				faults.add(name(field) + " is wrong and not marked");
			}
		}
		return faults;
	}

	private static String name(Element field) {
		return field.tagName() + " " + (field.id().isEmpty() ? field.attr("name") : field.id());
	}

	private final class Walk {

		private final Queue<String> queue = new ArrayDeque<>();

		private final Set<String> seen = new HashSet<>();

		/** Forms that showed errors, to see that the walk meets them. */
		private final Set<String> met = new TreeSet<>();

		private final Set<String> faults = new LinkedHashSet<>();

		private final TestPortal.Copy copy;

		private final Member member;

		private Visitor visitor;

		Walk(TestPortal.Copy copy, Member member) {
			this.copy = copy;
			this.member = member;
			this.visitor = Visitor.signedIn(copy.url(), member);
		}

		Set<String> faults() {
			for (int pages = 0; pages < PAGES && !this.queue.isEmpty(); pages++) {
				String path = this.queue.remove();
				Visitor.Page page = get(path);
				if (page.status() == 200 && page.header("Content-Type").startsWith("text/html")) {
					page.document()
						.select("main a[href^=/]:not([href*=export]):not([href*=sign-out])")
						.eachAttr("href")
						.forEach(this::enqueue);
					page.document().select("main form").forEach((form) -> fill(path, form));
				}
			}
			return this.faults;
		}

		/** One page of each kind. */
		private void enqueue(String path) {
			if (this.seen.add(path.replaceAll("[?#].*", "").replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]+", "ID"))) {
				this.queue.add(path);
			}
		}

		private void fill(String path, Element form) {
			String action = form.hasAttr("action") ? form.attr("action") : path;
			if (form.attr("enctype").startsWith("multipart") || action.startsWith("/sign-out")) {
				return;
			}
			for (String wrong : List.of("\u00A7", "\u00A7".repeat(300), "")) {
				String fields = fields(form, wrong);
				Visitor.Page answer = form.attr("method").equalsIgnoreCase("post") ? post(action, fields)
						: get(action + "?" + fields);
				check(action.replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "ID"),
						answer.location().isEmpty() ? answer : this.visitor.get(answer.location()));
			}
		}

		private void check(String action, Visitor.Page answer) {
			if (!answer.document().select("main .is-invalid, main .invalid-text, main .text-danger").isEmpty()) {
				this.met.add(action);
			}
			LinkedErrorsIntegrationTests.faults(answer).forEach((fault) -> this.faults.add(action + ": " + fault));
		}

		private Visitor.Page get(String path) {
			Visitor.Page page = this.visitor.get(path);
			return signIn(page) ? this.visitor.get(path) : page;
		}

		private Visitor.Page post(String action, String fields) {
			Visitor.Page answer = this.visitor.postForm(action, fields);
			return signIn(answer) ? this.visitor.postForm(action, fields.replaceAll("_csrf=[^&]*", token())) : answer;
		}

		/** Some forms end the session. */
		private boolean signIn(Visitor.Page answer) {
			boolean ended = answer.location().startsWith("/sign-in");
			if (ended) {
				this.visitor = Visitor.signedIn(this.copy.url(), this.member);
			}
			return ended;
		}

		private String token() {
			return "_csrf="
					+ encode(this.visitor.get("/profile").document().select("meta[name=csrf-token]").attr("content"));
		}

		/** Keeps what a person does not type. */
		private static String fields(Element form, String wrong) {
			List<String> parts = new ArrayList<>();
			for (Element field : form.select("input[name], select[name], textarea[name]")) {
				boolean typed = field.tagName().equals("textarea") || (field.tagName().equals("input")
						&& !Set.of("hidden", "radio", "checkbox").contains(field.attr("type")));
				if (field.is("[type=hidden]") || field.tagName().equals("select")) {
					Element option = field.selectFirst("option[selected], option");
					parts.add(encode(field.attr("name")) + "=" + encode((option != null) ? option.val() : field.val()));
				}
				else if (typed) {
					parts.add(encode(field.attr("name")) + "=" + encode(wrong));
				}
			}
			return String.join("&", parts);
		}

		private static String encode(String text) {
			return URLEncoder.encode(text, StandardCharsets.UTF_8);
		}

	}

}
