package dev.hundi.portal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import dev.hundi.audit.Actor;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.FillOnboarding;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.Requirement;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.time.India;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Journeys in a real Chromium, with a virtual authenticator for passkeys. Screenshots are
 * written to {@code target/screenshots}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrowserIntegrationTests {

	private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

	private static final Path DRIVER = Path.of("target/playwright");

	/** Of the artifact in the pom. */
	private static final String DRIVER_VERSION = "1.62.0";

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

	private final List<String> problems = new ArrayList<>();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy first;

	@SuppressWarnings("NullAway.Init")
	private Playwright playwright;

	@SuppressWarnings("NullAway.Init")
	private Browser browser;

	@BeforeAll
	void start() throws Exception {
		assumeTrue(Files.isExecutable(CHROMIUM), "Chromium is not installed");
		assumeTrue(layOutDriver(), "npm cannot fetch playwright-core");
		this.first = this.portal.start(Audience.MERCHANT);
		System.setProperty("playwright.cli.dir", DRIVER.toAbsolutePath().toString());
		this.playwright = Playwright.create(new Playwright.CreateOptions()
			.setEnv(Map.of("PLAYWRIGHT_NODEJS_PATH", "/usr/bin/node", "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
		this.browser = this.playwright.chromium()
			.launch(new BrowserType.LaunchOptions().setExecutablePath(CHROMIUM).setArgs(List.of("--no-sandbox")));
	}

	@AfterAll
	void stop() {
		if (this.playwright != null) {
			this.playwright.close();
		}
		this.portal.close();
	}

	@Test
	void fromAnInvitationToASignInWithAPasskeyAfterARestart() {
		String token = this.portal.invite("browser@example.com", this.business, Role.OWNER, Role.MAKER);
		try (BrowserContext context = context(ColorScheme.LIGHT, 1280)) {
			Page page = page(context);
			context.credentials().install();
			page.navigate(this.first.url() + "/invitation/" + token);
			shot(page, "invitation");
			page.fill("#name", "Nila Browser");
			page.fill("#password", TestPortal.PASSWORD);
			page.click("main button:has-text('Continue')");
			shot(page, "authenticator");
			byte[] secret = PagesIntegrationTests.base32(page.textContent("#secret"));
			page.fill("#code", Member.code(secret));
			page.click("main button:has-text('Confirm')");
			page.waitForSelector("#recovery-codes");
			shot(page, "recovery-codes");
			page.click("text=I have stored them");
			page.fill("#passkey-label", "Laptop");
			page.click("button[data-passkey=add]");
			page.waitForSelector("#passkey-table");
			assertThat(page.inputValue("#passkey-table input[name=label]")).isEqualTo("Laptop");
			shot(page, "profile");
			this.first = this.portal.restart(this.first, Audience.MERCHANT);
			page.reload();
			assertThat(page.textContent("#person")).as("the session survives the restart").isEqualTo("Nila Browser");
			page.click("text=Sign out");
			page.waitForURL("**/sign-in");
			shot(page, "sign-in");
			page.click("button[data-passkey=sign-in]");
			page.waitForURL("**/profile");
			assertThat(page.textContent("#person")).isEqualTo("Nila Browser");
			assertThat(page.textContent("#passkey-table tbody tr td:nth-child(3)")).as("last use").isNotBlank();
			page.navigate(this.first.url() + "/team");
			shot(page, "team");
			page.navigate(this.first.url() + "/audit");
			assertThat(page.textContent("#audit-table")).contains("Passkey added", "Signed in", "Person joined");
			shot(page, "audit");
		}
		assertThat(this.problems).isEmpty();
	}

	@Test
	void sendsTheHeadersToARealBrowserAndWorksInDarkAndNarrow() {
		Member member = this.portal.person("dark@example.com", this.business, Role.OWNER);
		try (BrowserContext context = context(ColorScheme.DARK, 390)) {
			Page page = page(context);
			Response response = page.navigate(this.first.url() + "/sign-in");
			assertThat(response.headers()).containsEntry("content-security-policy",
					"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
							+ "form-action 'self'; frame-ancestors 'none'; base-uri 'none'");
			assertThat(page.getAttribute("html", "data-bs-theme")).isEqualTo("dark");
			page.fill("#email", member.email());
			page.fill("#password", TestPortal.PASSWORD);
			page.keyboard().press("Enter");
			page.waitForURL("**/sign-in/code");
			page.fill("#code", member.code());
			page.keyboard().press("Enter");
			page.waitForURL("**/profile");
			for (String path : List.of("/profile", "/team", "/audit", "/businesses")) {
				page.navigate(this.first.url() + path);
				shot(page, "dark" + path.replace('/', '-'));
				assertThat((Integer) page.evaluate("document.documentElement.scrollWidth")).as("width of " + path)
					.isLessThanOrEqualTo(390);
			}
		}
		assertThat(this.problems).isEmpty();
	}

	/** The staff reviews, approves and prices a business; each page in both looks. */
	@Test
	void theStaffReviewsAndPricesABusiness() {
		TestPortal.Copy staff = this.portal.start(Audience.STAFF);
		UUID id = this.portal.business();
		this.portal.owner(OnboardingCases.class).open(id, Actor.INSTALLATION);
		this.portal.onboarding().fill(id, BusinessType.COMPANY, Actor.INSTALLATION);
		this.portal.owner(FillOnboarding.class).submit(id, Actor.INSTALLATION);
		UUID document = this.portal.owner(OnboardingCases.class)
			.find(id)
			.orElseThrow()
			.documents(Requirement.PAN_CARD)
			.getFirst()
			.documentId();
		Member member = this.portal.person("console@example.com", null, Role.KYC_REVIEWER, Role.OPERATOR,
				Role.ONBOARDING);
		String page1 = "/operation/businesses/" + id;
		Map<String, String> pages = Map.of("queue", "/review", "case", "/review/" + id, "document",
				"/review/" + id + "/documents/" + document + "?zoom=50&turn=90", "businesses", "/operation/businesses",
				"business", page1, "prices", page1 + "/prices", "limits", page1 + "/limits", "nodal-accounts",
				"/operation/nodal-accounts");
		for (ColorScheme look : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
			for (int width : List.of(1280, 390)) {
				try (BrowserContext context = context(look, width)) {
					Page page = signedIn(context, staff, member);
					pages.forEach((name, path) -> {
						page.navigate(staff.url() + path);
						shot(page, "staff-" + name + "-" + look.name().toLowerCase(Locale.ROOT) + "-" + width);
						assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
							.as("width of " + path)
							.isLessThanOrEqualTo(width);
					});
					page.navigate(staff.url() + page1 + "/prices");
					page.fill("#row-0 input[name=flat]", "3.50");
					page.fill("#start",
							LocalDateTime.now(India.ZONE).plusDays(1).truncatedTo(ChronoUnit.MINUTES).toString());
					page.click("#preview-button");
					assertThat(page.textContent("#preview-card")).contains("₹3.50", "₹0.63");
					shot(page, "staff-preview-" + look.name().toLowerCase(Locale.ROOT) + "-" + width);
					page.fill("#reason", "agreed with the merchant");
					page.click("#propose-button");
					page.waitForURL("**/operation/changes");
					shot(page, "staff-changes-" + look.name().toLowerCase(Locale.ROOT) + "-" + width);
				}
			}
		}
		assertThat(this.problems).isEmpty();
	}

	private Page signedIn(BrowserContext context, TestPortal.Copy copy, Member member) {
		Page page = page(context, copy);
		page.navigate(copy.url() + "/sign-in");
		page.fill("#email", member.email());
		page.fill("#password", TestPortal.PASSWORD);
		page.keyboard().press("Enter");
		page.waitForURL("**/sign-in/code");
		page.fill("#code", member.code());
		page.keyboard().press("Enter");
		page.waitForURL("**/profile");
		return page;
	}

	private BrowserContext context(ColorScheme look, int width) {
		return this.browser
			.newContext(new Browser.NewContextOptions().setColorScheme(look).setViewportSize(width, 900));
	}

	/** Console errors, and requests to another origin, are problems. */
	private Page page(BrowserContext context) {
		return page(context, this.first);
	}

	private Page page(BrowserContext context, TestPortal.Copy copy) {
		Page page = context.newPage();
		page.onConsoleMessage((message) -> {
			if (message.type().equals("error")) {
				this.problems.add(message.text());
			}
		});
		page.onPageError(this.problems::add);
		page.onRequest((request) -> {
			if (!request.url().startsWith(copy.url().toString()) && !request.url().startsWith("data:")) {
				this.problems.add("request to " + request.url());
			}
		});
		return page;
	}

	private static void shot(Page page, String name) {
		page.screenshot(
				new Page.ScreenshotOptions().setPath(Path.of("target/screenshots", name + ".png")).setFullPage(true));
	}

	/**
	 * The artifact's own driver has 216 MB; npm's package of the same version does the
	 * same.
	 */
	private static boolean layOutDriver() throws IOException, InterruptedException {
		if (Files.exists(DRIVER.resolve("package/cli.js"))) {
			return true;
		}
		Files.createDirectories(DRIVER);
		return run("npm", "pack", "--silent", "playwright-core@" + DRIVER_VERSION)
				&& run("tar", "xzf", "playwright-core-" + DRIVER_VERSION + ".tgz");
	}

	private static boolean run(String... command) throws InterruptedException {
		try {
			return new ProcessBuilder(command).directory(DRIVER.toFile())
				.redirectErrorStream(true)
				.redirectOutput(DRIVER.resolve("log").toFile())
				.start()
				.waitFor() == 0;
		}
		catch (IOException ex) {
			return false;
		}
	}

}
