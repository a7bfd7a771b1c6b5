package dev.hundi.sandbox;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

import dev.hundi.portal.testing.TestBrowser;
import dev.hundi.testing.TestDay;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Journeys of people in real browsers on the whole platform. They share one platform,
 * whose start takes as long as one of them; finance comes first, because it closes a day
 * of all businesses.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class JourneysIntegrationTests {

	@SuppressWarnings("NullAway.Init")
	private Platform platform;

	@SuppressWarnings("NullAway.Init")
	private DemoBusinesses demo;

	@SuppressWarnings("NullAway.Init")
	private DemoBusiness business;

	@BeforeAll
	void start(@TempDir Path directory) {
		// The books begin with the money of the demo business, and finance closes each
		// day.
		TestDay.inIndia(Duration.ofMinutes(10));
		TestBrowser.start();
		this.platform = Platform.builder(directory)
			.run(Application.PORTAL, Application.Mode.IN_PROCESS)
			.run(Application.STAFF, Application.Mode.IN_PROCESS)
			.set(Application.BATCH, "hundi.reconciliation.poll-interval=200ms", "hundi.statement.poll-interval=200ms")
			.start();
		this.demo = new DemoBusinesses(this.platform, directory);
		this.demo.openNodalAccount();
		this.business = this.demo.create("Asha Traders", 10_000_00, true);
	}

	@AfterAll
	void stop() {
		if (this.platform != null) {
			this.platform.close();
		}
	}

	@Test
	@Order(1)
	void twoPeopleResolveABreakUndoItAndSignTheDayOff() throws IOException, InterruptedException {
		try (TestBrowser browser = TestBrowser.start()) {
			new FinanceDeskJourney().run(browser, this.platform, this.demo);
			assertThat(browser.problems()).isEmpty();
		}
	}

	@Test
	@Order(2)
	void aFileIsUploadedReleasedPaidAndFoundAgain() {
		TestDay.inIndia(Duration.ofMinutes(5));
		try (TestBrowser browser = TestBrowser.start()) {
			MerchantDeskJourney.run(browser, this.platform.url(Part.PORTAL), this.business);
			assertThat(browser.problems()).isEmpty();
		}
	}

	@Test
	@Order(3)
	void fromAnInvitationToTheFirstLivePayout() {
		try (TestBrowser browser = TestBrowser.start()) {
			new NewcomerJourney(browser, this.platform, this.demo.staff()).run();
			assertThat(browser.problems()).isEmpty();
		}
	}

}
