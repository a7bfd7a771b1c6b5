package dev.hundi.portal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.SettlePayout;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.HeldPayouts;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A day at the desk in a real browser: what moves by itself, and the keyboard. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeskJourneyIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	@SuppressWarnings("NullAway.Init")
	private TestBrowser browser;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy copy;

	@BeforeAll
	void start() {
		this.browser = TestBrowser.start();
		this.copy = TestPortal.sharedCopy(Audience.MERCHANT);
	}

	@AfterAll
	void stop() {
		if (this.browser != null) {
			this.browser.close();
		}
	}

	@Test
	void aPayoutIsFoundByTheKeyboardAndItsStateMovesByItself() {
		Desk desk = new Desk(this.portal, this.copy, "journey");
		UUID payout = desk.business().payout(1_234_00, 500, 90);
		PaymentOrder order = desk.sent(payout);
		try (BrowserContext context = this.browser.context(ColorScheme.LIGHT, 1280)) {
			Page page = this.browser.page(context, this.copy.url());
			TestBrowser.signIn(page, this.copy.url(), desk.member(Role.OWNER));
			page.waitForSelector(".chart canvas");
			page.waitForLoadState();
			page.keyboard().press("/");
			page.keyboard().type("ramesh");
			page.keyboard().press("Enter");
			page.waitForURL("**/search?q=ramesh");
			page.keyboard().press("Control+K");
			page.keyboard().type(payout.toString());
			page.keyboard().press("Enter");
			page.waitForURL("**/search?q=" + payout);
			page.waitForSelector("#found-payouts a");
			page.navigate(this.copy.url() + "/payouts");
			page.waitForSelector("#payout-" + payout + " .tag-wait");
			page.evaluate("document.querySelector('#payout-%s a').focus()".formatted(payout));
			this.portal.owner(SettlePayout.class).succeeded(order.attempt(), BankReport.of("533210987654", "B1"));
			desk.business().payout(1_00, 0, 0);
			page.waitForSelector("#payout-" + payout + " .tag-good");
			page.waitForSelector("#live a");
			assertThat(page.locator("#payout-table tbody tr").count()).as("rows keep their places").isEqualTo(1);
			page.click("#live a");
			page.waitForSelector("#payout-table tbody tr:nth-child(2)");
			assertThat(this.browser.problems()).isEmpty();
		}
	}

	@Test
	void theKeyEnterDecidesNothingAboutPayouts() {
		Desk desk = new Desk(this.portal, this.copy, "enter");
		UUID payout = new HeldPayouts(this.portal.jdbc()).payouts(desk.id(), 10_00, 1).getFirst();
		try (BrowserContext context = this.browser.context(ColorScheme.LIGHT, 1280)) {
			Page page = this.browser.page(context, this.copy.url());
			TestBrowser.signIn(page, this.copy.url(), desk.member(Role.CHECKER));
			page.navigate(this.copy.url() + "/approvals");
			List<String> sent = new ArrayList<>();
			page.onRequest((request) -> {
				if (request.method().equals("POST")) {
					sent.add(URI.create(request.url()).getPath());
				}
			});
			page.focus("#approvals input[type=checkbox]");
			page.keyboard().press("Space");
			page.keyboard().press("Enter");
			page.waitForSelector("#problem");
			assertThat(page.isChecked("#approvals input[type=checkbox]")).isTrue();
			page.fill("#reason", "Wrong payee");
			page.evaluate("document.body.dataset.before = ''");
			page.keyboard().press("Enter");
			page.waitForSelector("body:not([data-before]) #problem");
			assertThat(page.inputValue("#reason")).isEqualTo("Wrong payee");
			assertThat(TestBrowser.accessibilityProblems(page)).isEmpty();
			page.click("#reject");
			page.waitForSelector("#notice");
			assertThat(sent).containsExactly("/approvals/choose", "/approvals/choose", "/approvals/reject");
			assertThat(this.portal.jdbc()
				.sql("SELECT response_code FROM payout WHERE payout_id = :id")
				.param("id", payout)
				.query(String.class)
				.single()).isEqualTo("REJECTED_BY_APPROVER");
			assertThat(this.browser.problems()).isEmpty();
		}
	}

	@Test
	void aPageOfAPayoutFollowsItToItsEnd() {
		Desk desk = new Desk(this.portal, this.copy, "progress");
		UUID payout = desk.business().payout(1_234_00, 500, 90);
		PaymentOrder order = desk.sent(payout);
		try (BrowserContext context = this.browser.context(ColorScheme.DARK, 390)) {
			Page page = this.browser.page(context, this.copy.url());
			TestBrowser.signIn(page, this.copy.url(), desk.member(Role.VIEWER));
			page.navigate(this.copy.url() + "/payouts/" + payout);
			page.waitForSelector("#state .tag-wait");
			this.portal.owner(SettlePayout.class).succeeded(order.attempt(), BankReport.of("533210987655", "B1"));
			page.waitForSelector("#state .tag-good");
			assertThat(page.locator("#progress").getAttribute("hx-get")).as("asks no longer").isNull();
			assertThat(TestBrowser.accessibilityProblems(page)).isEmpty();
			assertThat(this.browser.problems()).isEmpty();
		}
	}

	/** As every second when a part of the page updates itself. */
	@Test
	void aListOfProblemsTakesTheFocusOnce() {
		Desk desk = new Desk(this.portal, this.copy, "focus");
		try (BrowserContext context = this.browser.context(ColorScheme.LIGHT, 1280)) {
			Page page = this.browser.page(context, this.copy.url());
			TestBrowser.signIn(page, this.copy.url(), desk.member(Role.VIEWER));
			page.navigate(this.copy.url() + "/payouts?min=much");
			page.waitForSelector("#error-summary:focus");
			page.focus("#min");
			page.evaluate("document.body.dispatchEvent(new CustomEvent('htmx:afterSettle', {bubbles: true}))");
			assertThat(page.evaluate("document.activeElement.id")).isEqualTo("min");
			page.evaluate("""
					() => {
					  const summary = document.getElementById("error-summary");
					  summary.replaceWith(summary.cloneNode(true));
					  document.body.dispatchEvent(new CustomEvent("htmx:afterSettle", {bubbles: true}));
					}
					""");
			assertThat(page.evaluate("document.activeElement.id")).as("a new list").isEqualTo("error-summary");
		}
	}

	@Test
	void aFileThatIsTooLargeIsNotSent(@TempDir Path directory) throws IOException {
		Path large = directory.resolve("large.csv");
		try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
			file.setLength(21L * 1024 * 1024);
		}
		Desk desk = new Desk(this.portal, this.copy, "large");
		try (BrowserContext context = this.browser.context(ColorScheme.LIGHT, 1280)) {
			Page page = this.browser.page(context, this.copy.url());
			TestBrowser.signIn(page, this.copy.url(), desk.member(Role.MAKER));
			page.navigate(this.copy.url() + "/bulk");
			page.setInputFiles("#file", large);
			page.fill("#reference", "kept");
			page.click("#upload-form button");
			page.waitForSelector("#upload-form [data-too-large]:not([hidden])");
			assertThat(page.inputValue("#reference")).as("the page is not left").isEqualTo("kept");
			assertThat(this.browser.problems()).isEmpty();
		}
	}

}
