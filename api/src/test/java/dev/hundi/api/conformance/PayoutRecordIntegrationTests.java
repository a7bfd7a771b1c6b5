package dev.hundi.api.conformance;

import java.util.List;
import java.util.UUID;

import dev.hundi.payout.ResponseCode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static dev.hundi.api.conformance.Integrator.bank;
import static dev.hundi.api.conformance.Integrator.payoutTo;
import static dev.hundi.api.conformance.Integrator.upi;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code GET /v1/payouts/:payoutTransactionId}, its list item and its status events, in
 * every status.
 */
class PayoutRecordIntegrationTests {

	private static final Integrator integrator = new Integrator();

	private static final String suffix = Integrator.number();

	private static String beneficiary = "";

	private static String initiated = "";

	private static String pending = "";

	private static String successful = "";

	private static String failed = "";

	private static String poor = "";

	private static String returned = "";

	@BeforeAll
	static void pay() {
		BehindTheApi.topUp(integrator, 100_000_00, "MONEY" + suffix, "Money");
		beneficiary = integrator.beneficiary(bank().with("name", "Ramesh Kumar")
			.with("email", "ramesh@example.in")
			.with("accountNumber", "026291800001191")
			.with("ifsc", "YESB0000262"));
		initiated = integrator.payout(payoutTo(beneficiary));
		pending = integrator.payout(payoutTo(beneficiary));
		BehindTheApi.acknowledge(integrator, pending, "PENDREF" + suffix);
		successful = integrator
			.payout(payoutTo(beneficiary).with("amount", "25000.01").with("merchantReferenceId", "ORD-1"));
		BehindTheApi.succeed(integrator, successful, "UTR" + suffix, "REF" + suffix);
		failed = integrator
			.payout(payoutTo(integrator.beneficiary(upi().with("vpa", "sita@upi"))).with("transactionType", "U"));
		BehindTheApi.fail(integrator, failed, ResponseCode.BENEFICIARY_VPA_INVALID, "FAILREF" + suffix);
		returned = integrator.payout(payoutTo(beneficiary).with("transactionType", "N"));
		BehindTheApi.returnMoney(integrator, returned, "BACKUTR" + suffix, "BACKREF" + suffix);
		poor = integrator.payout(payoutTo(beneficiary).with("amount", "99999.00"));
		BehindTheApi.debit(integrator, poor);
		integrator.patch("/v1/beneficiaries/" + beneficiary, Body.empty().with("name", "Renamed").with("email", null));
	}

	@ParameterizedTest(name = "the successful payout''s {0} is {1}")
	@CsvSource({ "merchantReferenceId, ORD-1", "utr, UTR{suffix}", "transactionReference, UTR{suffix}",
			"beneficiaryId, {beneficiary}", "beneficiaryName, Ramesh Kumar", "accountNumber, 026291800001191",
			"ifsc, YESB0000262", "vpa, null", "transactionType, I", "amount, 25000.01", "commission, 8.00", "gst, 1.44",
			"totalDebit, 25009.45", "status, 11", "responseCode, SUCCESS", "responseMessage, Funds transferred",
			"createdAt, time", "updatedAt, time", "transactionId, code", "payoutTransactionId, {id}" })
	void listItem(String field, String value) {
		JsonNode item = item(successful);

		assertThat(item.propertyNames()).hasSize(27);
		assertField(item, field, value);
		assertThat(item.path(field)).isEqualTo(integrator.record(successful).path(field));
	}

	@ParameterizedTest(name = "the successful payout''s record adds {0}: {1}")
	@CsvSource({ "bankReference, REF{suffix}", "initiatedAt, time", "completedAt, time", "source, API",
			"bulkFileId, null" })
	void detail(String field, String value) {
		JsonNode record = integrator.record(successful);

		assertThat(record.propertyNames()).hasSize(34).containsAll(item(successful).propertyNames());
		assertField(record, field, value);
	}

	@ParameterizedTest(name = "the beneficiary''s {0} is as it was: {1}")
	@CsvSource({ "beneficiaryId, {beneficiary}", "name, Ramesh Kumar", "email, ramesh@example.in",
			"phoneNumber, 9876543210", "accountNumber, 026291800001191", "ifsc, YESB0000262", "vpa, null" })
	void beneficiaryAsItWasAtInitiation(String field, String value) {
		assertField(integrator.record(successful).path("beneficiary"), field, value);
	}

	@ParameterizedTest(name = "rail {0}, {1}: commission {2}, GST {3}, total {4}")
	@CsvSource({ "I, 1000.00, 2.00, 0.36, 1002.36", "I, 1000.01, 4.00, 0.72, 1004.73",
			"I, 25000.00, 4.00, 0.72, 25004.72", "I, 25000.01, 8.00, 1.44, 25009.45", "N, 5000.00, 1.50, 0.27, 5001.77",
			"R, 200000.00, 10.00, 1.80, 200011.80", "S, 7.00, 0.00, 0.00, 7.00", "U, 99.99, 2.00, 0.36, 102.35" })
	void commissionBreakdown(String rail, String amount, String commission, String gst, String total) {
		Integrator other = new Integrator();
		JsonNode record = other
			.record(other.payout(payoutTo(other.beneficiary(rail.equals("U") ? upi() : bank())).with("amount", amount)
				.with("transactionType", rail)));

		assertThat(record.path("commissionBreakdown").toString())
			.isEqualTo("{\"commission\":\"%s\",\"gstRate\":18,\"gst\":\"%s\",\"totalDebit\":\"%s\"}"
				.formatted(commission, gst, total));
	}

	@ParameterizedTest(name = "{0}: status {1}, {2}, UTR {3}, bank reference {4}, completed {5}")
	@CsvSource({ "initiated, 3, INITIATED, null, null, false", "pending, 4, BANK_ACKNOWLEDGED, null, PENDREF, false",
			"successful, 11, SUCCESS, UTR, REF, true", "failed, 12, BENEFICIARY_VPA_INVALID, null, FAILREF, true",
			"poor, 12, INSUFFICIENT_BALANCE, null, null, true",
			"returned, 12, RETURNED_BY_BANK, BACKUTR, BACKREF, true" })
	void everyStatus(String name, int status, String code, String utr, String bankReference, boolean completed) {
		JsonNode record = integrator.record(id(name));

		assertThat(record.path("status").asInt()).isEqualTo(status);
		assertThat(record.path("responseCode").asString()).isEqualTo(code);
		assertThat(record.path("responseMessage").asString()).isEqualTo(ResponseCode.valueOf(code).message());
		assertField(record, "utr", utr.equals("null") ? utr : utr + suffix);
		assertField(record, "transactionReference", utr.equals("null") ? utr : utr + suffix);
		assertField(record, "bankReference", bankReference.equals("null") ? bankReference : bankReference + suffix);
		assertField(record, "completedAt", completed ? "time" : "null");
	}

	@ParameterizedTest(name = "timeline of {0}: {1}")
	@CsvSource({ "initiated, null>3 CREATED",
			"pending, null>3 CREATED|3>4 WALLET_DEBITED|4>4 DISPATCHED|4>4 BANK_ACKNOWLEDGED",
			"successful, null>3 CREATED|3>4 WALLET_DEBITED|4>4 DISPATCHED|4>4 BANK_ACKNOWLEDGED|4>11 SUCCESS",
			"failed, null>3 CREATED|3>4 WALLET_DEBITED|4>4 DISPATCHED|4>4 BANK_ACKNOWLEDGED|4>12 FAILED",
			"poor, null>3 CREATED|3>12 FAILED",
			"returned, null>3 CREATED|3>4 WALLET_DEBITED|4>4 DISPATCHED|4>4 BANK_ACKNOWLEDGED|4>11 SUCCESS|11>12 RETURNED" })
	void timeline(String name, String steps) {
		JsonNode events = integrator.read("/v1/payouts/" + id(name) + "/status-events");

		assertThat(events.valueStream()
			.map((event) -> "%s>%s %s".formatted(event.path("fromStatus").asString("null"),
					event.path("status").asString(), event.path("stage").asString())))
			.containsExactly(steps.split("\\|", -1));
		assertThat(Integrator.texts(events, "createdAt")).isSorted();
		assertThat(Integrator.texts(events, "eventId")).doesNotHaveDuplicates();
		long sequence = 0;
		for (JsonNode event : events) {
			assertThat(event.path("sequence").asLong()).isEqualTo(++sequence);
		}
		assertThat(events.get(events.size() - 1).path("responseCode"))
			.isEqualTo(integrator.record(id(name)).path("responseCode"));
	}

	@ParameterizedTest(name = "the success event''s {0} is {1}")
	@CsvSource({ "eventId, uuid", "sequence, 5", "fromStatus, 4", "status, 11", "stage, SUCCESS", "source, BANK",
			"responseCode, SUCCESS", "responseMessage, Funds transferred", "utr, UTR{suffix}", "createdAt, time" })
	void statusEvent(String field, String value) {
		JsonNode event = integrator.read("/v1/payouts/" + successful + "/status-events").get(4);

		assertThat(event.propertyNames()).hasSize(10);
		assertField(event, field, value);
	}

	@Test
	void detailIsArrayWithOneElement() {
		JsonNode data = integrator.read("/v1/payouts/" + successful);

		assertThat(data.isArray()).isTrue();
		assertThat(data.size()).isEqualTo(1);
		assertThat(data.get(0).path("payoutTransactionId").asString()).isEqualTo(successful);
	}

	@Test
	void debitsTotalOfSuccessfulPayoutsOnly() {
		assertThat(integrator.read("/v1/wallet").path("availablePaise").asString())
			.isEqualTo(Long.toString(100_000_00 - 25_009_45 - 1_504_72));
	}

	@ParameterizedTest(name = "{0} of no payout is 404, of no UUID 400")
	@ValueSource(strings = { "/v1/payouts/%s", "/v1/payouts/%s/status-events" })
	void unknownPayouts(String route) {
		assertThat(integrator.get(route.formatted(UUID.randomUUID())).refusal()).isEqualTo("404 payout_not_found");
		for (String id : List.of("TXN20261121ABCDEFGHJK", "1", "%20")) {
			assertThat(integrator.get(route.formatted(id)).fieldErrors())
				.containsExactly("payoutTransactionId invalid");
		}
	}

	private static void assertField(JsonNode node, String field, String value) {
		assertThat(node.has(field)).as(field).isTrue();
		switch (value) {
			case "null" -> assertThat(node.path(field).isNull()).as(field).isTrue();
			case "time" -> assertThat(node.path(field).asString())
				.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z");
			case "uuid" -> assertThat(node.path(field).asString()).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
			case "code" -> assertThat(node.path(field).asString()).matches("TXN[0-9]{8}[0-9A-HJKMNP-TV-Z]{10}");
			default -> assertThat(node.path(field).asString()).isEqualTo(value.replace("{suffix}", suffix)
				.replace("{beneficiary}", beneficiary)
				.replace("{id}", successful));
		}
	}

	private static JsonNode item(String id) {
		return integrator.read("/v1/payouts?search=" + id).get(0);
	}

	private static String id(String name) {
		return switch (name) {
			case "initiated" -> initiated;
			case "pending" -> pending;
			case "successful" -> successful;
			case "failed" -> failed;
			case "poor" -> poor;
			case "returned" -> returned;
			default -> throw new IllegalArgumentException(name);
		};
	}

}
