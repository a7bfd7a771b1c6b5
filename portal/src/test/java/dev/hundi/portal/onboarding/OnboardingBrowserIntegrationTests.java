package dev.hundi.portal.onboarding;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.hundi.audit.Actor;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.Requirement;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.OnboardingPages;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** A business fills in its onboarding in a real Chromium. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OnboardingBrowserIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	@SuppressWarnings("NullAway.Init")
	private TestBrowser browser;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy first;

	@BeforeAll
	void start() {
		this.browser = TestBrowser.start();
		this.first = TestPortal.sharedCopy(Audience.MERCHANT);
	}

	@AfterAll
	void stop() {
		if (this.browser != null) {
			this.browser.close();
		}
	}

	@Test
	void aProprietorshipIsOnboarded() {
		UUID onboarded = this.portal.business();
		this.portal.owner(OnboardingCases.class).open(onboarded, Actor.INSTALLATION);
		Member member = this.portal.person("onboarding@example.com", onboarded, Role.OWNER);
		try (BrowserContext context = this.browser.context(ColorScheme.LIGHT, 1280)) {
			Page page = this.browser.page(context, this.first.url());
			TestBrowser.signIn(page, this.first.url(), member);
			page.navigate(this.first.url() + "/onboarding");
			TestBrowser.shot(page, "onboarding-empty");
			OnboardingPages onboarding = new OnboardingPages(page, BusinessType.PROPRIETORSHIP);
			onboarding.fillBusiness();
			page.fill("#REFUND_POLICY_URL", "http://asha.in/refunds");
			page.click("button:has-text('Save')");
			assertThat(page.textContent("#error-summary")).contains("must begin with https://");
			page.waitForSelector("#error-summary:focus");
			TestBrowser.shot(page, "onboarding-error");
			onboarding.fill(Requirement.REFUND_POLICY_URL);
			onboarding.save();
			onboarding.giveFields();
			onboarding.givePrincipal();
			TestBrowser.shot(page, "onboarding-principals");
			onboarding.openDocuments();
			onboarding.upload("#PAN_CARD", "program.pdf", "MZ".getBytes(StandardCharsets.US_ASCII), "#error-summary");
			assertThat(page.textContent("#PAN_CARD-problem")).contains("not a PDF");
			TestBrowser.shot(page, "onboarding-upload-error");
			onboarding.giveDocuments();
			shows(page, "img.preview");
			TestBrowser.shot(page, "onboarding-documents");
			page.click("text=View >> nth=0");
			shows(page, ".document-page img");
			TestBrowser.shot(page, "onboarding-document");
			page.navigate(this.first.url() + "/onboarding");
			TestBrowser.shot(page, "onboarding-complete");
			page.click("text=Submit for review");
			assertThat(page.textContent("#case-state")).isEqualTo("In review");
			TestBrowser.shot(page, "onboarding-in-review");
			for (String path : List.of("/onboarding", "/onboarding/tasks/business", "/onboarding/tasks/principals",
					"/onboarding/tasks/documents")) {
				page.navigate(this.first.url() + path);
				TestBrowser.inspect(page, "submitted" + path.replace('/', '-'), 1280, 390);
			}
		}
		assertThat(this.browser.problems()).isEmpty();
	}

	private static void shows(Page page, String picture) {
		page.waitForCondition(
				() -> (Boolean) page.evaluate("document.querySelector('%s')?.naturalWidth > 0".formatted(picture)));
	}

}
