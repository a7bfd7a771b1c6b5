package dev.hundi.sandbox;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestBrowser;

/**
 * Windows of the staff, one of each role. An act of the staff needs a second factor of
 * the last five minutes, for which a journey takes too long on a slow machine.
 */
final class StaffWindows {

	/** A code is taken once, so that no act has a new one. */
	private static final Duration CONFIRMED_FOR = Duration.ofMinutes(2);

	private final TestBrowser browser;

	private final URI staff;

	private final List<DemoPerson> all;

	private final Map<Page, DemoPerson> people = new HashMap<>();

	private final Map<Page, Instant> confirmedAt = new HashMap<>();

	StaffWindows(TestBrowser browser, URI staff, List<DemoPerson> all) {
		this.browser = browser;
		this.staff = staff;
		this.all = all;
	}

	Page signedIn(String role) {
		DemoPerson person = this.all.stream().filter((one) -> one.role().equals(role)).findFirst().orElseThrow();
		Page page = this.browser.page(this.browser.context(ColorScheme.LIGHT, 1280), this.staff);
		TestBrowser.signIn(page, this.staff, person.user(), person.password(), () -> code(person));
		this.people.put(page, person);
		this.confirmedAt.put(page, Instant.now());
		return page;
	}

	/** Before acts of a window, which shows another page afterwards. */
	void confirm(Page page) {
		if (Instant.now().isAfter(Objects.requireNonNull(this.confirmedAt.get(page)).plus(CONFIRMED_FOR))) {
			page.navigate(this.staff + "/confirm");
			page.fill("#code", code(Objects.requireNonNull(this.people.get(page))));
			page.keyboard().press("Enter");
			page.waitForURL((url) -> !url.endsWith("/confirm"));
			this.confirmedAt.put(page, Instant.now());
		}
	}

	void confirmAll() {
		this.people.keySet().forEach(this::confirm);
	}

	private static String code(DemoPerson person) {
		return Member.code(Member.base32(person.totpSecret()));
	}

}
