package dev.hundi.portal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.payout.PayoutOptions;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.ManyMovements;
import dev.hundi.testing.TestDay;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.time.India;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Balances, movements, statements and how to add money. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WalletIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	@SuppressWarnings("NullAway.Init")
	private Desk desk;

	@SuppressWarnings("NullAway.Init")
	private Desk other;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@BeforeAll
	void start() {
		this.merchants = TestPortal.sharedCopy(Audience.MERCHANT);
		this.desk = new Desk(this.portal, this.merchants, "asha-wallet");
		this.other = new Desk(this.portal, this.merchants, "other-wallet");
		this.desk.business().rules("10.00", 50_000_00, false);
		this.desk.paid(1_500_00);
		this.desk.refused(2_500_00);
	}

	@ParameterizedTest
	@EnumSource(names = { "OWNER", "MAKER", "CHECKER", "DEVELOPER", "VIEWER" })
	void aRoleReachesItsPagesOnly(Role role) {
		boolean reads = role != Role.DEVELOPER;
		for (String page : List.of("/wallet", "/wallet/funding", "/wallet/statements", "/wallet/statements/live")) {
			assertThat(this.desk.as(role).get(page).status()).as(page).isEqualTo(reads ? 200 : 403);
		}
		assertThat(this.desk.as(role).post("/wallet/statements", Map.of("from", "x")).status())
			.isEqualTo(reads ? 302 : 403);
		assertThat(this.desk.as(role).get("/wallet/statements/" + UUID.randomUUID() + "/file").status())
			.isEqualTo(reads ? 404 : 403);
	}

	@Test
	void theWalletShowsBalancesAndMovementsWithARunningBalance() {
		Visitor.Page page = this.desk.as(Role.VIEWER).get("/wallet");
		assertThat(page.textOf("available")).isEqualTo("₹9,98,494.10");
		assertThat(page.textOf("spendable")).isEqualTo("₹8,48,644.69");
		assertThat(page.document().select("#movement-table tbody tr td:nth-child(2)").eachText())
			.containsExactly("Reversal of a payout", "Payout", "Payout", "Money received");
		assertThat(page.document().select("#movement-table tbody tr td:last-child").eachText())
			.containsExactly("₹9,98,494.10", "₹9,95,988.20", "₹9,98,494.10", "₹10,00,000.00");
		assertThat(page.textOf("summary")).contains("Credits: 2, total ₹10,02,505.90", "Debits: 2, total ₹4,011.80");
		assertThat(this.other.as(Role.VIEWER).get("/wallet").document().select("#movement-table tbody tr")).hasSize(1);
	}

	@ParameterizedTest
	@EnumSource(names = { "OWNER", "MAKER", "CHECKER", "DEVELOPER", "VIEWER" })
	void ownersAndCheckersSetTheLowBalanceAlert(Role role) {
		boolean may = role == Role.OWNER || role == Role.CHECKER;
		Visitor visitor = this.other.as(role);
		assertThat(visitor.post("/wallet/low-balance", Map.of("amount", "50000")).status()).isEqualTo(may ? 302 : 403);
		if (!may) {
			return;
		}
		assertThat(visitor.get("/wallet").document().select("#low-amount").val()).isEqualTo("50000.00");
		assertThat(this.desk.as(role).get("/wallet").document().select("#low-amount").val()).isEmpty();
		for (String wrong : List.of("x", "0", "-1", "1.234")) {
			Visitor.Page refused = visitor.post("/wallet/low-balance", Map.of("amount", wrong)).follow();
			assertThat(refused.text()).as(wrong).contains("Enter rupees above 0");
			assertThat(refused.document().select("#low-amount").val()).as("kept").isEqualTo(wrong);
		}
		assertThat(visitor.get("/wallet").submit("#low-balance", Map.of("amount", "1,00,000.50")).status())
			.isEqualTo(302);
		assertThat(visitor.get("/wallet").document().select("#low-amount").val()).isEqualTo("100000.50");
		assertThat(visitor.get("/wallet").submit("#low-balance", Map.of("amount", " ")).follow().text())
			.contains("The alert is turned off.");
		assertThat(visitor.get("/wallet").document().select("#low-amount").val()).isEmpty();
		assertThat(this.other.as(Role.OWNER).get("/audit").text()).contains("Low-balance alert changed");
	}

	@Test
	void twoPeopleDoNotOverwriteEachOthersLowBalanceAlert() {
		Desk own = new Desk(this.portal, this.merchants, "alerts");
		Visitor.Page late = own.as(Role.CHECKER).get("/wallet");
		Visitor.Page twice = own.as(Role.OWNER).get("/wallet");
		Visitor.Page early = own.as(Role.OWNER).get("/wallet");
		assertThat(early.submit("#low-balance", Map.of("amount", "100")).follow().textOf("notice"))
			.isEqualTo("The alert is set.");
		Visitor.Page wrong = late.submit("#low-balance", Map.of("amount", "x")).follow();
		Visitor.Page refused = wrong.submit("#low-balance", Map.of("amount", "900")).follow();
		assertThat(refused.textOf("problem")).startsWith("Another person has changed the alert");
		assertThat(refused.document().select("#low-amount").val()).isEqualTo("100.00");
		assertThat(late.submit("#low-balance", Map.of("amount", "")).follow().textOf("problem"))
			.startsWith("Another person has changed the alert");
		assertThat(twice.submit("#low-balance", Map.of("amount", "100.00")).follow().textOf("notice"))
			.as("what the person chose is set already")
			.isEqualTo("The alert is set.");
		assertThat(own.as(Role.OWNER)
			.get("/audit?act=LOW_BALANCE_LINE_CHANGED")
			.document()
			.select("#audit-table tbody tr")).hasSize(1);
		assertThat(refused.submit("#low-balance", Map.of("amount", "900")).follow().textOf("notice"))
			.isEqualTo("The alert is set.");
	}

	@Test
	void theExpectedBalanceCountsWhatIsOrdered() {
		LocalDate today = TestDay.inIndia(Duration.ofMinutes(1));
		Desk busy = new Desk(this.portal, this.merchants, "busy");
		busy.business().rules("10.00", 50_000_00, false);
		busy.business().payout(1_000_00, 0, 0);
		Instant day = Instant.now().plus(Duration.ofDays(2));
		busy.made(2_000_00, new PayoutOptions(day, false, Map.of(), null, List.of(), null));
		busy.made(4_000_00, new PayoutOptions(null, true, Map.of(), null, List.of(), null));
		Visitor.Page page = busy.as(Role.VIEWER).get("/wallet");
		DateTimeFormatter days = DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH);
		assertThat(page.document().select("#expected-table tbody tr").eachText()).containsExactly(
				days.format(today) + " 0 0 ₹1,000.00 ₹8,49,000.00",
				days.format(India.dateOf(day)) + " 1 0 ₹2,005.90 ₹8,46,994.10");
		assertThat(page.textOf("expected")).contains("₹8,46,994.10");
		assertThat(page.textOf("unapproved")).contains("₹4,005.90");
	}

	@Test
	void theExpectedBalanceCountsRowsThatAFileInReleaseDoesNotHaveYet() {
		Desk busy = new Desk(this.portal, this.merchants, "releasing");
		UUID released = busy.business().payout(1_000_00, 0, 0);
		WithoutTriggers
			.sql(this.portal.jdbc(),
					"""
							WITH file AS (
							  INSERT INTO bulk_file (business_id, file_name, format, size_bytes, sha256, release_mode, changed_by, uploaded_by, status, released_by, released_at, people_needed,
							                         rows_read, valid_rows, total_paise, valid_paise, debit_paise, released_debit_paise)
							  VALUES ('%1$s', 'a.csv', 'CSV', 1, sha256('x'), 'VALID_ROWS', 'pk_1', 'pk_1', 'RELEASING', 'pk_2', now(), 1, 3, 3, 300000, 300000, 300000, 100000)
							  RETURNING bulk_file_id
							)
							UPDATE payout SET source = 'BULK', bulk_file_id = file.bulk_file_id, bulk_row_number = 1 FROM file WHERE payout_id = '%2$s'
							"""
						.formatted(busy.id(), released))
			.update();
		assertThat(busy.as(Role.VIEWER).get("/wallet").document().select("#expected-table tbody tr").eachText())
			.singleElement()
			.asString()
			.contains("₹3,000.00");
	}

	@Test
	void movementsAreFoundByIdTextAndDays() {
		UUID movement = this.portal.jdbc()
			.sql("SELECT movement_id FROM wallet_movement WHERE business_id = :id AND type = 'PAYOUT_REVERSAL'")
			.param("id", this.desk.id())
			.query(UUID.class)
			.single();
		Visitor.Page one = this.desk.as(Role.VIEWER).get("/wallet?q=" + movement);
		assertThat(one.document().select("#movement-table tbody tr")).hasSize(1);
		assertThat(one.textOf("summary")).startsWith("Matching credits: 1, total ").doesNotContain("balance");
		assertThat(this.desk.as(Role.VIEWER).get("/wallet?q=money+for").document().select("#movement-table tbody tr"))
			.hasSize(1);
		assertThat(this.desk.as(Role.VIEWER).get("/wallet?q=Ramesh").document().select("#movement-table tbody tr"))
			.hasSize(3);
		assertThat(this.desk.as(Role.VIEWER).get("/wallet?from=2020-01-01&to=2020-02-01").text())
			.contains("No movements found.");
		assertThat(this.desk.as(Role.VIEWER).get("/wallet?from=2020-13-01").textOf("days-error")).contains("dates");
		assertThat(this.other.as(Role.VIEWER).get("/wallet?q=" + movement).text()).contains("No movements found.");
	}

	@Test
	void olderMovementsFollow() {
		Desk many = new Desk(this.portal, TestPortal.sharedCopy(Audience.MERCHANT), "many-movements");
		for (int i = 0; i < 60; i++) {
			ManyMovements.addOne(this.portal.dataSource(), many.id());
		}
		Visitor.Page first = many.as(Role.VIEWER).get("/wallet?q=One+%25+more+");
		assertThat(first.text()).contains("No movements found.");
		first = many.as(Role.VIEWER).get("/wallet?q=One+more");
		String older = Objects.requireNonNull(first.document().getElementById("older")).attr("href");
		assertThat(first.document().select("#movement-table tbody tr")).hasSize(50);
		Visitor.Page second = many.as(Role.VIEWER).get(older);
		assertThat(second.document().select("#movement-table tbody tr")).hasSize(10);
		assertThat(second.document().getElementById("older")).isNull();
	}

	@Test
	void aStatementIsAskedForWrittenAndDownloaded() throws IOException {
		Visitor visitor = this.desk.as(Role.VIEWER);
		Visitor.Page asked = visitor.get("/wallet/statements")
			.submit("#ask", Map.of("from", "2026-01-01", "to", "2026-01-31", "format", "CSV"))
			.follow();
		assertThat(asked.textOf("asked")).contains("1 Jan 2026, 00:00:00", "1 Feb 2026, 00:00:00", "CSV", "Waiting");
		assertThat(asked.document().select("#asked").attr("hx-get")).isEqualTo("/wallet/statements/live");
		assertThat(visitor.get("/wallet/statements")
			.submit("#ask", Map.of("from", "2999-01-01", "format", "CSV"))
			.follow()
			.textOf("problem")).isEqualTo("The first day must not be in the future.");
		byte[] content = "written by batch-jobs\n".getBytes(StandardCharsets.UTF_8);
		Path file = this.portal.fileStore().resolve("wallet-export/statement.csv");
		Files.createDirectories(file.getParent());
		Files.write(file, content);
		UUID id = this.portal.jdbc()
			.sql("""
					UPDATE wallet_export SET status = 'DONE', due_at = NULL, completed_at = now(), row_count = 50000, truncated = true,
					       size_bytes = :size, sha256 = sha256(''), stored_as = 'wallet-export/statement.csv', expires_at = now() + interval '1 day'
					 WHERE business_id = :id AND format = 'CSV' RETURNING export_id
					""")
			.param("size", content.length)
			.param("id", this.desk.id())
			.query(UUID.class)
			.single();
		Visitor.Page written = visitor.get("/wallet/statements/live");
		assertThat(written.document().select("#asked").hasAttr("hx-get")).as("still asks").isFalse();
		assertThat(written.textOf("asked")).contains("Only the oldest 50,000 movements of the period.");
		Element link = Objects.requireNonNull(written.document().selectFirst("#asked a"));
		assertThat(visitor.get(link.attr("href")).body()).isEqualTo("written by batch-jobs\n");
		assertThat(visitor.get(link.attr("href")).header("Content-Disposition")).contains("20260101-20260131.csv");
		assertThat(this.other.as(Role.OWNER).get("/wallet/statements/" + id + "/file").status()).isEqualTo(404);
		Files.delete(file);
		assertThat(visitor.get(link.attr("href")).status()).isEqualTo(404);
		assertThat(visitor.get("/wallet/statements/live").text()).contains("Expired; request it again");
	}

	@Test
	void monthlyStatementsAreListed() {
		this.portal.jdbc().sql("""
				WITH export AS (
				  INSERT INTO wallet_export (business_id, kind, format, since, until, last_sequence, file_name)
				  VALUES (:id, 'STATEMENT', 'PDF', '2026-10-01 00:00+05:30', '2026-11-01 00:00+05:30', 0,
				          'wallet-BIZ00000000-20261001-20261031.pdf') RETURNING business_id, export_id
				)
				INSERT INTO monthly_export (business_id, month, format, export_id)
				SELECT business_id, '2026-10-01', 'PDF', export_id FROM export
				""").param("id", this.other.id()).update();
		assertThat(this.other.as(Role.OWNER)
			.get("/wallet/statements")
			.document()
			.select("section[aria-labelledby=monthly-title] tbody tr")
			.text()).contains("1 Oct 2026, 00:00:00", "PDF", "Waiting");
	}

	@Test
	void addingMoneyShowsTheAccountAndAQrCode() {
		assertThat(this.desk.as(Role.VIEWER).get("/wallet/funding").text())
			.contains("Your business has no account for top-ups.");
		this.portal.transactions()
			.executeWithoutResult((transaction) -> this.portal.owner(NodalAccounts.class)
				.activate(new NodalAccount("Hundi Payouts", "HDFC0000060", "HDFC Bank", "Fort", "CURRENT",
						List.of("IMPS", "UPI"))));
		Visitor.Page page = this.desk.as(Role.VIEWER).get("/wallet/funding");
		String account = this.portal.jdbc()
			.sql("SELECT virtual_account_number FROM wallet WHERE business_id = :id")
			.param("id", this.desk.id())
			.query(String.class)
			.single();
		assertThat(page.textOf("funding-account")).isEqualTo(account);
		assertThat(page.document().select("[data-copy]")).hasSize(6);
		assertThat(page.document().select("svg.qr path").attr("d")).startsWith("M");
	}

}
