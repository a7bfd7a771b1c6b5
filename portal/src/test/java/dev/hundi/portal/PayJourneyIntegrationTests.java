package dev.hundi.portal;

import java.util.List;
import java.util.UUID;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.wallet.TopUpWallet;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A maker pays and a checker approves, each in a browser of their own. */
class PayJourneyIntegrationTests {

	@Test
	void aMakerPaysAndACheckerApproves() {
		try (TestBrowser browser = TestBrowser.start()) {
			TestPortal portal = TestPortal.shared();
			UUID business = portal.business();
			portal.owner(TopUpWallet.class).topUp(business, 1_000_00, "UTR" + business, "Money");
			TestPortal.Copy copy = TestPortal.sharedCopy(Audience.MERCHANT);
			Member maker = portal.person("maker@example.com", business, Role.MAKER);
			Member checker = portal.person("checker@example.com", business, Role.CHECKER);
			try (BrowserContext makers = browser.context(ColorScheme.LIGHT, 390);
					BrowserContext checkers = browser.context(ColorScheme.DARK, 1280)) {
				Page paying = browser.page(makers, copy.url());
				TestBrowser.signIn(paying, copy.url(), maker);
				paying.navigate(copy.url() + "/pay");
				paying.selectOption("#beneficiary",
						(String) paying.evaluate("document.querySelectorAll('#beneficiary option')[1].value"));
				paying.fill("#amount", "150.50");
				paying.check("#approval");
				look(paying, "pay-form");
				paying.click("#review");
				assertThat(paying.textContent("#words")).isEqualTo("Rupees one hundred fifty and fifty paise only");
				look(paying, "pay-review");
				paying.goBack();
				assertThat(paying.inputValue("#amount")).isEmpty();
				look(paying, "pay-unpaid");
				paying.click("#edit-unpaid");
				assertThat(paying.inputValue("#amount")).isEqualTo("150.50");
				assertThat(paying.isChecked("#approval")).isTrue();
				paying.click("#review");
				paying.click("#make");
				paying.waitForSelector("#notice");

				Page deciding = browser.page(checkers, copy.url());
				TestBrowser.signIn(deciding, copy.url(), checker);
				deciding.navigate(copy.url() + "/approvals");
				assertThat(deciding.textContent("#approvals")).contains("₹150.50", "By Person maker",
						"0 of 1 approved");
				look(deciding, "approvals");
				deciding.check("#approvals input");
				deciding.click("#approve");
				deciding.waitForSelector("#none");
				deciding.navigate(copy.url() + "/approvals/rules");
				look(deciding, "approval-rules");
			}
			assertThat(portal.jdbc()
				.sql("SELECT stage FROM payout_event WHERE business_id = :id ORDER BY sequence")
				.param("id", business)
				.query(String.class)
				.list()).isEqualTo(List.of("CREATED", "RELEASED"));
			assertThat(browser.problems()).isEmpty();
		}
	}

	/** The browser would scroll to the button at the end of the form. */
	@Test
	void theKeyBackShowsTheNoticeOnASmallScreen() {
		try (TestBrowser browser = TestBrowser.start()) {
			TestPortal portal = TestPortal.shared();
			UUID business = portal.business();
			portal.owner(TopUpWallet.class).topUp(business, 1_000_00, "UTR" + business, "Money");
			TestPortal.Copy copy = TestPortal.sharedCopy(Audience.MERCHANT);
			try (BrowserContext makers = browser.context(ColorScheme.LIGHT, 390)) {
				Page paying = browser.page(makers, copy.url());
				paying.setViewportSize(390, 600);
				TestBrowser.signIn(paying, copy.url(), portal.person("small@example.com", business, Role.MAKER));
				paying.navigate(copy.url() + "/pay");
				paying.selectOption("#beneficiary",
						(String) paying.evaluate("document.querySelectorAll('#beneficiary option')[1].value"));
				paying.fill("#amount", "150.50");
				paying.click("#review");
				paying.waitForSelector("#words");
				paying.goBack();
				paying.waitForSelector("#unpaid");
				assertThat(paying.evaluate(
						"""
								() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
								  const notice = document.getElementById("unpaid").getBoundingClientRect();
								  done([notice.top >= 0 && notice.bottom <= innerHeight, document.activeElement.tagName].join());
								})))
								"""))
					.as("it is in the window, and the focus is where it was")
					.isEqualTo("true,BODY");
			}
			assertThat(browser.problems()).isEmpty();
		}
	}

	private static void look(Page page, String name) {
		TestBrowser.shot(page, name);
		assertThat(TestBrowser.accessibilityProblems(page)).as(name).isEmpty();
		assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth")).as("width of " + name)
			.isTrue();
	}

}
