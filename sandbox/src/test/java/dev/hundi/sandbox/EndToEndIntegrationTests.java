package dev.hundi.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.bank.BankReference;
import dev.hundi.business.ApiKeys;
import dev.hundi.person.Role;
import dev.hundi.sandbox.client.MerchantClient;
import dev.hundi.sandbox.server.StartFailedException;
import dev.hundi.time.India;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import org.springframework.jdbc.core.simple.JdbcClient;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndToEndIntegrationTests {

	private static final long OPENING_PAISE = 10_000_00;

	private static final long CHARGED_PAISE = 100_00 + 2_00 + 36;

	/**
	 * Payouts without a response of the bank. They start first, since they take long.
	 */
	private final Map<Merchant.Target, Silent> silent = new HashMap<>();

	private Path directory;

	private Platform platform;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.directory = directory;
		this.platform = Platform.builder(this.directory)
			.run(Application.STAFF, Application.Mode.IN_PROCESS)
			.set(Application.API, "hundi.rate-limits.reads=off")
			.set(Application.STREAM, "hundi.dispatch.enquiry-schedule=1s", "hundi.dispatch.enquiry-interval=100ms",
					"hundi.dispatch.banks.sandbox.call-timeout=10s")
			.start();
		for (Merchant.Target target : List.of(Merchant.PAID_BUT_SILENT, Merchant.NOT_PAID_AND_SILENT,
				Merchant.UPI_TIMEOUT)) {
			Merchant merchant = merchant();
			this.silent.put(target, new Silent(merchant, merchant.pay(target, "100.00")));
		}
	}

	@AfterAll
	void stop() {
		this.platform.close();
	}

	private Merchant merchant() {
		return Merchant.with(this.platform, this.directory, OPENING_PAISE);
	}

	@Test
	void paysAndNotifiesWithUtr() {
		Merchant merchant = merchant();
		UUID payout = merchant.pay(Merchant.SUCCESS, "100.00");
		JsonNode record = merchant.terminal(payout);
		assertThat(record.path("status").asInt()).isEqualTo(11);
		assertThat(record.path("utr").asString()).matches("[0-9]{12}");
		assertThat(record.path("transactionReference")).isEqualTo(record.path("utr"));
		assertThat(merchant.stages(payout)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED", "SUCCESS");
		assertThat(merchant.availablePaise()).isEqualTo(OPENING_PAISE - CHARGED_PAISE);
		merchant.assertNotified(payout, "Initiated", "Successful");
		merchant.assertBankPaid(payout, 1);
		merchant.assertBooksAreRight();
	}

	@Test
	void aUsedSandboxStartsAlthoughItsFirstPayoutFails() {
		DemoBusiness business = new DemoBusinesses(this.platform, this.directory).create("Asha Traders", 1_000_00,
				true);
		FirstPayout payout = new FirstPayout(
				new MerchantClient(this.platform.apiUrl(), business.apiKey(), business.signingKey()),
				this.platform.receiver());
		ByteArrayOutputStream printed = new ByteArrayOutputStream();
		PrintStream out = new PrintStream(printed, true, UTF_8);
		assertThatThrownBy(() -> payout.run(business.name(), out)).as("the wallet has ₹1,000")
			.isInstanceOf(StartFailedException.class);
		payout.runIfPossible(business.name(), out);
		assertThat(printed.toString(UTF_8)).contains("was not successful", "INSUFFICIENT_BALANCE", "--fresh");
		printed.reset();
		this.platform.bean(ApiKeys.class).revoke(business.apiKey());
		await().untilAsserted(() -> {
			printed.reset();
			payout.runIfPossible(business.name(), out);
			assertThat(printed.toString(UTF_8)).contains("was not successful", "401", "--fresh");
		});
	}

	@Test
	void writesOnlyWhatAFreshStartDeletes() {
		assertThat(this.directory).isDirectoryNotContaining((entry) -> !SandboxData.has(entry));
	}

	@Test
	void refundsAFailedPayout() {
		Merchant merchant = merchant();
		UUID payout = merchant.pay(Merchant.FAILURE, "100.00");
		JsonNode record = merchant.terminal(payout);
		assertThat(record.path("status").asInt()).isEqualTo(12);
		assertThat(record.path("responseCode").asString()).isEqualTo("BENEFICIARY_ACCOUNT_INVALID");
		assertThat(record.path("utr").isNull()).isTrue();
		assertThat(merchant.availablePaise()).isEqualTo(OPENING_PAISE);
		merchant.assertNotified(payout, "Initiated", "Failed");
		merchant.assertBankPaid(payout, 0);
		merchant.assertBooksAreRight();
	}

	@Test
	void failsWithoutMovementOnInsufficientBalance() {
		Merchant merchant = merchant();
		UUID payout = merchant.pay(Merchant.SUCCESS, "10000.00");
		JsonNode record = merchant.terminal(payout);
		assertThat(record.path("status").asInt()).isEqualTo(12);
		assertThat(record.path("responseCode").asString()).isEqualTo("INSUFFICIENT_BALANCE");
		assertThat(merchant.stages(payout)).containsExactly("CREATED", "FAILED");
		assertThat(merchant.availablePaise()).isEqualTo(OPENING_PAISE);
		merchant.assertNotified(payout, "Initiated", "Failed");
		merchant.assertBankPaid(payout, 0);
		merchant.assertBooksAreRight();
	}

	@Test
	void loadsTheStatementOfTheBank(@TempDir Path files) throws Exception {
		new DemoBusinesses(this.platform, this.directory).openNodalAccount();
		Merchant merchant = merchant();
		UUID payout = merchant.pay(Merchant.SUCCESS, "100.00");
		JsonNode record = merchant.terminal(payout);
		JdbcClient jdbc = JdbcClient.create(this.platform.dataSource());
		String line = "SELECT kind, amount_paise, utr, rail, counterparty_account FROM bank_statement_line WHERE reference = ?";
		await().pollInterval(Duration.ofSeconds(1)).until(() -> {
			stateToday();
			return !jdbc.sql(line).param(BankReference.of(payout)).query().listOfRows().isEmpty();
		});
		assertThat(jdbc.sql(line).param(BankReference.of(payout)).query().singleRow()).containsEntry("kind", "PAYMENT")
			.containsEntry("amount_paise", 100_00L)
			.containsEntry("utr", record.path("utr").asString())
			.containsEntry("rail", "IMPS")
			.containsEntry("counterparty_account", "026291800001191");
		assertThat(jdbc.sql("SELECT count(*) FROM bank_statement_problem").query(Long.class).single()).isZero();
		assertThat(jdbc
			.sql("""
					SELECT count(*) FROM bank_statement_line l JOIN wallet w USING (virtual_account_number)
					  JOIN ledger_transaction t ON t.kind = 'TOPUP' AND t.reference = l.utr AND t.business_id = w.business_id
					 WHERE l.kind = 'CREDIT' AND l.amount_paise = :opening
					""")
			.param("opening", OPENING_PAISE)
			.query(Long.class)
			.single()).isPositive();
		Operator operator = Operator.of(this.platform, this.directory, Role.FINANCE_MAKER);
		assertThat(operator.answer("statements", "list").toString()).contains("\"format\":\"CAMT053\"");
		Path file = Files.writeString(files.resolve("no-statement.txt"), "Nothing");
		String upload = operator.answer("statements", "load", file.toString(), "--reason", "The day is missing")
			.path("uploadId")
			.asString();
		assertThat(operator.refused("statements", "approve", upload, "--reason", "It is mine"))
			.contains("role_missing");
		assertThat(operator.as(Role.FINANCE_CHECKER)
			.answer("statements", "approve", upload, "--reason", "I compared it with the bank")
			.path("known")
			.asBoolean(true)).isFalse();
		await().until(() -> jdbc.sql("SELECT count(*) FROM bank_statement_problem WHERE file_name = 'no-statement.txt'")
			.query(Long.class)
			.single() == 1);
	}

	/** Writes the statement of today, if it has new entries. */
	private void stateToday() throws Exception {
		URI statements = this.platform.bankUrl().resolve("/statements/" + LocalDate.now(India.ZONE));
		try (HttpClient http = HttpClient.newHttpClient()) {
			HttpRequest state = HttpRequest.newBuilder(statements).POST(HttpRequest.BodyPublishers.noBody()).build();
			assertThat(http.send(state, HttpResponse.BodyHandlers.discarding()).statusCode()).isEqualTo(200);
		}
	}

	@Test
	void enquiresAboutAPendingPayoutUntilItSucceeds() {
		Merchant merchant = merchant();
		UUID payout = merchant.pay(Merchant.PENDING_THEN_SUCCESS, "100.00");
		assertThat(merchant.terminal(payout).path("status").asInt()).isEqualTo(11);
		assertThat(merchant.stages(payout)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED",
				"BANK_ACKNOWLEDGED", "SUCCESS");
		merchant.assertNotified(payout, "Initiated", "Successful");
		merchant.assertBankPaid(payout, 1);
		merchant.assertBooksAreRight();
	}

	@Test
	void enquiresAboutAPendingPayoutUntilItFails() {
		Merchant merchant = merchant();
		UUID payout = merchant.pay(Merchant.PENDING_THEN_FAILURE, "100.00");
		assertThat(merchant.terminal(payout).path("status").asInt()).isEqualTo(12);
		assertThat(merchant.availablePaise()).isEqualTo(OPENING_PAISE);
		merchant.assertNotified(payout, "Initiated", "Failed");
		merchant.assertBankPaid(payout, 0);
		merchant.assertBooksAreRight();
	}

	@Test
	void refundsAPayoutThatTheBankReturns() {
		Merchant merchant = merchant();
		UUID payout = merchant.pay(Merchant.RETURNED, "100.00");
		await().atMost(Duration.ofSeconds(120)).until(() -> merchant.payout(payout).path("status").asInt() == 12);
		JsonNode record = merchant.payout(payout);
		assertThat(record.path("responseCode").asString()).isEqualTo("RETURNED_BY_BANK");
		assertThat(merchant.stages(payout)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED", "SUCCESS",
				"RETURNED");
		assertThat(merchant.availablePaise()).isEqualTo(OPENING_PAISE);
		merchant.assertNotified(payout, "Initiated", "Successful", "Failed");
		merchant.assertBankPaid(payout, 1);
		merchant.assertBooksAreRight();
	}

	@Test
	void refundsAReturnThatTheBankCallsBackBeforeItAnswersTheOrder() throws Exception {
		Merchant merchant = merchant();
		behave("{\"delayMs\": 3000, \"returnDelayMs\": 200}");
		try {
			UUID payout = merchant.pay(Merchant.RETURNED, "100.00");
			await().atMost(Duration.ofSeconds(120)).until(() -> merchant.payout(payout).path("status").asInt() == 12);
			assertThat(merchant.stages(payout)).endsWith("SUCCESS", "RETURNED");
			assertThat(merchant.availablePaise()).isEqualTo(OPENING_PAISE);
			merchant.assertBooksAreRight();
		}
		finally {
			behave("{\"delayMs\": 20, \"returnDelayMs\": 5000}");
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "NO_UTR", "SAME_UTR", "OTHER_AMOUNT" })
	void keepsAPayoutInDoubtWhileTheBankMisreportsIt(String misreport) throws Exception {
		Merchant merchant = merchant();
		UUID first = merchant.pay(Merchant.SUCCESS, "100.00");
		assertThat(merchant.terminal(first).path("status").asInt()).isEqualTo(11);
		behave("{\"misreport\": \"" + misreport + "\"}");
		try {
			List<UUID> payouts = List.of(merchant.pay(Merchant.SUCCESS, "100.00"),
					merchant.pay(Merchant.SUCCESS, "100.00"));
			await().atMost(Duration.ofSeconds(120))
				.until(() -> payouts.stream()
					.map(this::reviews)
					.anyMatch((kinds) -> kinds.contains("BANK_IMPLAUSIBLE")));
			behave("{\"misreport\": \"NONE\"}");
			for (UUID payout : payouts) {
				assertThat(merchant.terminal(payout).path("status").asInt()).isEqualTo(11);
				assertThat(reviews(payout)).isEmpty();
				merchant.assertBankPaid(payout, 1);
			}
			merchant.assertBooksAreRight();
		}
		finally {
			behave("{\"misreport\": \"NONE\"}");
		}
	}

	private List<String> reviews(UUID payout) {
		return JdbcClient.create(this.platform.dataSource())
			.sql("SELECT kind FROM manual_review WHERE subject_id = :id")
			.param("id", payout)
			.query(String.class)
			.list();
	}

	private void behave(String change) throws Exception {
		try (HttpClient http = HttpClient.newHttpClient()) {
			HttpRequest behaviour = HttpRequest.newBuilder(this.platform.bankUrl().resolve("/behaviour"))
				.POST(HttpRequest.BodyPublishers.ofString(change))
				.build();
			assertThat(http.send(behaviour, HttpResponse.BodyHandlers.discarding()).statusCode()).isEqualTo(200);
		}
	}

	@Test
	void paysABeneficiaryWithNameMismatchAndOpensAManualReview() {
		Merchant merchant = merchant();
		UUID payout = merchant.pay(Merchant.MISMATCH, "100.00");
		assertThat(merchant.terminal(payout).path("status").asInt()).isEqualTo(11);
		String beneficiary = merchant.payout(payout).path("beneficiaryId").asString();
		await().atMost(Duration.ofMinutes(2))
			.untilAsserted(() -> assertThat(JdbcClient.create(this.platform.dataSource())
				.sql("SELECT kind || ': ' || detail FROM manual_review WHERE subject_id = :id::uuid")
				.param("id", beneficiary)
				.query(String.class)
				.list())
				.containsExactly("BENEFICIARY_MISMATCH: Given as \"Ramesh Kumar\", the bank has \"SURESH GUPTA\""));
	}

	@Test
	void detectsPaymentAfterABankTimeout() {
		Silent asked = Objects.requireNonNull(this.silent.get(Merchant.PAID_BUT_SILENT));
		Merchant merchant = asked.merchant();
		UUID payout = asked.payout();
		assertThat(merchant.terminal(payout).path("status").asInt()).isEqualTo(11);
		assertThat(merchant.stages(payout)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED", "IN_DOUBT",
				"SUCCESS");
		assertThat(merchant.availablePaise()).isEqualTo(OPENING_PAISE - CHARGED_PAISE);
		merchant.assertNotified(payout, "Initiated", "Successful");
		merchant.assertBankPaid(payout, 1);
		merchant.assertBooksAreRight();
	}

	@Test
	void detectsNonPaymentAfterABankTimeout() {
		Silent asked = Objects.requireNonNull(this.silent.get(Merchant.NOT_PAID_AND_SILENT));
		Merchant merchant = asked.merchant();
		UUID payout = asked.payout();
		assertThat(merchant.terminal(payout).path("status").asInt()).isEqualTo(12);
		assertThat(merchant.stages(payout)).containsExactly("CREATED", "WALLET_DEBITED", "DISPATCHED", "IN_DOUBT",
				"FAILED");
		assertThat(merchant.availablePaise()).isEqualTo(OPENING_PAISE);
		merchant.assertNotified(payout, "Initiated", "Failed");
		merchant.assertBankPaid(payout, 0);
		merchant.assertBooksAreRight();
	}

	@Test
	void paysAVpaAndSettlesOneAfterATimeout() {
		Merchant merchant = merchant();
		UUID paid = merchant.pay(Merchant.UPI_SUCCESS, "100.00");
		UUID invalid = merchant.pay(Merchant.UPI_INVALID, "100.00");
		assertThat(merchant.terminal(paid).path("status").asInt()).isEqualTo(11);
		assertThat(merchant.terminal(invalid).path("responseCode").asString()).isEqualTo("BENEFICIARY_VPA_INVALID");
		Silent asked = Objects.requireNonNull(this.silent.get(Merchant.UPI_TIMEOUT));
		int settled = asked.merchant().terminal(asked.payout()).path("status").asInt();
		asked.merchant().assertBankPaid(asked.payout(), (settled == 11) ? 1 : 0);
		merchant.assertBooksAreRight();
	}

	private record Silent(Merchant merchant, UUID payout) {
	}

	@Nested
	class Docs extends DocsIntegrationTests {

		Docs() {
			super(EndToEndIntegrationTests.this.platform, EndToEndIntegrationTests.this.directory);
		}

	}

	@Nested
	class Guide extends GuideIntegrationTests {

		Guide() {
			super(EndToEndIntegrationTests.this.platform, EndToEndIntegrationTests.this.directory);
		}

	}

	@Nested
	class Reference extends ReferenceIntegrationTests {

		Reference() {
			super(EndToEndIntegrationTests.this.platform, EndToEndIntegrationTests.this.directory);
		}

	}

}
