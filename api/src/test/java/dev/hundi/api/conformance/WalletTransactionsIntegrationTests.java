package dev.hundi.api.conformance;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;

import dev.hundi.api.testing.Answer;
import dev.hundi.payout.ResponseCode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static dev.hundi.api.conformance.Integrator.bank;
import static dev.hundi.api.conformance.Integrator.encoded;
import static dev.hundi.api.conformance.Integrator.payoutTo;
import static dev.hundi.api.conformance.Integrator.upi;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code GET /v1/wallet/transactions}: every parameter, all fields of rows and summary,
 * and their sums.
 */
class WalletTransactionsIntegrationTests {

	private static final String PATH = "/v1/wallet/transactions";

	/** A business with 205 movements: a top-up and the debits of 204 payouts. */
	private static final Integrator crowd = new Integrator();

	/** A business with a movement of every type. */
	private static final Integrator few = new Integrator();

	private static final String suffix = Integrator.number();

	private static String paid = "";

	private static String failed = "";

	private static String returned = "";

	@BeforeAll
	static void moveMoney() {
		BehindTheApi.topUp(crowd, 1_000_000_00, "CROWD" + suffix, "Top-up");
		crowd.beneficiary(bank());
		crowd.merchant()
			.sql("""
					INSERT INTO payout (business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
					                    beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise,
					                    response_message)
					SELECT business_id, 'TXN20261121' || upper(left(md5(random()::text || n), 10)), beneficiary_id,
					       beneficiary_code, name, phone_number, account_number, ifsc, 'I', n * 100, 200, 36, 'Queued'
					  FROM generate_series(1, 204) AS n
					 CROSS JOIN (SELECT * FROM beneficiary WHERE business_id = :id LIMIT 1) AS b
					""");
		BehindTheApi.debit(crowd,
				BehindTheApi.jdbc()
					.sql("SELECT payout_id::text FROM payout WHERE business_id = :id")
					.param("id", crowd.businessId())
					.query(String.class)
					.list()
					.toArray(String[]::new));

		BehindTheApi.topUp(few, 10_000_00, "FIRST" + suffix, "Opening 100% _deposit");
		BehindTheApi.anotherMillisecond();
		String ramesh = few.beneficiary(bank().with("name", "Ramesh Kumar").with("accountNumber", "026291800001191"));
		String sita = few.beneficiary(upi().with("name", "सीता देवी முத்து").with("vpa", "Sita.Devi@okBank"));
		paid = few.payout(payoutTo(ramesh).with("amount", "1000.01").with("merchantReferenceId", "ORD/Paid-1"));
		BehindTheApi.succeed(few, paid, "PAIDUTR" + suffix, "PAIDREF" + suffix);
		BehindTheApi.anotherMillisecond();
		failed = few.payout(payoutTo(sita).with("transactionType", "U")
			.with("amount", "20.00")
			.with("merchantReferenceId", "ORD-2"));
		BehindTheApi.fail(few, failed, ResponseCode.BENEFICIARY_VPA_INVALID, "FAILREF" + suffix);
		BehindTheApi.anotherMillisecond();
		returned = few.payout(payoutTo(ramesh).with("amount", "30.00"));
		BehindTheApi.returnMoney(few, returned, "BACKUTR" + suffix, "BACKREF" + suffix);
		BehindTheApi.anotherMillisecond();
		BehindTheApi.topUp(few, 5_00, "SECOND" + suffix, "Second deposit");
	}

	@ParameterizedTest(name = "limit: \"{0}\" is {1} rows")
	@CsvSource({ "'', 50", "limit=1, 1", "limit=200, 200", "limit=201, 200", "limit=0, 1", "limit=-7, 1",
			"limit=99999999999999999999999, 200" })
	void limit(String query, int rows) {
		assertThat(crowd.read(PATH + "?" + query).path("rows").size()).isEqualTo(rows);
	}

	@ParameterizedTest(name = "offset: \"{0}\" begins at sequence {1} with {2} rows")
	@CsvSource({ "'', 205, 50", "offset=0, 205, 50", "offset=1, 204, 50", "offset=200, 5, 5", "offset=204, 1, 1",
			"offset=205, 0, 0", "offset=4000000000, 0, 0" })
	void offset(String query, int first, int count) {
		JsonNode rows = crowd.read(PATH + "?" + query).path("rows");

		assertThat(rows.size()).isEqualTo(count);
		assertThat(rows.path(0).path("sequence").asInt(0)).isEqualTo(first);
	}

	@Test
	void summaryCoversWindowNotPage() {
		assertThat(crowd.read(PATH + "?limit=3&offset=100").path("summary"))
			.isEqualTo(crowd.read(PATH).path("summary"));
	}

	@Test
	void sequencesAreContiguousWithRunningBalances() {
		for (Integrator integrator : List.of(crowd, few)) {
			long balance = 0;
			long sequence = 0;
			for (JsonNode row : oldestFirst(integrator)) {
				assertThat(row.path("sequence").asLong()).isEqualTo(++sequence);
				assertThat(paise(row, "balanceBeforePaise")).isEqualTo(balance);
				assertThat(paise(row, "totalPaise"))
					.isEqualTo(paise(row, "amountPaise") + paise(row, "commissionPaise") + paise(row, "gstPaise"));
				balance += isCredit(row) ? paise(row, "totalPaise") : -paise(row, "totalPaise");
				assertThat(paise(row, "balanceAfterPaise")).isEqualTo(balance);
			}
			assertThat(integrator.read("/v1/wallet").path("availablePaise").asString())
				.isEqualTo(Long.toString(balance));
		}
	}

	@Test
	void summaryAddsUpForEveryWindowWithSinceInclusiveAndUntilExclusive() {
		List<JsonNode> rows = oldestFirst(few);
		List<String> times = rows.stream().map((row) -> row.path("createdAt").asString()).toList();
		for (String since : times) {
			for (String until : times) {
				if (since.compareTo(until) <= 0) {
					List<JsonNode> expected = rows.stream()
						.filter((row) -> row.path("createdAt").asString().compareTo(since) >= 0)
						.filter((row) -> row.path("createdAt").asString().compareTo(until) < 0)
						.toList();
					JsonNode data = few.read(PATH + "?since=" + since + "&until=" + until);
					assertThat(data.path("rows").valueStream().toList().reversed()).isEqualTo(expected);
					assertSums(data.path("summary"), expected);
					assertAddsUp(data.path("summary"));
				}
			}
		}
		assertThat(times.getFirst()).isLessThan(times.getLast());
	}

	@Test
	void adjacentWindowsShareTheirBalance() {
		String middle = oldestFirst(few).get(3).path("createdAt").asString();
		JsonNode before = few.read(PATH + "?until=" + middle).path("summary");
		JsonNode after = few.read(PATH + "?since=" + middle).path("summary");

		assertThat(paise(before, "openingBalancePaise")).isZero();
		assertThat(after.path("openingBalancePaise")).isEqualTo(before.path("closingBalancePaise"));
		assertThat(after.path("closingBalancePaise")).isEqualTo(few.read("/v1/wallet").path("availablePaise"));
		assertThat(before.path("totalCount").asInt() + after.path("totalCount").asInt()).isEqualTo(7);
	}

	@ParameterizedTest(name = "a window without movements, {0}, is empty and adds up")
	@ValueSource(strings = { "until=2020-01-01T00:00:00Z", "since=2999-01-01T00:00:00Z",
			"since=0001-01-01T00:00:00Z&until=0001-01-01T00:00:00Z" })
	void emptyWindows(String query) {
		JsonNode data = few.read(PATH + "?" + query);

		assertThat(data.path("rows").size()).isZero();
		assertThat(data.path("summary").path("totalCount").asInt(-1)).isZero();
		assertThat(data.path("summary").path("openingBalancePaise"))
			.isEqualTo(data.path("summary").path("closingBalancePaise"));
		assertAddsUp(data.path("summary"));
	}

	@ParameterizedTest(name = "search finds {1} by {0}")
	@CsvSource({ "ord/paid-1, 2", "RD/PAID, 2", "PAIDUTR{suffix}, 2", "paidref{suffix}, 2", "first{suffix}, 1",
			"SECOND{suffix}, 7", "'opening 100% _dep', 1", "100%, 1", "%_deposit, 0", "सीता, '3 4'", "மு, '3 4'",
			"026291800001191, '2 5 6'", "okbank, '3 4'", "HDFC0000001, '2 5 6'", "PAYOUT_REVERSAL, '4 6'",
			"reversal, '4 6'", "topup, '1 7'", "CREDIT, '1 4 6 7'", "debit, '2 3 5'", "'Reversal of p', '4 6'",
			"'payout t', '2 3 4 5 6'", "'of payout tx', '4 6'", "{paid}, 2", "{failed}, '3 4'", "nothing, ''" })
	void search(String phrase, String sequences) {
		String text = phrase.replace("{suffix}", suffix).replace("{paid}", paid).replace("{failed}", failed);
		List<JsonNode> matching = oldestFirst(few).stream()
			.filter((row) -> List.of(sequences.split(" ", -1)).contains(row.path("sequence").asString()))
			.toList();

		JsonNode data = few.read(PATH + "?search=" + encoded(text));

		assertThat(data.path("rows").valueStream().toList().reversed()).isEqualTo(matching);
		assertSums(data.path("summary"), matching);
		assertThat(data.path("summary").path("openingBalancePaise").asString()).isEqualTo("0");
		assertThat(data.path("summary").path("closingBalancePaise"))
			.isEqualTo(few.read("/v1/wallet").path("availablePaise"));
	}

	@Test
	void searchFindsByMovementIdAndTransactionId() {
		JsonNode debit = oldestFirst(few).get(1);
		JsonNode topUp = oldestFirst(few).get(0);

		assertThat(found(debit.path("movementId").asString())).containsExactly("2");
		assertThat(found(topUp.path("movementId").asString())).containsExactly("1");
		assertThat(found(debit.path("transactionId").asString())).containsExactly("2");
		assertThat(found(debit.path("description").asString())).containsExactly("2");
		assertThat(found(oldestFirst(few).get(3).path("description").asString())).containsExactly("4");
	}

	/** As lists and statements show it, to be copied from there. */
	@Test
	void searchFindsByDescriptionWithNarration() {
		Integrator integrator = new Integrator();
		BehindTheApi.topUp(integrator, 10_000_00, "RENT" + Integrator.number(), "Top-up");
		String beneficiary = integrator.beneficiary(bank());
		BehindTheApi.debit(integrator, integrator.payout(payoutTo(beneficiary).with("narration", "Rent Nov")),
				integrator.payout(payoutTo(beneficiary).with("narration", "Rent Dec")));
		List<String> descriptions = Integrator.texts(integrator.read(PATH).path("rows"), "description");

		for (String description : descriptions.subList(0, 2)) {
			assertThat(description).matches("Payout TXN\\w{18}: Rent (Nov|Dec)");
			for (String phrase : List.of(description, description.substring(7), description.substring(0, 31))) {
				assertThat(Integrator.texts(
						integrator.read(PATH + "?search=" + encoded(phrase.toUpperCase(Locale.ROOT))).path("rows"),
						"description"))
					.as(phrase)
					.containsExactly(description);
			}
			assertThat(integrator.read(PATH + "?search=" + encoded(description + "x")).path("rows")).isEmpty();
			assertThat(integrator.read(PATH + "?search=" + encoded("Reversal of " + description)).path("rows"))
				.isEmpty();
		}
	}

	/** References may look like descriptions. */
	@Test
	void searchFindsReferencesThatBeginLikeDescriptions() {
		Integrator integrator = new Integrator();
		BehindTheApi.topUp(integrator, 10_000_00, "LIKE" + Integrator.number(), "Top-up");
		String beneficiary = integrator.beneficiary(bank());
		List<String> references = List.of("PAYOUT TXN-1001", "REFUND TXN-1001", "Reversal of payout TXN-5");
		for (String reference : references) {
			BehindTheApi.debit(integrator,
					integrator.payout(payoutTo(beneficiary).with("merchantReferenceId", reference)));
		}

		for (int i = 0; i < references.size(); i++) {
			JsonNode found = integrator.read(PATH + "?search=" + encoded(references.get(i)));
			assertThat(Integrator.texts(found.path("rows"), "sequence")).as(references.get(i))
				.containsExactly(Integer.toString(i + 2));
			assertThat(found.path("summary").path("totalCount").asInt()).isOne();
		}
	}

	@Test
	void searchRespectsWindowAndPage() {
		List<JsonNode> rows = oldestFirst(few);
		String since = rows.get(3).path("createdAt").asString();
		JsonNode data = few.read(PATH + "?search=payout&since=" + since);

		assertThat(Integrator.texts(data.path("rows"), "sequence")).containsExactly("6", "5", "4");
		assertThat(data.path("summary").path("openingBalancePaise")).isEqualTo(rows.get(3).path("balanceBeforePaise"));
		assertThat(data.path("summary").path("totalCount").asInt()).isEqualTo(3);
		JsonNode page = few.read(PATH + "?search=payout&limit=2&offset=1");
		assertThat(Integrator.texts(page.path("rows"), "sequence")).containsExactly("5", "4");
		assertThat(page.path("summary").path("totalCount").asInt()).isEqualTo(5);
		assertThat(crowd.read(PATH + "?search=payout").path("summary").path("totalCount").asInt()).isEqualTo(204);
	}

	@Test
	void summaryHasEveryField() {
		JsonNode summary = few.read(PATH).path("summary");

		assertThat(summary.propertyNames()).containsExactly("openingBalancePaise", "closingBalancePaise",
				"totalCreditPaise", "totalDebitPaise", "creditCount", "debitCount", "totalCount");
		assertThat(summary.propertyStream().filter((field) -> field.getKey().endsWith("Paise")))
			.allMatch((field) -> field.getValue().isString());
		assertThat(summary.propertyStream().filter((field) -> field.getKey().endsWith("Count")))
			.allMatch((field) -> field.getValue().isNumber());
		assertSums(summary, oldestFirst(few));
	}

	@ParameterizedTest(name = "movement {0} is a {1} ({2}) of {3}")
	@CsvSource({ "1, TOPUP, CREDIT, 1000000 + 0 + 0 = 1000000", "2, PAYOUT_DEBIT, DEBIT, 100001 + 400 + 72 = 100473",
			"3, PAYOUT_DEBIT, DEBIT, 2000 + 200 + 36 = 2236", "4, PAYOUT_REVERSAL, CREDIT, 2000 + 200 + 36 = 2236",
			"6, PAYOUT_REVERSAL, CREDIT, 3000 + 200 + 36 = 3236", "7, TOPUP, CREDIT, 500 + 0 + 0 = 500" })
	void rowAmounts(int sequence, String type, String direction, String sum) {
		JsonNode row = oldestFirst(few).get(sequence - 1);

		assertThat(row.propertyNames()).containsExactly("movementId", "sequence", "type", "direction", "amountPaise",
				"commissionPaise", "gstPaise", "totalPaise", "balanceBeforePaise", "balanceAfterPaise",
				"payoutTransactionId", "transactionId", "merchantReferenceId", "utr", "description", "metadata",
				"createdAt");
		assertThat(row.path("type").asString()).isEqualTo(type);
		assertThat(row.path("direction").asString()).isEqualTo(direction);
		assertThat("%s + %s + %s = %s".formatted(row.path("amountPaise").asString(),
				row.path("commissionPaise").asString(), row.path("gstPaise").asString(),
				row.path("totalPaise").asString()))
			.isEqualTo(sum);
	}

	@Test
	void rowsOfPayoutsNamePayoutAndTarget() {
		JsonNode row = oldestFirst(few).get(1);
		JsonNode payout = few.record(paid);

		assertThat(row.path("payoutTransactionId").asString()).isEqualTo(paid);
		assertThat(row.path("transactionId")).isEqualTo(payout.path("transactionId"));
		assertThat(row.path("merchantReferenceId").asString()).isEqualTo("ORD/Paid-1");
		assertThat(row.path("utr").asString()).isEqualTo("PAIDUTR" + suffix);
		assertThat(row.path("description").asString()).contains(payout.path("transactionId").asString());
		assertThat(row.path("metadata").path("beneficiaryName").asString()).isEqualTo("Ramesh Kumar");
		assertThat(row.path("createdAt").asString()).matches("[0-9-]{10}T[0-9:]{8}\\.[0-9]{3}Z");
	}

	@Test
	void rowsOfTopUpsNameNoPayout() {
		JsonNode row = oldestFirst(few).get(0);

		assertThat(row.path("payoutTransactionId").isNull()).isTrue();
		assertThat(row.path("transactionId").isNull()).isTrue();
		assertThat(row.path("merchantReferenceId").isNull()).isTrue();
		assertThat(row.path("utr").asString()).isEqualTo("FIRST" + suffix);
		assertThat(row.path("description").asString()).isEqualTo("Opening 100% _deposit");
		assertThat(row.path("metadata").isObject()).isTrue();
	}

	@ParameterizedTest(name = "{1} for {0}")
	@CsvSource({ "since=yesterday, since invalid", "until=2026-11-21, until invalid", "limit=x, limit invalid",
			"offset=-1, offset invalid", "status=all, status unknown_field", "search=a&search=b, search invalid" })
	void rejects(String query, String error) {
		Answer answer = few.get(PATH + "?" + query);

		assertThat(answer.refusal()).isEqualTo("400 validation_error");
		assertThat(answer.fieldErrors()).containsExactly(error);
	}

	private static List<String> found(String phrase) {
		return Integrator.texts(few.read(PATH + "?search=" + encoded(phrase)).path("rows"), "sequence");
	}

	private static List<JsonNode> oldestFirst(Integrator integrator) {
		List<JsonNode> newest = integrator.read(PATH + "?limit=200").path("rows").valueStream().toList();
		List<JsonNode> rest = integrator.read(PATH + "?limit=200&offset=200").path("rows").valueStream().toList();
		return Stream.concat(newest.stream(), rest.stream()).toList().reversed();
	}

	private static void assertSums(JsonNode summary, List<JsonNode> rows) {
		Predicate<JsonNode> credit = WalletTransactionsIntegrationTests::isCredit;
		assertThat(summary.path("creditCount").asLong(-1)).isEqualTo(rows.stream().filter(credit).count());
		assertThat(summary.path("debitCount").asLong(-1)).isEqualTo(rows.stream().filter(credit.negate()).count());
		assertThat(summary.path("totalCount").asLong(-1)).isEqualTo(rows.size());
		assertThat(paise(summary, "totalCreditPaise"))
			.isEqualTo(rows.stream().filter(credit).mapToLong((row) -> paise(row, "totalPaise")).sum());
		assertThat(paise(summary, "totalDebitPaise"))
			.isEqualTo(rows.stream().filter(credit.negate()).mapToLong((row) -> paise(row, "totalPaise")).sum());
	}

	private static void assertAddsUp(JsonNode summary) {
		assertThat(paise(summary, "openingBalancePaise") + paise(summary, "totalCreditPaise")
				- paise(summary, "totalDebitPaise"))
			.isEqualTo(paise(summary, "closingBalancePaise"));
	}

	private static boolean isCredit(JsonNode row) {
		return row.path("direction").asString().equals("CREDIT");
	}

	/** Paise are strings, never numbers. */
	private static long paise(JsonNode node, String field) {
		assertThat(node.path(field).isString()).as(field).isTrue();
		return Long.parseLong(node.path(field).asString());
	}

}
