package dev.hundi.portal;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.hundi.audit.Actor;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.FillOnboarding;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.Requirement;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.time.India;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The staff's review and operating in a real Chromium, in both looks and two widths. */
class StaffBrowserIntegrationTests {

	@Test
	void theStaffReviewsAndPricesABusiness() {
		try (TestBrowser browser = TestBrowser.start(); TestPortal portal = new TestPortal()) {
			TestPortal.Copy staff = portal.start(Audience.STAFF);
			UUID id = submitted(portal);
			UUID document = portal.owner(OnboardingCases.class)
				.find(id)
				.orElseThrow()
				.documents(Requirement.PAN_CARD)
				.getFirst()
				.documentId();
			Member member = portal.person("console@example.com", null, Role.KYC_REVIEWER, Role.OPERATOR,
					Role.ONBOARDING);
			String business = "/operation/businesses/" + id;
			Map<String, String> pages = Map.of("queue", "/review", "case", "/review/" + id, "document",
					"/review/" + id + "/documents/" + document + "?zoom=50&turn=90", "businesses",
					"/operation/businesses", "business", business, "prices", business + "/prices", "limits",
					business + "/limits", "nodal-accounts", "/operation/nodal-accounts");
			for (ColorScheme look : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
				for (int width : List.of(1280, 390)) {
					try (BrowserContext context = browser.context(look, width)) {
						Page page = browser.page(context, staff.url());
						TestBrowser.signIn(page, staff.url(), member);
						String suffix = "-" + look.name().toLowerCase(Locale.ROOT) + "-" + width;
						pages.forEach((name, path) -> {
							page.navigate(staff.url() + path);
							look(page, "staff-" + name + suffix, width);
						});
						page.navigate(staff.url() + business + "/prices");
						price(page, suffix, width);
					}
				}
			}
			assertThat(browser.problems()).isEmpty();
		}
	}

	private static void price(Page page, String suffix, int width) {
		page.fill("#row-0 input[name=flat]", "3.50");
		page.fill("#start", LocalDateTime.now(India.ZONE).plusDays(1).truncatedTo(ChronoUnit.MINUTES).toString());
		page.click("#preview-button");
		assertThat(page.textContent("#preview-card")).contains("₹3.50", "₹0.63");
		look(page, "staff-preview" + suffix, width);
		page.fill("#reason", "agreed with the merchant");
		page.click("#propose-button");
		page.waitForURL("**/operation/changes");
		look(page, "staff-changes" + suffix, width);
	}

	private static void look(Page page, String name, int width) {
		TestBrowser.shot(page, name);
		assertThat((Integer) page.evaluate("document.documentElement.scrollWidth")).as("width of " + name)
			.isLessThanOrEqualTo(width);
		assertThat(TestBrowser.accessibilityProblems(page)).as(name).isEmpty();
	}

	private static UUID submitted(TestPortal portal) {
		UUID id = portal.business();
		portal.owner(OnboardingCases.class).open(id, Actor.INSTALLATION);
		portal.onboarding().fill(id, BusinessType.COMPANY, Actor.INSTALLATION);
		portal.owner(FillOnboarding.class).submit(id, Actor.INSTALLATION);
		return id;
	}

}
