package dev.hundi.portal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import dev.hundi.audit.Actor;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.Requirement;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Uploads;
import dev.hundi.testing.TestOnboarding;
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

	/** With scripts: uploads show their progress and a preview without a new page. */
	@Test
	void onboardsAProprietorship() {
		UUID onboarded = this.portal.business();
		this.portal.owner(OnboardingCases.class).open(onboarded, Actor.INSTALLATION);
		Member member = this.portal.person("onboarding@example.com", onboarded, Role.OWNER);
		Map<Requirement, String> values = TestOnboarding.values(BusinessType.PROPRIETORSHIP);
		try (BrowserContext context = context(ColorScheme.LIGHT, 1280)) {
			Page page = page(context);
			signIn(page, member);
			page.navigate(this.first.url() + "/onboarding");
			shot(page, "onboarding-empty");
			page.click("text=Your business");
			page.check("input[value=PROPRIETORSHIP]");
			fill(page, values, Requirement.LEGAL_NAME, Requirement.DESCRIPTION, Requirement.WEBSITE_URL);
			page.fill("#REFUND_POLICY_URL", "http://asha.in/refunds");
			page.click("text=Save");
			assertThat(page.textContent("#error-summary")).contains("must begin with https://");
			assertThat(page.evaluate("document.activeElement.id")).isEqualTo("error-summary");
			shot(page, "onboarding-error");
			fill(page, values, Requirement.REFUND_POLICY_URL);
			page.click("text=Save");
			for (String task : List.of("contact", "registration", "address", "bank")) {
				page.click("a[href$='/" + task + "']");
				fill(page, values, Requirement.values());
				page.click("button:has-text('Save')");
				page.waitForURL("**/onboarding");
			}
			page.click("a[href$='/principals']");
			page.fill("#principal-name", "Asha Devi");
			page.fill("#principal-designation", "Proprietor");
			page.fill("#principal-pan", "AABPA1234F");
			page.fill("#principal-aadhaar", "1234");
			page.click("text=Add >> nth=-1");
			for (String part : List.of("PAN", "AADHAAR")) {
				upload(page, "[id$='-" + part + "']", part + ".png", Uploads.picture("png", part));
			}
			shot(page, "onboarding-principals");
			page.click("text=All tasks");
			page.click("a[href$='/documents']");
			upload(page, "#PAN_CARD", "program.pdf", "MZ".getBytes(StandardCharsets.US_ASCII), "#error-summary");
			assertThat(page.textContent("#PAN_CARD-problem")).contains("not a PDF");
			shot(page, "onboarding-upload-error");
			for (String document : List.of("PAN_CARD", "ADDRESS_PROOF", "BANK_PROOF", "BANK_STATEMENT")) {
				upload(page, "#" + document, document + ".pdf", Uploads.pdf(document, 2));
			}
			page.waitForFunction("document.querySelector('img.preview').naturalWidth > 0");
			shot(page, "onboarding-documents");
			page.click("text=View >> nth=0");
			page.waitForFunction("document.querySelector('.document-page img').naturalWidth > 0");
			shot(page, "onboarding-document");
			page.navigate(this.first.url() + "/onboarding");
			shot(page, "onboarding-complete");
			page.click("text=Submit for review");
			assertThat(page.textContent("#standing")).isEqualTo("In review");
			shot(page, "onboarding-in-review");
		}
		try (BrowserContext context = context(ColorScheme.DARK, 390)) {
			Page page = page(context);
			signIn(page, member);
			for (String path : List.of("/onboarding", "/onboarding/tasks/business", "/onboarding/tasks/principals",
					"/onboarding/tasks/documents")) {
				page.navigate(this.first.url() + path);
				shot(page, "dark" + path.replace('/', '-'));
				assertThat((Integer) page.evaluate("document.documentElement.scrollWidth")).as("width of " + path)
					.isLessThanOrEqualTo(390);
			}
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

	private void signIn(Page page, Member member) {
		page.navigate(this.first.url() + "/sign-in");
		page.fill("#email", member.email());
		page.fill("#password", TestPortal.PASSWORD);
		page.keyboard().press("Enter");
		page.waitForURL("**/sign-in/code");
		page.fill("#code", member.code());
		page.keyboard().press("Enter");
		page.waitForURL("**/profile");
	}

	/** Fills in those of the fields that the page has. */
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

	private BrowserContext context(ColorScheme look, int width) {
		return this.browser
			.newContext(new Browser.NewContextOptions().setColorScheme(look).setViewportSize(width, 900));
	}

	/** Console errors, and requests to another origin, are problems. */
	private Page page(BrowserContext context) {
		Page page = context.newPage();
		page.onConsoleMessage((message) -> {
			if (message.type().equals("error")) {
				this.problems.add(message.text());
			}
		});
		page.onPageError(this.problems::add);
		page.onRequest((request) -> {
			if (!request.url().startsWith(this.first.url().toString()) && !request.url().startsWith("data:")) {
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
