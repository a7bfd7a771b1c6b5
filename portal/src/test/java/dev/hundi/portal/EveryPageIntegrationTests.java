package dev.hundi.portal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.Requirement;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestBooks;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.web.Section;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every page of the navigation of both audiences in a real browser: accessible, in light
 * and dark, on a phone and on a wide screen, and small.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryPageIntegrationTests {

	private static final int[] WIDTHS = { 390, 1920, 1280 };

	private static final int PAGE_BYTES = 150_000;

	/** Days that a person reads in the format of files. */
	private static final String ISO_DAYS = "document.body.innerText.match(/\\b\\d{4}-\\d{2}(-\\d{2})?\\b/g) ?? []";

	private final TestPortal portal = new TestPortal();

	@SuppressWarnings("NullAway.Init")
	private TestBrowser browser;

	@BeforeAll
	void start() {
		this.browser = TestBrowser.start();
	}

	@AfterAll
	void stop() {
		if (this.browser != null) {
			this.browser.close();
		}
		this.portal.close();
	}

	@ParameterizedTest
	@EnumSource
	void everyPageIsAccessibleInBothLooksAndFits(Audience audience) {
		TestPortal.Copy copy = this.portal.start(audience);
		String name = audience.name().toLowerCase(Locale.ROOT);
		TreeSet<String> paths = new TreeSet<>();
		UUID business = (audience == Audience.MERCHANT) ? desk(copy, paths) : null;
		if (audience == Audience.STAFF) {
			books(paths);
			review(paths);
		}
		Member member = this.portal.person("all@" + name + ".example", business,
				Role.of(audience).toArray(Role[]::new));
		Map<String, Section> sections = copy.context().getBeansOfType(Section.class);
		sections.values().forEach((section) -> paths.add(section.page()));
		try (BrowserContext context = this.browser.context(ColorScheme.LIGHT, WIDTHS[2])) {
			Page page = this.browser.page(context, copy.url());
			page.navigate(copy.url() + "/sign-in");
			TestBrowser.inspect(page, name + "-sign-in", WIDTHS);
			TestBrowser.signIn(page, copy.url(), member);
			for (String path : paths) {
				Response response = page.navigate(copy.url() + path);
				assertThat(response.status()).as(path).isEqualTo(200);
				assertThat(response.body().length).as("bytes of " + path).isLessThan(PAGE_BYTES);
				assertThat((List<?>) page.evaluate(ISO_DAYS)).as("days of " + path).isEmpty();
				TestBrowser.inspect(page,
						name + path.replaceAll("[/?=&]", "-").replaceAll("[0-9a-f]{8}-[0-9a-f-]{27}", "id"), WIDTHS);
			}
		}
		assertThat(this.browser.problems()).isEmpty();
	}

	/** A business with payouts, and the pages that show one of its things. */
	private UUID desk(TestPortal.Copy copy, TreeSet<String> paths) {
		this.portal.transactions()
			.executeWithoutResult((transaction) -> this.portal.owner(NodalAccounts.class)
				.activate(new NodalAccount("Hundi Payouts", "HDFC0000060", "HDFC Bank", "Fort", "CURRENT",
						List.of("IMPS", "NEFT", "UPI"))));
		Desk desk = new Desk(this.portal, copy, "every-page");
		UUID paid = desk.paid(1_500_00);
		desk.refused(2_500_00);
		desk.sent(desk.business().payout(3_500_00, 500, 90));
		desk.business().payout(9_000_000_00, 500, 90);
		UUID beneficiary = desk.business().beneficiary();
		UUID file = this.portal.jdbc()
			.sql("""
					INSERT INTO bulk_file (business_id, file_name, format, size_bytes, sha256, release_mode, changed_by, uploaded_by)
					VALUES (:id, 'salaries.csv', 'CSV', 1, sha256('x'), 'VALID_ROWS', 'pk_1', 'pk_1') RETURNING bulk_file_id
					""")
			.param("id", desk.id())
			.query(UUID.class)
			.single();
		paths.addAll(List.of("/bulk/" + file, "/payouts/" + paid, "/beneficiaries/" + beneficiary, "/beneficiaries/new",
				"/beneficiaries/import", "/home/figures", "/search?q=ramesh", "/wallet/funding", "/wallet/statements"));
		return desk.id();
	}

	/** A business in review, and its pages. */
	private void review(TreeSet<String> paths) {
		UUID id = this.portal.submitted(BusinessType.COMPANY);
		UUID document = this.portal.owner(OnboardingCases.class)
			.find(id)
			.orElseThrow()
			.documents(Requirement.PAN_CARD)
			.getFirst()
			.documentId();
		String business = "/operation/businesses/" + id;
		paths.addAll(List.of("/review/" + id, "/review/" + id + "/documents/" + document + "?zoom=50&turn=90", business,
				business + "/prices", business + "/limits"));
	}

	/** A closed day with a break, and their pages. */
	private void books(TreeSet<String> paths) {
		TestBooks books = new TestBooks(this.portal);
		books.line("CREDIT", 300_00, "CREDIT", "STRAY1", "123456789012");
		books.statement();
		String run = "/finance/runs/" + books.close("finance@example.com").runId();
		paths.addAll(List.of("/finance/breaks/" + books.onlyBreak("UNKNOWN_CREDIT").breakId(), run,
				run + "/rows/STATEMENTS", run + "/rows/LEDGER", run + "/rows/LATE", run + "/rows/BREAKS"));
	}

	@Test
	void theKeyboardAloneReachesTheFormAndTheFocusIsVisible() {
		TestPortal.Copy copy = TestPortal.sharedCopy(Audience.MERCHANT);
		try (BrowserContext context = this.browser.context(ColorScheme.LIGHT, WIDTHS[1])) {
			Page page = this.browser.page(context, copy.url());
			page.navigate(copy.url() + "/sign-in");
			page.keyboard().press("Tab");
			assertThat(page.evaluate("document.activeElement.className")).as("the link that skips to the content")
				.asString()
				.contains("skip");
			page.keyboard().press("Enter");
			page.keyboard().press("Tab");
			assertThat(page.evaluate("document.activeElement.id")).isEqualTo("email");
			assertThat(page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).isEqualTo("solid");
		}
	}

}
