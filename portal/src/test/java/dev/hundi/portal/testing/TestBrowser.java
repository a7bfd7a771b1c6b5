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
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.ScreenshotType;
import com.microsoft.playwright.options.ViewportSize;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A real Chromium, which all tests of a JVM share; each has windows of its own. It
 * records as problems what a page must not do: errors on the console and requests to
 * another origin. Of each page one picture is written to {@code target/screenshots}, and
 * with {@code -Dtest.screenshots=true} every width and look. Playwright has one thread,
 * so that only one thread of the JVM uses it.
 */
public final class TestBrowser implements AutoCloseable {

	private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

	/**
	 * The same engine without the windows of Chromium, which are drawn for each page even
	 * if nothing shows them. Not its script, which does not pass signals on.
	 */
	private static final Path WITHOUT_WINDOWS = Path.of("/usr/lib/chromium/chromium-headless-shell");

	private static final Path PACKAGES = Path.of("target/npm");

	/** Of the artifact in the pom. */
	private static final String PLAYWRIGHT = "playwright-core-1.62.0";

	private static final String AXE = "axe-core-4.14.1";

	/** Long enough for a busy machine. */
	private static final Duration TIMEOUT = Duration.ofMinutes(2);

	private static final Path PICTURES = Path.of("target/screenshots");

	/** Of a window, in CSS pixels. */
	private static final int HEIGHT = 900;

	/**
	 * The larger width of both looks. A page is laid out anew before its next frame, and
	 * again as soon as its width is asked for in another look: nothing is drawn for it.
	 */
	private static final String LAID_OUT_WIDTH = """
			() => new Promise((done) => requestAnimationFrame(() => {
			  const root = document.documentElement;
			  const shown = root.dataset.bsTheme;
			  const widths = ["light", "dark"].map((look) => {
			    root.dataset.bsTheme = look;
			    return root.scrollWidth;
			  });
			  root.dataset.bsTheme = shown;
			  done(Math.max(...widths));
			}))
			""";

	/** Lists whose chosen text does not fit into them. */
	private static final String CUT_LISTS = """
			() => {
			  const pen = document.createElement("canvas").getContext("2d");
			  return [...document.querySelectorAll("select:not([multiple])")].filter((list) => {
			    if (list.offsetParent === null || list.selectedIndex < 0) {
			      return false;
			    }
			    const style = getComputedStyle(list);
			    pen.font = style.font;
			    return pen.measureText(list.selectedOptions[0].text).width
			      > list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
			  }).map((list) => list.name + ": " + list.selectedOptions[0].text);
			}
			""";

	/** A page changes its look a moment after it has been asked to. */
	private static final String SHOWN = """
			(look) => new Promise((done) => {
			  const wait = () => document.documentElement.dataset.bsTheme === look ? done() : requestAnimationFrame(wait);
			  wait();
			})
			""";

	/** Draws without the emulation of a graphics card, which costs most of the time. */
	private static final List<String> ARGUMENTS = List.of("--no-sandbox", "--disable-gpu",
			"--disable-software-rasterizer");

	private static final boolean EVERY_PICTURE = Boolean.getBoolean("test.screenshots");

	private static final int JPEG_QUALITY = 60;

	/** To take a picture. */
	private static final int ATTEMPTS = 5;

	private static @Nullable Browser shared;

	private final List<String> problems = new ArrayList<>();

	private final List<BrowserContext> contexts = new ArrayList<>();

	private final Browser browser;

	private TestBrowser(Browser browser) {
		this.browser = browser;
	}

	/**
	 * Starts Chromium unless it runs; the calling test is skipped where it is not
	 * installed.
	 */
	public static TestBrowser start() {
		assumeTrue(Files.isExecutable(executable()), "Chromium is not installed");
		return new TestBrowser(browser());
	}

	private static Path executable() {
		return Files.isExecutable(WITHOUT_WINDOWS) ? WITHOUT_WINDOWS : CHROMIUM;
	}

	private static synchronized Browser browser() {
		if (shared == null) {
			// The artifact's own driver has 216 MB; npm's package of the same version
			// does the same.
			System.setProperty("playwright.cli.dir", npm(PLAYWRIGHT).toAbsolutePath().toString());
			Playwright playwright = Playwright.create(new Playwright.CreateOptions()
				.setEnv(Map.of("PLAYWRIGHT_NODEJS_PATH", "/usr/bin/node", "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
			Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
			shared = playwright.chromium()
				.launch(new BrowserType.LaunchOptions().setExecutablePath(executable()).setArgs(ARGUMENTS));
		}
		return shared;
	}

	/** A window without cookies. */
	public BrowserContext context(ColorScheme look, int width) {
		BrowserContext context = this.browser.newContext(new Browser.NewContextOptions().setColorScheme(look)
			.setReducedMotion(ReducedMotion.REDUCE)
			.setViewportSize(width, HEIGHT));
		this.contexts.add(context);
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
	 * Looks at the present page in light and dark: it fits into every width, the chosen
	 * texts of its lists fit at the largest one, and axe-core finds nothing. At the end
	 * the page has its look and size again.
	 * @param name of its picture
	 * @param widths in CSS pixels, two or more: at the last one axe-core checks
	 * everything in the look of the page and what depends on colours in the other look,
	 * at the first one all but the contrast of colours in the other look
	 */
	public static void inspect(Page page, String name, int... widths) {
		ViewportSize before = page.viewportSize();
		ColorScheme look = isDark(page) ? ColorScheme.DARK : ColorScheme.LIGHT;
		for (int i = widths.length - 1; i >= 0; i--) {
			String picture = "%s-%d".formatted(name, widths[i]);
			resize(page, widths[i]);
			assertThat((Integer) page.evaluate(LAID_OUT_WIDTH)).as("width of " + picture)
				.isLessThanOrEqualTo(widths[i]);
			if (EVERY_PICTURE) {
				shotOfBothLooks(page, picture);
			}
			if (i == widths.length - 1) {
				assertThat((List<?>) page.evaluate(CUT_LISTS)).as("cut texts of " + picture).isEmpty();
				assertThat(violations(page, Rules.ALL)).as(picture).isEmpty();
				show(page, opposite(look));
				assertThat(violations(page, Rules.OF_COLOURS)).as(picture + " in the other look").isEmpty();
			}
			else if (i == 0) {
				assertThat(violations(page, Rules.ALL_BUT_CONTRAST)).as(picture).isEmpty();
			}
		}
		show(page, look);
		resize(page, before.width);
		if (!EVERY_PICTURE) {
			shot(page, name);
		}
	}

	private static void shotOfBothLooks(Page page, String picture) {
		ColorScheme look = isDark(page) ? ColorScheme.DARK : ColorScheme.LIGHT;
		for (ColorScheme one : List.of(opposite(look), look)) {
			show(page, one);
			shot(page, picture + "-" + one.name().toLowerCase(Locale.ROOT));
		}
	}

	/** A window that has a size is not drawn again for it. */
	private static void resize(Page page, int width) {
		if (page.viewportSize().width != width) {
			page.setViewportSize(width, HEIGHT);
		}
	}

	private static ColorScheme opposite(ColorScheme look) {
		return (look == ColorScheme.LIGHT) ? ColorScheme.DARK : ColorScheme.LIGHT;
	}

	private static boolean isDark(Page page) {
		return Objects.equals("dark", page.getAttribute("html", "data-bs-theme"));
	}

	private static void show(Page page, ColorScheme look) {
		page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(look));
		page.evaluate(SHOWN, look.name().toLowerCase(Locale.ROOT));
	}

	/**
	 * What axe-core finds against WCAG 2.2 AA and its own best practices: a line for each
	 * element.
	 */
	public static List<String> accessibilityProblems(Page page) {
		return violations(page, Rules.ALL);
	}

	@SuppressWarnings("unchecked")
	private static List<String> violations(Page page, Rules rules) {
		if (Objects.equals(false, page.evaluate("'axe' in window"))) {
			page.evaluate(AxeScript.TEXT);
		}
		// Otherwise axe-core would parse every style sheet for a rule that is not in use.
		return (List<String>) page.evaluate("""
				async (rules) => (await axe.run({ resultTypes: ["violations"], preload: { assets: ["media"] },
				    ...JSON.parse(rules) })).violations.flatMap(
				  (violation) => violation.nodes.map((node) => violation.id + ": " + node.html))
				  .concat([...document.querySelectorAll("[id]")].map((one) => one.id)
				    .filter((id, at, all) => all.indexOf(id) !== at).map((id) => "duplicate id: " + id))
				""", rules.options);
	}

	/**
	 * Writes a picture of a page for people: what the window shows, or with
	 * {@code -Dtest.screenshots=true} the whole page, which takes ten times as long.
	 */
	public static void shot(Page page, String name) {
		Page.ScreenshotOptions options = new Page.ScreenshotOptions();
		if (EVERY_PICTURE) {
			options.setPath(PICTURES.resolve(name + ".png")).setFullPage(true);
		}
		else {
			options.setPath(PICTURES.resolve(name + ".jpg")).setType(ScreenshotType.JPEG).setQuality(JPEG_QUALITY);
		}
		for (int attempt = 1; !shot(page, options, attempt == ATTEMPTS); attempt++) {
			page.evaluate("() => new Promise(requestAnimationFrame)");
		}
	}

	/** Chromium on a busy machine may answer that it has no frame to copy yet. */
	private static boolean shot(Page page, Page.ScreenshotOptions options, boolean last) {
		try {
			page.screenshot(options);
			return true;
		}
		catch (PlaywrightException ex) {
			if (last || !String.valueOf(ex.getMessage()).contains("Unable to capture screenshot")) {
				throw ex;
			}
			return false;
		}
	}

	/** What pages did that they must not do. */
	public List<String> problems() {
		return List.copyOf(this.problems);
	}

	@Override
	public void close() {
		this.contexts.forEach(BrowserContext::close);
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

	/** Rules of axe-core. */
	private enum Rules {

		ALL("{}"),

		ALL_BUT_CONTRAST("{\"rules\": {\"color-contrast\": {\"enabled\": false}}}"),

		/** Only its colour distinguishes a link from the text around it. */
		OF_COLOURS("{\"runOnly\": [\"color-contrast\", \"link-in-text-block\"]}");

		private final String options;

		Rules(String options) {
			this.options = options;
		}

	}

	/** Read once. */
	private static final class AxeScript {

		static final String TEXT = read();

		private static String read() {
			try {
				return Files.readString(npm(AXE).resolve("package/axe.min.js"));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
