package dev.hundi.portal;

import java.util.List;
import java.util.UUID;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Journeys in a real Chromium, with a virtual authenticator for passkeys.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrowserIntegrationTests {

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy first;

	@SuppressWarnings("NullAway.Init")
	private TestBrowser browser;

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
	void fromAnInvitationToASignInWithAPasskeyAfterARestart() {
		String token = this.portal.invite("browser@example.com", this.business, Role.OWNER, Role.MAKER);
		try (BrowserContext context = this.browser.context(ColorScheme.LIGHT, 1280)) {
			Page page = this.browser.page(context, this.first.url());
			context.credentials().install();
			page.navigate(this.first.url() + "/invitation/" + token);
			TestBrowser.shot(page, "invitation");
			page.fill("#name", "Nila Browser");
			page.fill("#password", TestPortal.PASSWORD);
			page.click("main button:has-text('Continue')");
			TestBrowser.shot(page, "authenticator");
			byte[] secret = Member.base32(page.textContent("#secret"));
			page.fill("#code", Member.code(secret));
			page.click("main button:has-text('Confirm')");
			page.waitForSelector("#recovery-codes");
			TestBrowser.shot(page, "recovery-codes");
			page.click("text=I have stored them");
			page.fill("#passkey-label", "Laptop");
			// The script that the button needs is loaded after it.
			page.waitForLoadState();
			page.click("button[data-passkey=add]");
			page.waitForSelector("#passkey-table");
			assertThat(page.inputValue("#passkey-table input[name=label]")).isEqualTo("Laptop");
			TestBrowser.shot(page, "profile");
			this.first = this.portal.restart(this.first, Audience.MERCHANT);
			page.reload();
			assertThat(page.textContent("#person")).as("the session survives the restart").isEqualTo("Nila Browser");
			page.click("text=Sign out");
			page.waitForURL("**/sign-in");
			TestBrowser.shot(page, "sign-in");
			page.click("button[data-passkey=sign-in]");
			page.waitForSelector("#person");
			page.navigate(this.first.url() + "/profile");
			assertThat(page.textContent("#person")).isEqualTo("Nila Browser");
			assertThat(page.textContent("#passkey-table tbody tr td:nth-child(3)")).as("last use").isNotBlank();
			page.navigate(this.first.url() + "/team");
			TestBrowser.shot(page, "team");
			page.navigate(this.first.url() + "/audit");
			assertThat(page.textContent("#audit-table")).contains("Passkey added", "Signed in", "Person joined");
			TestBrowser.shot(page, "audit");
		}
		assertThat(this.browser.problems()).isEmpty();
	}

	@Test
	void theLookIsChosenBeforeTheFirstPaint() {
		try (BrowserContext context = this.browser.context(ColorScheme.DARK, 1280)) {
			context.addInitScript("""
					new MutationObserver(() => {
					  if (document.body && window.lookAtFirst === undefined) {
					    window.lookAtFirst = document.documentElement.getAttribute("data-bs-theme");
					  }
					}).observe(document, {childList: true, subtree: true});
					""");
			Page page = this.browser.page(context, this.first.url());
			page.navigate(this.first.url() + "/sign-in");
			assertThat(page.evaluate("window.lookAtFirst")).as("when the body begins").isEqualTo("dark");
			assertThat(page
				.evaluate("document.querySelector('head script').matches('[src*=theme]:not([defer]):not([async])')"))
				.isEqualTo(true);
			page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
			page.waitForSelector("html[data-bs-theme=light]");
		}
	}

	@Test
	void sendsTheHeadersToARealBrowserAndWorksInDarkAndNarrow() {
		Member member = this.portal.person("dark@example.com", this.business, Role.OWNER);
		try (BrowserContext context = this.browser.context(ColorScheme.DARK, 390)) {
			Page page = this.browser.page(context, this.first.url());
			Response response = page.navigate(this.first.url() + "/sign-in");
			assertThat(response.headers()).containsEntry("content-security-policy",
					"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
							+ "form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
			assertThat(page.getAttribute("html", "data-bs-theme")).isEqualTo("dark");
			TestBrowser.signIn(page, this.first.url(), member);
			for (String path : List.of("/profile", "/team", "/audit", "/businesses")) {
				page.navigate(this.first.url() + path);
				TestBrowser.shot(page, "dark" + path.replace('/', '-'));
				assertThat((Integer) page.evaluate("document.documentElement.scrollWidth")).as("width of " + path)
					.isLessThanOrEqualTo(390);
			}
		}
		assertThat(this.browser.problems()).isEmpty();
	}

	@Test
	void aPageWithFormsWarnsBeforeTheSessionEnds() {
		Member member = this.portal.person("idle@example.com", this.business, Role.OWNER);
		try (BrowserContext context = this.browser.context(ColorScheme.LIGHT, 1280)) {
			Page page = this.browser.page(context, this.first.url());
			TestBrowser.signIn(page, this.first.url(), member);
			page.clock().install();
			page.navigate(this.first.url() + "/team");
			page.fill("#email", "typed@example.com");
			page.clock().fastForward("13:00");
			page.waitForSelector("#session-ends:not([hidden]) [data-soon]");
			assertThat(TestBrowser.accessibilityProblems(page)).isEmpty();
			page.click("#session-ends button");
			page.waitForSelector("#session-ends",
					new Page.WaitForSelectorOptions().setState(WaitForSelectorState.HIDDEN));
			page.clock().fastForward("15:00");
			page.waitForSelector("#session-ends:not([hidden]) [data-ended]:not([hidden])");
			assertThat(page.inputValue("#email")).isEqualTo("typed@example.com");
			assertThat(this.browser.problems()).isEmpty();
		}
	}

}
