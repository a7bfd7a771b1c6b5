package dev.hundi.portal;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.TestBooks;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.reconciliation.ClaimedRun;
import dev.hundi.reconciliation.ReconciliationStep;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The finance desk in a real browser: what moves by itself, and the keyboard. */
class FinanceJourneyIntegrationTests {

	@Test
	void aRunIsFollowedToItsEndAndItsBreaksAreChosenByTheKeyboard() {
		try (TestBrowser browser = TestBrowser.start(); TestPortal portal = new TestPortal()) {
			TestPortal.Copy staff = portal.start(Audience.STAFF);
			TestBooks books = new TestBooks(portal);
			books.line("CREDIT", 300_00, "CREDIT", "STRAY1", null);
			books.line("CREDIT", 400_00, "CREDIT", "STRAY2", null);
			books.statement();
			long runId = books.request(false, "finance@example.com").runId();
			try (BrowserContext context = browser.context(ColorScheme.LIGHT, 390)) {
				Page page = browser.page(context, staff.url());
				TestBrowser.signIn(page, staff.url(), portal.person("maker@example.com", null, Role.FINANCE_MAKER));
				page.navigate(staff.url() + "/finance/runs/" + runId);
				page.waitForSelector("#run-state:has-text('Due')");
				ClaimedRun run = books.claim();
				books.progress(run, ReconciliationStep.PROVE_BOOKS);
				page.waitForSelector("#run-state:has-text('Proving the books')");
				assertThat(page.getAttribute("progress", "value")).isEqualTo("6");
				books.finish(run);
				page.waitForSelector("#run-state .tag:text-is('Done')");
				page.waitForSelector("#unexplained:has-text('₹0.00')");
				assertThat(page.getAttribute("#figures", "hx-get")).as("asks no longer").isNull();
				page.click("#proof a[href$='/rows/BREAKS']");
				page.waitForLoadState();
				assertThat(page.locator("#rows tbody tr").count()).isEqualTo(2);

				page.navigate(staff.url() + "/finance/breaks");
				page.keyboard().press("j");
				page.keyboard().press("x");
				page.keyboard().press("j");
				page.keyboard().press("j");
				page.keyboard().press("x");
				page.keyboard().press("x");
				page.keyboard().press("k");
				assertThat(page.locator("#break-table input:checked").count()).isEqualTo(1);
				String first = page.textContent("#break-table tbody tr:first-child a");
				page.keyboard().press("Enter");
				page.waitForURL("**/finance/breaks/" + first);
				assertThat((Integer) page.evaluate("document.documentElement.scrollWidth")).isLessThanOrEqualTo(390);
				assertThat(TestBrowser.accessibilityProblems(page)).isEmpty();
			}
			assertThat(browser.problems()).isEmpty();
		}
	}

}
