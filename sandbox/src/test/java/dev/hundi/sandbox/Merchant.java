package dev.hundi.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import dev.hundi.bank.BankReference;
import dev.hundi.sandbox.client.MerchantClient;
import dev.hundi.sandbox.receiver.ReceivedWebhook;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A test merchant: initiates payouts through the signed API and compares API, wallet,
 * ledger, bank records and webhooks.
 */
final class Merchant {

	static final Target SUCCESS = Target.account("026291800001191", "YESB0000262");

	static final Target FAILURE = Target.account("026291800001190", "YESB0000262");

	static final Target PENDING_THEN_SUCCESS = Target.account("00224412311300", "YESB0000001");

	static final Target PENDING_THEN_FAILURE = Target.account("7766666351000", "YESB0000001");

	static final Target RETURNED = Target.account("02014457596969", "CITI0000001");

	static final Target MISMATCH = Target.account("00000000404", "YESB0000001");

	static final Target PAID_BUT_SILENT = Target.account("00000000504", "YESB0000001");

	static final Target NOT_PAID_AND_SILENT = Target.account("00000000503", "YESB0000001");

	static final Target UPI_SUCCESS = new Target("U", Map.of("vpa", "success@upi"));

	static final Target UPI_INVALID = new Target("U", Map.of("vpa", "invalid@upi"));

	static final Target UPI_TIMEOUT = new Target("U", Map.of("vpa", "timeout@upi"));

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	private static final HttpClient http = HttpClient.newHttpClient();

	private final Platform platform;

	private final MerchantClient client;

	private final Map<Map<String, String>, String> beneficiaries = new HashMap<>();

	private Merchant(Platform platform, DemoBusiness business) {
		this.platform = platform;
		this.client = new MerchantClient(platform.apiUrl(), business.apiKey(), business.signingKey());
	}

	/** A new business with money in its wallet, in paise. */
	static Merchant with(Platform platform, Path directory, long balancePaise) {
		return new Merchant(platform,
				new DemoBusinesses(platform, directory).create("Asha Traders", balancePaise, true));
	}

	static Merchant of(Platform platform, DemoBusiness business) {
		return new Merchant(platform, business);
	}

	/** A beneficiary target and its rail. */
	record Target(String rail, Map<String, String> fields) {

		static Target account(String accountNumber, String ifsc) {
			return new Target("I", Map.of("accountNumber", accountNumber, "ifsc", ifsc));
		}

	}

	MerchantClient client() {
		return this.client;
	}

	/** Initiates a payout and returns its id. */
	UUID pay(Target target, String amount) {
		String beneficiary = this.beneficiaries.computeIfAbsent(target.fields(), this::register);
		return UUID
			.fromString(this.client
				.postPayout(UUID.randomUUID().toString(),
						Map.of("beneficiaryId", beneficiary, "amount", amount, "transactionType", target.rail(),
								"merchantReferenceId", "ORD-1"))
				.expect(200)
				.data()
				.path("payoutTransactionId")
				.asString());
	}

	private String register(Map<String, String> target) {
		Map<String, String> body = new HashMap<>(target);
		body.put("name", "Ramesh Kumar");
		body.put("phoneNumber", "9876543210");
		return this.client.post("/v1/beneficiaries", body).expect(201).data().path("beneficiaryId").asString();
	}

	/** The payout's record in the API. */
	JsonNode payout(UUID payout) {
		return this.client.get("/v1/payouts/" + payout).expect(200).data().get(0);
	}

	/** Waits until a payout is terminal and returns its record. */
	JsonNode terminal(UUID payout) {
		await().atMost(PATIENCE).until(() -> Set.of(11, 12).contains(payout(payout).path("status").asInt()));
		return payout(payout);
	}

	/** The stages of the timeline in the API, oldest first. */
	List<String> stages(UUID payout) {
		return this.client.get("/v1/payouts/" + payout + "/status-events")
			.expect(200)
			.data()
			.valueStream()
			.map((event) -> event.path("stage").asString())
			.toList();
	}

	/** The wallet's balance in the API, in paise. */
	long availablePaise() {
		return Long.parseLong(this.client.get("/v1/wallet").expect(200).data().path("availablePaise").asString());
	}

	/**
	 * Waits for the webhooks of a payout and checks that each event arrived once with
	 * valid signatures.
	 */
	void assertNotified(UUID payout, String... events) {
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventsReceived(payout)).containsOnlyKeys(events));
		for (ReceivedWebhook webhook : this.platform.receiver().received(payout.toString())) {
			assertThat(webhook.verified()).as("signatures of %s", webhook).isTrue();
		}
		assertThat(eventsReceived(payout).values()).as("webhook ids of each event of %s", payout)
			.allSatisfy((ids) -> assertThat(ids).hasSize(1));
	}

	/** Webhook ids by event. */
	private Map<String, Set<String>> eventsReceived(UUID payout) {
		Map<String, Set<String>> events = new HashMap<>();
		for (ReceivedWebhook webhook : this.platform.receiver().received(payout.toString())) {
			JsonNode body = JsonMapper.shared().readTree(webhook.body());
			assertThat(body.path("data").path("payoutTransactionId").asString()).isEqualTo(payout.toString());
			events.computeIfAbsent(body.path("event").asString(), (event) -> new HashSet<>())
				.add(body.path("payoutWebhookId").asString());
		}
		return events;
	}

	/**
	 * Checks how often the bank paid a payout and how much it took back.
	 */
	void assertBankPaid(UUID payout, int times) {
		URI ledger = this.platform.bankUrl().resolve("/ledger?reference=" + BankReference.of(payout));
		JsonNode entries = JsonMapper.shared().readTree(get(ledger)).path("entries");
		long paid = entries.valueStream().filter((entry) -> entry.path("kind").asString().equals("PAYMENT")).count();
		assertThat(paid).as("payments at the bank for payout %s: %s", payout, entries).isEqualTo(times);
	}

	/** Checks all money invariants in the database. */
	void assertBooksAreRight() {
		assertThat(JdbcClient.create(this.platform.dataSource())
			.sql("SELECT rule || ': ' || subject FROM money_violation")
			.query(String.class)
			.list()).isEmpty();
	}

	private static byte[] get(URI url) {
		try {
			return http.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofByteArray()).body();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
