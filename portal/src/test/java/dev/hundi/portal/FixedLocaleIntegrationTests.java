package dev.hundi.portal;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.TestDay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Numbers, amounts and times are written alike for all people, whatever language the
 * browser prefers and the machine has.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FixedLocaleIntegrationTests {

	/** Its digits are others, and German groups and separates in another way. */
	private static final Locale MACHINE = Locale.forLanguageTag("ar-EG-u-nu-arab");

	private final Locale before = Locale.getDefault();

	private final Desk desk = new Desk(TestPortal.shared(), TestPortal.sharedCopy(Audience.MERCHANT), "locale");

	private final UUID paid = this.desk.paid(1_23_456_78);

	private final Visitor owner = this.desk.as(Role.OWNER);

	private final Map<String, String> pages = pages();

	@AfterEach
	void restore() {
		Locale.setDefault(this.before);
	}

	@Test
	void theTextsHaveWhatALanguageWouldChange() {
		assertThat(this.pages.get("/payouts/" + this.paid)).contains("₹1,23,456.78", " IST");
		assertThat(this.pages.get("/profile")).isEqualTo("Unused recovery codes: 0");
	}

	@ParameterizedTest
	@ValueSource(strings = { "de-DE,de;q=0.9", "hi-IN", "ar-EG", "fa-IR-u-nu-arabext" })
	void pagesDoNotFollowTheBrowser(String languages) {
		this.pages.forEach((path, text) -> assertThat(text(path, languages)).as(path).isEqualTo(text));
	}

	@Test
	void pagesDoNotFollowTheMachine() {
		Locale.setDefault(MACHINE);
		assertThat("%d".formatted(7)).as("a text that follows it").isNotEqualTo("7");
		this.pages.forEach((path, text) -> assertThat(text(path, "en")).as(path).isEqualTo(text));
	}

	/** The events of the trail keep moments as they are stored. */
	@Test
	void theAuditTrailShowsTimesAsOtherPagesDo() {
		LocalDate today = TestDay.inIndia(Duration.ofMinutes(1));
		this.desk.as(Role.CHECKER)
			.post("/approvals/away", Map.of("person", this.desk.member(Role.VIEWER).id().toString(), "from",
					today.toString(), "to", today.toString()));
		assertThat(this.owner.get("/audit?act=APPROVALS_DELEGATED").textOf("audit-table"))
			.contains(TestPortal.shown(today) + ", 00:00:00 IST",
					TestPortal.shown(today.plusDays(1)) + ", 00:00:00 IST")
			.doesNotContain(":00Z");
	}

	private Map<String, String> pages() {
		return List
			.of("/payouts", "/payouts/" + this.paid, "/payouts/export?format=CSV", "/wallet", "/wallet/statements",
					"/profile", "/approvals/rules", "/bulk", "/beneficiaries", "/developers/webhooks")
			.stream()
			.collect(Collectors.toMap((path) -> path, (path) -> text(path, "en")));
	}

	private String text(String path, String languages) {
		Visitor.Page page = this.owner.get(path, "Accept-Language", languages);
		assertThat(page.status()).as(path).isEqualTo(200);
		// The sessions of the profile show when they were used last.
		return path.contains("export") ? page.body()
				: page.document().select(path.equals("/profile") ? "#unused-codes" : "#content").text();
	}

}
