package dev.hundi.portal.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A real Chromium. It records as problems what a page must not do: errors on the console
 * and requests to another origin. With {@code -Dtest.screenshots=true}, screenshots are
 * written to {@code target/screenshots}.
 */
public final class TestBrowser implements AutoCloseable {

	private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

	private static final Path PACKAGES = Path.of("target/npm");

	/** Of the artifact in the pom. */
	private static final String PLAYWRIGHT = "playwright-core-1.62.0";

	private static final String AXE = "axe-core-4.14.1";

	/** Long enough for a busy machine. */
	private static final Duration TIMEOUT = Duration.ofMinutes(2);

	/** Draws without the emulation of a graphics card, which costs most of the time. */
	private static final List<String> ARGUMENTS = List.of("--no-sandbox", "--disable-gpu",
			"--disable-software-rasterizer");

	private final List<String> problems = new ArrayList<>();

	private final Playwright playwright;

	private final Browser browser;

	private TestBrowser(Path driver) {
		System.setProperty("playwright.cli.dir", driver.toAbsolutePath().toString());
		this.playwright = Playwright.create(new Playwright.CreateOptions()
			.setEnv(Map.of("PLAYWRIGHT_NODEJS_PATH", "/usr/bin/node", "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
		this.browser = this.playwright.chromium()
			.launch(new BrowserType.LaunchOptions().setExecutablePath(CHROMIUM).setArgs(ARGUMENTS));
	}

	/** Starts Chromium; the calling test is skipped where it is not installed. */
	public static TestBrowser start() {
		assumeTrue(Files.isExecutable(CHROMIUM), "Chromium is not installed");
		// The artifact's own driver has 216 MB; npm's package of the same version does
		// the same.
		return new TestBrowser(npm(PLAYWRIGHT));
	}

	/** A window without cookies. */
	public BrowserContext context(ColorScheme look, int width) {
		BrowserContext context = this.browser
			.newContext(new Browser.NewContextOptions().setColorScheme(look).setViewportSize(width, 900));
		context.setDefaultTimeout(TIMEOUT.toMillis());
		context.setDefaultNavigationTimeout(TIMEOUT.toMillis());
		return context;
	}

	/** A page whose problems are recorded. */
	public Page page(BrowserContext context, URI origin) {
		Page page = context.newPage();
		page.onConsoleMessage((message) -> {
			if (message.type().equals("error")) {
				this.problems.add(page.url() + ": " + message.text());
			}
		});
		page.onPageError((error) -> this.problems.add(page.url() + ": " + error));
		page.onRequest((request) -> {
			if (!request.url().startsWith(origin.toString()) && !request.url().startsWith("data:")) {
				this.problems.add("request to " + request.url());
			}
		});
		return page;
	}

	/** Signs a person in with both factors. */
	public static void signIn(Page page, URI origin, Member member) {
		signIn(page, origin, member.email(), TestPortal.PASSWORD, member::code);
	}

	/** Signs a person in with both factors. */
	public static void signIn(Page page, URI origin, String email, String password, Supplier<String> code) {
		page.navigate(origin + "/sign-in");
		page.fill("#email", email);
		page.fill("#password", password);
		page.keyboard().press("Enter");
		page.waitForURL("**/sign-in/code");
		page.fill("#code", code.get());
		page.keyboard().press("Enter");
		page.waitForSelector("#person");
	}

	/**
	 * What axe-core finds against WCAG 2.2 AA and its own best practices: a line for each
	 * element.
	 */
	@SuppressWarnings("unchecked")
	public static List<String> accessibilityProblems(Page page) {
		try {
			page.evaluate(Files.readString(npm(AXE).resolve("package/axe.min.js")));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return (List<String>) page.evaluate("""
				async () => (await axe.run({ resultTypes: ["violations"] })).violations.flatMap(
				  (violation) => violation.nodes.map((node) => violation.id + ": " + node.html))
				  .concat([...document.querySelectorAll("[id]")].map((one) => one.id)
				    .filter((id, at, all) => all.indexOf(id) !== at).map((id) => "duplicate id: " + id))
				""");
	}

	/** Writes a screenshot for people, if they want screenshots; drawing is slow. */
	public static void shot(Page page, String name) {
		if (Boolean.getBoolean("test.screenshots")) {
			page.screenshot(new Page.ScreenshotOptions().setPath(Path.of("target/screenshots", name + ".png"))
				.setFullPage(true));
		}
	}

	/** What pages did that they must not do. */
	public List<String> problems() {
		return List.copyOf(this.problems);
	}

	@Override
	public void close() {
		this.playwright.close();
	}

	/** Unpacks a package of npm once; other test JVMs of the module may do so too. */
	private static synchronized Path npm(String nameAndVersion) {
		Path directory = PACKAGES.resolve(nameAndVersion);
		if (!Files.exists(directory)) {
			try {
				Path unpacked = Files.createTempDirectory(Files.createDirectories(PACKAGES), "unpacked");
				int version = nameAndVersion.lastIndexOf('-');
				run(unpacked, "npm", "pack", "--silent",
						nameAndVersion.substring(0, version) + "@" + nameAndVersion.substring(version + 1));
				run(unpacked, "tar", "xzf", nameAndVersion + ".tgz");
				Files.move(unpacked, directory, StandardCopyOption.ATOMIC_MOVE);
			}
			catch (IOException ex) {
				if (!Files.exists(directory)) {
					throw new UncheckedIOException(ex);
				}
			}
		}
		return directory;
	}

	private static void run(Path directory, String... command) throws IOException {
		try {
			int code = new ProcessBuilder(command).directory(directory.toFile())
				.redirectErrorStream(true)
				.redirectOutput(directory.resolve("log").toFile())
				.start()
				.waitFor();
			assertThat(code).as(String.join(" ", command) + ", see " + directory.resolve("log")).isZero();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
