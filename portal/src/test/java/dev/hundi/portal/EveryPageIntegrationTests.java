package dev.hundi.portal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.web.Section;
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

	private static final int[] WIDTHS = { 390, 1280, 1920 };

	private static final int PAGE_BYTES = 150_000;

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

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
		Member member = this.portal.person("all@" + name + ".example",
				(audience == Audience.MERCHANT) ? this.business : null, Role.of(audience).toArray(Role[]::new));
		Map<String, Section> sections = copy.context().getBeansOfType(Section.class);
		TreeSet<String> paths = new TreeSet<>();
		sections.values()
			.stream()
			.filter((section) -> !section.page().equals("/"))
			.forEach((section) -> paths.add(section.page()));
		List<String> found = new ArrayList<>();
		for (ColorScheme look : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
			try (BrowserContext context = this.browser.context(look, WIDTHS[1])) {
				Page page = this.browser.page(context, copy.url());
				page.navigate(copy.url() + "/sign-in");
				TestBrowser.accessibilityProblems(page).forEach((problem) -> found.add("/sign-in " + problem));
				TestBrowser.signIn(page, copy.url(), member);
				for (String path : paths) {
					Response response = page.navigate(copy.url() + path);
					assertThat(response.status()).as(path).isEqualTo(200);
					assertThat(response.body().length).as("bytes of " + path).isLessThan(PAGE_BYTES);
					TestBrowser.accessibilityProblems(page)
						.forEach((problem) -> found.add(look + " " + path + " " + problem));
					for (int width : WIDTHS) {
						page.setViewportSize(width, 900);
						assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
							.as("width of " + path)
							.isLessThanOrEqualTo(width);
						TestBrowser.shot(page, name + path.replace('/', '-') + "-"
								+ look.name().toLowerCase(Locale.ROOT) + "-" + width);
					}
				}
			}
		}
		assertThat(found).isEmpty();
		assertThat(this.browser.problems()).isEmpty();
	}

	@Test
	void theKeyboardAloneReachesTheFormAndTheFocusIsVisible() {
		TestPortal.Copy copy = this.portal.start(Audience.MERCHANT);
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
