package dev.hundi.portal.onboarding;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import dev.hundi.audit.Actor;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.Requirement;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Uploads;
import dev.hundi.testing.TestOnboarding;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** A business fills in its onboarding in a real Chromium. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OnboardingBrowserIntegrationTests {

	private final TestPortal portal = new TestPortal();

	@SuppressWarnings("NullAway.Init")
	private TestBrowser browser;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy first;

	@BeforeAll
	void start() {
		this.browser = TestBrowser.start();
		this.first = this.portal.start(Audience.MERCHANT);
	}

	@AfterAll
	void stop() {
		if (this.browser != null) {
			this.browser.close();
		}
		this.portal.close();
	}

	@Test
	void aProprietorshipIsOnboarded() {
		UUID onboarded = this.portal.business();
		this.portal.owner(OnboardingCases.class).open(onboarded, Actor.INSTALLATION);
		Member member = this.portal.person("onboarding@example.com", onboarded, Role.OWNER);
		Map<Requirement, String> values = TestOnboarding.values(BusinessType.PROPRIETORSHIP);
		try (BrowserContext context = this.browser.context(ColorScheme.LIGHT, 1280)) {
			Page page = this.browser.page(context, this.first.url());
			TestBrowser.signIn(page, this.first.url(), member);
			page.navigate(this.first.url() + "/onboarding");
			TestBrowser.shot(page, "onboarding-empty");
			page.click("text=Your business");
			page.check("input[value=PROPRIETORSHIP]");
			fill(page, values, Requirement.LEGAL_NAME, Requirement.DESCRIPTION, Requirement.WEBSITE_URL);
			page.fill("#REFUND_POLICY_URL", "http://asha.in/refunds");
			page.click("button:has-text('Save')");
			assertThat(page.textContent("#error-summary")).contains("must begin with https://");
			assertThat(page.evaluate("document.activeElement.id")).isEqualTo("error-summary");
			TestBrowser.shot(page, "onboarding-error");
			fill(page, values, Requirement.REFUND_POLICY_URL);
			page.click("button:has-text('Save')");
			for (String task : List.of("contact", "registration", "address", "bank")) {
				page.click("a[href$='/" + task + "']");
				fill(page, values, Requirement.values());
				page.click("button:has-text('Save')");
				page.waitForURL("**/onboarding");
			}
			givesPeopleAndDocuments(page);
			page.click("text=View >> nth=0");
			shows(page, ".document-page img");
			TestBrowser.shot(page, "onboarding-document");
			page.navigate(this.first.url() + "/onboarding");
			TestBrowser.shot(page, "onboarding-complete");
			page.click("text=Submit for review");
			assertThat(page.textContent("#standing")).isEqualTo("In review");
			TestBrowser.shot(page, "onboarding-in-review");
		}
		try (BrowserContext context = this.browser.context(ColorScheme.DARK, 390)) {
			Page page = this.browser.page(context, this.first.url());
			TestBrowser.signIn(page, this.first.url(), member);
			for (String path : List.of("/onboarding", "/onboarding/tasks/business", "/onboarding/tasks/principals",
					"/onboarding/tasks/documents")) {
				page.navigate(this.first.url() + path);
				TestBrowser.shot(page, "dark" + path.replace('/', '-'));
				assertThat((Integer) page.evaluate("document.documentElement.scrollWidth")).as("width of " + path)
					.isLessThanOrEqualTo(390);
				assertThat(TestBrowser.accessibilityProblems(page)).as(path).isEmpty();
			}
		}
		assertThat(this.browser.problems()).isEmpty();
	}

	private static void givesPeopleAndDocuments(Page page) {
		page.click("a[href$='/principals']");
		page.fill("#principal-name", "Asha Devi");
		page.fill("#principal-designation", "Proprietor");
		page.fill("#principal-pan", "AABPA1234F");
		page.fill("#principal-aadhaar", "1234");
		page.click("text=Add >> nth=-1");
		for (String part : List.of("PAN", "AADHAAR")) {
			upload(page, "[id$='-" + part + "']", part + ".png", Uploads.picture("png", part));
		}
		TestBrowser.shot(page, "onboarding-principals");
		page.click("text=All tasks");
		page.click("a[href$='/documents']");
		upload(page, "#PAN_CARD", "program.pdf", "MZ".getBytes(StandardCharsets.US_ASCII), "#error-summary");
		assertThat(page.textContent("#PAN_CARD-problem")).contains("not a PDF");
		TestBrowser.shot(page, "onboarding-upload-error");
		for (String document : List.of("PAN_CARD", "ADDRESS_PROOF", "BANK_PROOF", "BANK_STATEMENT")) {
			upload(page, "#" + document, document + ".pdf", Uploads.pdf(document, 2));
		}
		shows(page, "img.preview");
		TestBrowser.shot(page, "onboarding-documents");
	}

	private static void shows(Page page, String picture) {
		page.waitForCondition(
				() -> (Boolean) page.evaluate("document.querySelector('%s')?.naturalWidth > 0".formatted(picture)));
	}

	private static void fill(Page page, Map<Requirement, String> values, Requirement... fields) {
		for (Requirement field : fields) {
			String value = values.get(field);
			if (value != null && page.isVisible("#" + field)) {
				if (field == Requirement.STATE) {
					page.selectOption("#" + field, value);
				}
				else {
					page.fill("#" + field, value);
				}
			}
		}
	}

	private static void upload(Page page, String input, String name, byte[] content) {
		upload(page, input, name, content, "#added:has-text('" + name + "')");
	}

	private static void upload(Page page, String input, String name, byte[] content, String shown) {
		page.setInputFiles(input, new FilePayload(name, "application/octet-stream", content));
		page.click("form:has(" + input + ") button");
		page.waitForSelector(shown);
	}

}
