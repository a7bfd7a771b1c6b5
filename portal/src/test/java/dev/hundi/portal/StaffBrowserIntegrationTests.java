package dev.hundi.portal;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.time.India;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The staff prices a business in a real Chromium, with a phone and a wide screen. */
class StaffBrowserIntegrationTests {

	private static final int PHONE = 390;

	private static final int WIDE = 1280;

	@Test
	void theStaffPricesABusiness() {
		try (TestBrowser browser = TestBrowser.start()) {
			TestPortal portal = TestPortal.shared();
			TestPortal.Copy staff = TestPortal.sharedCopy(Audience.STAFF);
			Member member = portal.person("console@example.com", null, Role.OPERATOR);
			String prices = staff.url() + "/operation/businesses/" + portal.business() + "/prices";
			try (BrowserContext context = browser.context(ColorScheme.LIGHT, WIDE)) {
				Page page = browser.page(context, staff.url());
				TestBrowser.signIn(page, staff.url(), member);
				page.navigate(prices);
				preview(page);
				TestBrowser.inspect(page, "staff-preview", PHONE, WIDE);
				propose(page);
				TestBrowser.inspect(page, "staff-changes", PHONE, WIDE);
			}
			try (BrowserContext context = browser.context(ColorScheme.DARK, PHONE)) {
				Page page = browser.page(context, staff.url());
				TestBrowser.signIn(page, staff.url(), member);
				page.navigate(prices);
				preview(page);
				propose(page);
			}
			assertThat(browser.problems()).isEmpty();
		}
	}

	private static void preview(Page page) {
		page.fill("#row-0 input[name=flat]", "3.50");
		page.fill("#start", LocalDateTime.now(India.ZONE).plusDays(1).truncatedTo(ChronoUnit.MINUTES).toString());
		page.click("#preview-button");
		assertThat(page.textContent("#preview-card")).contains("₹3.50", "₹0.63");
	}

	private static void propose(Page page) {
		page.fill("#reason", "agreed with the merchant");
		page.click("#propose-button");
		page.waitForURL("**/operation/changes");
	}

}
