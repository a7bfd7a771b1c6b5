package dev.hundi.sandbox;

import java.net.URI;
import java.nio.charset.StandardCharsets;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestBrowser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A maker with a wide screen and a checker with a phone, on the whole platform: a bulk
 * file from its upload to the payment of its rows, then what it left on the pages of
 * home, search, beneficiaries and wallet.
 */
final class MerchantDeskJourney {

	/** The sandbox bank refuses the account of the third row. */
	private static final String ROWS = """
			Name,Phone,Account Number,IFSC,Amount,Rail
			Asha Rao,9876543210,123456789012,HDFC0001234,1000.50,IMPS
			Binod Das,9876543211,123456789013,HDFC000123,20.00,IMPS
			Chitra Iyer,9876543212,026291800001190,YESB0000262,30.00,IMPS
			""";

	private static final String IMPORTED = """
			Name,Phone,Email,Account Number,IFSC,VPA
			Devi Nair,9876543213,,,,devi@upi
			%s
			""";

	private MerchantDeskJourney() {
	}

	static void run(TestBrowser browser, URI portal, DemoBusiness business) {
		Page maker = signedIn(browser, portal, business, "MAKER", ColorScheme.LIGHT, 1280);
		Page checker = signedIn(browser, portal, business, "CHECKER", ColorScheme.DARK, 390);

		String file = upload(maker, portal);
		release(checker, portal, file);
		// The page of the maker follows the file without being loaded again.
		maker.waitForSelector("#state:text-is('Partially completed')");
		look(maker, "bulk-paid");
		rerun(maker);
		verify(maker, portal);
		importBeneficiaries(maker, portal);
		home(checker, portal);
		wallet(checker, portal);
	}

	/** The path of the page of the file. */
	private static String upload(Page maker, URI portal) {
		maker.navigate(portal + "/bulk");
		maker.setInputFiles("#file", csv("salaries.csv", ROWS));
		maker.fill("#reference", "November");
		maker.click("#upload-form button");
		maker.waitForSelector("#state:text-is('Awaiting release')");
		assertThat(maker.textContent("#valid")).contains("2", "₹1,030.50");
		assertThat(maker.textContent("#row-table")).contains("IFSC").doesNotContain("123456789013");
		assertThat(maker.textContent("#payee-table")).contains("Asha Rao", "Chitra Iyer").doesNotContain("Binod");
		assertThat(maker.locator("#release-form").count()).as("the maker does not release").isZero();
		look(maker, "bulk-loaded");
		String path = URI.create(maker.url()).getPath();
		assertThat(maker.request().get(portal + path + "/failed-rows.csv").text()).contains("Binod Das", "HDFC000123")
			.doesNotContain("Asha Rao");
		return path;
	}

	/** By keyboard alone. */
	private static void release(Page checker, URI portal, String path) {
		checker.navigate(portal + "/bulk");
		checker.focus("#file-table a");
		checker.keyboard().press("Enter");
		checker.waitForURL("**" + path);
		look(checker, "bulk-release");
		// The form is replaced every three seconds, which may take the focus before the
		// key.
		await().until(() -> {
			checker.press("#release-form button", "Enter");
			return checker.locator("#release-form").count() == 0;
		});
		checker.waitForSelector("#state:text-matches('^(Releasing|Processing|Partially completed)$')");
	}

	private static void rerun(Page maker) {
		String refused = maker.url();
		maker.click("#rerun-form button");
		maker.waitForSelector("#rerun-of");
		maker.waitForSelector("#state:text-is('Awaiting release')");
		assertThat(maker.textContent("#valid")).contains("1", "₹30.00");
		assertThat(maker.url()).isNotEqualTo(refused);
	}

	/** The bank of the sandbox reports the name of every account. */
	private static void verify(Page maker, URI portal) {
		maker.navigate(portal + "/beneficiaries?q=Asha");
		maker.click("#beneficiary-table a");
		maker.click("#verify-form button");
		maker.waitForSelector("#verification");
		while (maker.locator("#verification a, #verification .tag:text-is('Running')").count() > 0) {
			maker.reload();
		}
		assertThat(maker.textContent("#verification")).contains("Same name");
		maker.click("#archive-form button");
		maker.fill("#reason", "Works here again");
		maker.click("#reactivate-form button");
		maker.waitForSelector("#archive-form");
		assertThat(maker.textContent("#trail")).contains("Works here again");
		look(maker, "beneficiary-verified");
		maker.click("#payouts");
		assertThat(maker.textContent("#payout-table")).contains("₹1,000.50");
	}

	private static void importBeneficiaries(Page maker, URI portal) {
		maker.navigate(portal + "/beneficiaries/import");
		maker.setInputFiles("#file", csv("new.csv", IMPORTED.formatted("Eka Sen,12,,,,eka@upi")));
		maker.click("#import-form button");
		assertThat(maker.textContent("#problem-table")).contains("3", "Phone");
		look(maker, "beneficiaries-refused");
		maker.setInputFiles("#file", csv("new.csv", IMPORTED.formatted("Eka Sen,9876543214,,,,eka@upi")));
		maker.click("#import-form button");
		maker.waitForSelector("#imported");
		assertThat(maker.textContent("#beneficiary-table")).contains("Devi Nair", "eka@upi");
	}

	private static void home(Page checker, URI portal) {
		checker.navigate(portal.toString());
		checker.waitForSelector("#figures canvas");
		assertThat(checker.textContent("#today")).contains("₹1,000.50", "₹30.00");
		assertThat(checker.textContent("#waits")).contains("1");
		look(checker, "home");
		checker.keyboard().press("/");
		checker.keyboard().type("salaries");
		checker.keyboard().press("Enter");
		checker.waitForSelector("#found-files a:text-is('salaries.csv')");
		look(checker, "search");
	}

	private static void wallet(Page checker, URI portal) {
		checker.navigate(portal + "/wallet");
		assertThat(checker.locator("#movement-table tbody tr").count()).isGreaterThanOrEqualTo(4);
		checker.fill("#low-amount", "9000");
		checker.click("#low-balance button");
		checker.waitForSelector("#notice");
		look(checker, "wallet");
		checker.navigate(portal + "/wallet/funding");
		checker.waitForSelector("button[data-copy=funding-account]:visible");
		assertThat(checker.locator("svg.qr path").count()).isOne();
		look(checker, "funding");
		checker.navigate(portal + "/wallet/statements");
		checker.selectOption("#format", "CSV");
		checker.click("#ask button");
		checker.waitForSelector("#asked a");
		String statement = checker.request().get(portal + checker.getAttribute("#asked a", "href")).text();
		assertThat(statement).contains("Opening balance", "1000.50");
		look(checker, "statements");
	}

	private static FilePayload csv(String name, String content) {
		return new FilePayload(name, "text/csv", content.getBytes(StandardCharsets.UTF_8));
	}

	private static void look(Page page, String name) {
		TestBrowser.shot(page, "desk-" + name);
		assertThat(TestBrowser.accessibilityProblems(page)).as(name).isEmpty();
		assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth")).as("width of " + name)
			.isTrue();
	}

	private static Page signedIn(TestBrowser browser, URI portal, DemoBusiness business, String role, ColorScheme look,
			int width) {
		DemoPerson person = business.portalUsers()
			.stream()
			.filter((one) -> one.role().equals(role))
			.findFirst()
			.orElseThrow();
		Page page = browser.page(browser.context(look, width), portal);
		TestBrowser.signIn(page, portal, person.user(), person.password(),
				() -> Member.code(Member.base32(person.totpSecret())));
		return page;
	}

}
