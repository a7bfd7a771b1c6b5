package dev.hundi.portal;

import java.time.Duration;
import java.time.LocalDate;
import java.util.Objects;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.TestBooks;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.testing.TestDay;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules of reconciliation in a real browser of 390 px, by the keyboard alone: tried,
 * proposed, approved by another person, and in force.
 */
class RulesJourneyIntegrationTests {

	private static final int PHONE = 390;

	private static final int MOST_TABS = 120;

	@Test
	void rulesAreTriedProposedAndApprovedByTheKeyboard() {
		LocalDate today = TestDay.inIndia(Duration.ofMinutes(3));
		try (TestBrowser browser = TestBrowser.start(); TestPortal portal = new TestPortal()) {
			TestPortal.Copy staff = portal.start(Audience.STAFF);
			TestBooks books = new TestBooks(portal);
			books.line("DEBIT", 5_00, "CHARGE", null, null);
			books.statement();
			books.close("finance@example.com");
			Page maker = browser.page(browser.context(ColorScheme.LIGHT, PHONE), staff.url());
			TestBrowser.signIn(maker, staff.url(), portal.person("maker@example.com", null, Role.FINANCE_MAKER));
			Page checker = browser.page(browser.context(ColorScheme.DARK, PHONE), staff.url());
			TestBrowser.signIn(checker, staff.url(), portal.person("checker@example.com", null, Role.FINANCE_CHECKER));

			maker.navigate(staff.url() + "/finance/rules");
			type(maker, "#window", "3");
			type(maker, "#tolerance-CHARGE", "5.00");
			type(maker, "#cap", "2500");
			type(maker, "#day", date(books.day()));
			assertThat(maker.inputValue("#day")).isEqualTo(books.day().toString());
			press(maker, "#try-button");
			maker.waitForSelector("#trial [role=status]");
			books.carryOutTrial();
			maker.waitForSelector("#trial-figures");
			assertThat(maker.textContent("#trial-changes")).startsWith("Breaks that would match: 1.");
			look(maker, "rules-trial");
			type(maker, "#rules-reason", "charges of five rupees are usual");
			press(maker, "#propose-form button");
			maker.waitForSelector("#waiting-table");
			assertThat(maker.locator("#waiting-table details").count()).as("the maker does not decide").isZero();

			checker.navigate(staff.url() + "/finance/rules");
			look(checker, "rules-waiting");
			press(checker, "#waiting-table summary");
			type(checker, "#waiting-table textarea", "agreed with the bank");
			press(checker, "#waiting-table button.btn-primary");
			checker.waitForSelector("#notice");
			checker.waitForLoadState();
			assertThat(checker.textContent("#version-table tbody tr:first-child")).contains("2",
					TestPortal.shown(today), "Date window in bank days: 3", "₹5.00",
					"Cap of tolerated charges: ₹2,500.00", "maker@example.com", "checker@example.com");
			assertThat(checker.textContent("#version-table tbody tr:last-child")).contains("The installation");
			assertThat(checker.inputValue("#window")).as("the rules that hold today").isEqualTo("3");
			look(checker, "rules-versions");
			assertThat(books.close("finance@example.com").rulesVersion()).as("the day is closed with it").isEqualTo(2);
			assertThat(browser.problems()).isEmpty();
		}
	}

	/** Moves to a control with the tabulator key alone. */
	private static void tabTo(Page page, String selector) {
		for (int i = 0; i < MOST_TABS; i++) {
			if (Objects.equals(true, page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector))) {
				return;
			}
			page.keyboard().press("Tab");
		}
		throw new AssertionError("The keyboard does not reach " + selector);
	}

	private static void type(Page page, String selector, String text) {
		tabTo(page, selector);
		if (!selector.equals("#day")) {
			page.keyboard().press("Control+a");
		}
		page.keyboard().type(text);
	}

	private static void press(Page page, String selector) {
		tabTo(page, selector);
		page.keyboard().press("Enter");
	}

	/** As the field of a date takes it in the language of the browser. */
	private static String date(LocalDate day) {
		return "%02d%02d%04d".formatted(day.getMonthValue(), day.getDayOfMonth(), day.getYear());
	}

	private static void look(Page page, String name) {
		TestBrowser.shot(page, name + "-" + PHONE);
		assertThat((Integer) page.evaluate("document.documentElement.scrollWidth")).as("width of " + name)
			.isLessThanOrEqualTo(PHONE);
		assertThat(TestBrowser.accessibilityProblems(page)).as(name).isEmpty();
	}

}
