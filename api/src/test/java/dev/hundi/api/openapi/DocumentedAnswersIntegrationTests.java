package dev.hundi.api.openapi;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.bulk.LoadedFile;
import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Forwarder;
import dev.hundi.api.testing.Merchant;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import dev.hundi.wallet.TopUpWallet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Compares real answers of every operation with the document.
 */
class DocumentedAnswersIntegrationTests {

	private static final Documented documented = new Documented();

	/**
	 * Codes that cannot be provoked over HTTP: keys are deleted with their business, and
	 * internal errors are bugs.
	 */
	private static final Set<String> NOT_ON_DEMAND = Set.of(ErrorCode.BUSINESS_NOT_FOUND.code(),
			ErrorCode.INTERNAL_ERROR.code());

	/**
	 * Answers that need batch-jobs, which does not run here and has its own tests.
	 */
	private static final Set<String> OF_BATCH_JOBS = Set.of("exportMovements 200",
			"exportMovements 404 export_not_found", "getExportFile 200");

	/** Codes of checks before the endpoint, which another test covers. */
	private static final Set<String> PROVOKED_FOR_EACH = Set.of(ErrorCode.BAD_REQUEST.code(),
			ErrorCode.VALIDATION_ERROR.code(), ErrorCode.MALFORMED_JSON.code(), ErrorCode.KYC_REQUIRED.code(),
			ErrorCode.IP_NOT_ALLOWED.code(), ErrorCode.SCOPE_REQUIRED.code(), ErrorCode.PAYLOAD_TOO_LARGE.code());

	private final Merchant merchant = new Merchant();

	private final Set<String> seen = new TreeSet<>();

	private UUID paid = UUID.randomUUID();

	@Test
	void successesAndOwnErrorsMatchDocument() {
		beneficiaries();
		payouts();
		refusedPayouts();
		wallet();
		bulk();
		send("listEvents", Call.get("/v1/events?limit=200"));

		assertThat(this.seen).containsExactlyElementsOf(toProvoke());
	}

	private void bulk() {
		String first = LoadedFile.create(this.merchant, 1);
		String second = LoadedFile.create(this.merchant, 2);
		note("uploadBulkFile", LoadedFile.upload(this.merchant, "fileName=a.csv&clientReference=C1"));
		note("uploadBulkFile", LoadedFile.upload(this.merchant, "fileName=a.csv&clientReference=C1"));
		send("listBulkFiles", Call.get("/v1/bulk-payouts"));
		send("getBulkTemplate", Call.get("/v1/bulk-payouts/template"));
		for (String id : List.of(first, UUID.randomUUID().toString())) {
			String one = "/v1/bulk-payouts/" + id;
			send("getBulkFile", Call.get(one));
			send("listBulkRows", Call.get(one + "/rows?status=INVALID"));
			send("getBulkResult", Call.get(one + "/result"));
			send("getBulkFailedRows", Call.get(one + "/failed-rows"));
			send("releaseBulkFile", Call.of("POST", one + "/release"));
			send("cancelBulkFile", Call.of("POST", one + "/cancel"));
		}
		String poor = LoadedFile.create(this.merchant, 1);
		this.merchant.sql("UPDATE bulk_file SET debit_paise = 900000000 WHERE business_id = :id AND bulk_file_id = '"
				+ poor + "'");
		send("releaseBulkFile", Call.of("POST", "/v1/bulk-payouts/" + poor + "/release"));
		send("cancelBulkFile", Call.of("POST", "/v1/bulk-payouts/" + poor + "/cancel"));
		send("releaseBulkFile", Call.of("POST", "/v1/bulk-payouts/" + poor + "/release"));
		send("releaseBulkFile", Call.of("POST", "/v1/bulk-payouts/" + second + "/release"));
		Merchant walletless = Merchant.withoutWallet();
		note("releaseBulkFile",
				walletless.send(Call.of("POST", "/v1/bulk-payouts/" + LoadedFile.create(walletless, 1) + "/release")));
	}

	private void wallet() {
		NodalAccounts nodal = RunningApi.shared().bean(NodalAccounts.class);
		if (!nodal.anyActive()) {
			nodal
				.activate(new NodalAccount("Nodal", "HDFC0000001", "HDFC", "Mumbai", "NODAL", List.of("IMPS", "NEFT")));
		}
		send("getWallet", Call.get("/v1/wallet"));
		send("listExports", Call.get("/v1/wallet/exports"));
		send("getExportFile", Call.get("/v1/wallet/exports/" + UUID.randomUUID() + "/file"));
		note("getBankDetails", Merchant.withoutWallet().send(Call.get("/v1/wallet/bank-details")));
		send("getBankDetails", Call.get("/v1/wallet/bank-details"));
		RunningApi.shared().bean(TopUpWallet.class).topUp(this.merchant.businessId(), 2_000_00, "UTR1", "A top-up");
		RunningApi.shared().bean(DebitWallets.class).debit(this.merchant.businessId(), List.of(this.paid));
		Answer movements = send("listMovements",
				Call.get("/v1/wallet/transactions?limit=10&since=2026-01-01T00:00:00Z"));
		assertThat(movements.data().path("rows").size()).isEqualTo(2);
		send("getPayout", Call.get("/v1/payouts/" + this.paid));
		String held = this.merchant.send(Call.post("/v1/payouts",
				"""
						{"beneficiaryId":"%s","amount":"15.00","transactionType":"I","requiresApproval":true,"notes":{"a":"b"},"tags":["c"]}"""
					.formatted(this.merchant.bankBeneficiary())))
			.data()
			.path("payoutTransactionId")
			.asString();
		for (String id : List.of(held, this.paid.toString(), UUID.randomUUID().toString())) {
			send("cancelPayout", Call.of("POST", "/v1/payouts/" + id + "/cancel"));
		}
		send("listPayoutStatusEvents", Call.get("/v1/payouts/" + this.paid + "/status-events"));
		String verification = "/v1/beneficiaries/" + this.merchant.bankBeneficiary() + "/verification";
		send("getBeneficiaryVerification", Call.get(verification));
		send("verifyBeneficiary", Call.of("POST", verification));
		send("getBeneficiaryVerification", Call.get(verification));
	}

	private void beneficiaries() {
		String bank = send("createBeneficiary", Call.post("/v1/beneficiaries",
				"""
						{"name":"Ramesh Kumar","phoneNumber":"9876543210","accountNumber":"123456789012","ifsc":"HDFC0000001"}"""))
			.data()
			.path("beneficiaryId")
			.asString();
		send("createBeneficiary", Call.post("/v1/beneficiaries", """
				{"name":"Ramesh","phoneNumber":"9876543210","accountNumber":"123456789012","ifsc":"hdfc0000001"}"""));
		send("verifyBeneficiary", Call.of("POST", "/v1/beneficiaries/" + bank + "/verification"));
		Merchant walletless = Merchant.withoutWallet();
		note("verifyBeneficiary", walletless
			.send(Call.of("POST", "/v1/beneficiaries/" + walletless.bankBeneficiary() + "/verification")));
		String other = this.merchant.bankBeneficiary();
		String one = "/v1/beneficiaries/" + bank;
		String unknown = "/v1/beneficiaries/" + UUID.randomUUID();
		send("updateBeneficiary", change(one, "{\"email\":\"ramesh@example.com\",\"name\":\"Ramesh K\"}"));
		send("updateBeneficiary", change(one, "{\"vpa\":\"ramesh@upi\"}"));
		send("updateBeneficiary", change("/v1/beneficiaries/" + other, """
				{"accountNumber":"123456789012","ifsc":"HDFC0000001"}"""));
		send("updateBeneficiary", change(unknown, "{\"name\":\"Unknown\"}"));
		send("archiveBeneficiary", Call.of("DELETE", one));
		send("verifyBeneficiary", Call.of("POST", one + "/verification"));
		send("archiveBeneficiary", Call.of("DELETE", one));
		send("listBeneficiaries", Call.get("/v1/beneficiaries?status=all&search=Ramesh"));
		send("reactivateBeneficiary", Call.post(one + "/reactivate", "{\"reason\":\"back again\"}"));
		send("reactivateBeneficiary", Call.of("POST", unknown + "/reactivate"));
		send("verifyBeneficiary", Call.of("POST", unknown + "/verification"));
		send("getBeneficiaryVerification", Call.get(unknown + "/verification"));
	}

	private void payouts() {
		String body = Merchant.payout(this.merchant.bankBeneficiary(), "1500.00");
		Answer first = send("initiatePayout", Call.post("/v1/payouts", body).header("Idempotency-Key", "order-1"));
		Answer again = send("initiatePayout", Call.post("/v1/payouts", body).header("Idempotency-Key", "order-1"));
		assertThat(first.header("Idempotent-Replayed")).isEmpty();
		assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
		String id = first.data().path("payoutTransactionId").asString();
		this.paid = UUID.fromString(id);
		String unknown = UUID.randomUUID().toString();
		send("listPayouts", Call.get("/v1/payouts?search=" + id));
		send("getPayout", Call.get("/v1/payouts/" + id));
		send("getPayout", Call.get("/v1/payouts/" + unknown));
		send("listPayoutStatusEvents", Call.get("/v1/payouts/" + id + "/status-events"));
		send("listPayoutStatusEvents", Call.get("/v1/payouts/" + unknown + "/status-events"));
	}

	private void refusedPayouts() {
		String bank = this.merchant.bankBeneficiary();
		String archived = this.merchant.upiBeneficiary();
		this.merchant.sql("UPDATE beneficiary SET status = 0 WHERE beneficiary_id = '" + archived + "'");
		pay(Merchant.payout(bank, "0.50"));
		pay(Merchant.payout(bank, "500000.01"));
		pay(Merchant.payout(bank, "10.00").replace("\"I\"", "\"U\""));
		pay(Merchant.payout(archived, "10.00").replace("\"I\"", "\"U\""));
		pay(Merchant.payout(UUID.randomUUID().toString(), "10.00"));
		Merchant walletless = Merchant.withoutWallet();
		note("initiatePayout",
				walletless.send(Call.post("/v1/payouts", Merchant.payout(walletless.bankBeneficiary(), "10.00"))));
	}

	private void pay(String body) {
		send("initiatePayout", Call.post("/v1/payouts", body));
	}

	private static Call change(String target, String body) {
		return Call.of("PATCH", target)
			.body(body.getBytes(StandardCharsets.UTF_8))
			.header("Content-Type", "application/json");
	}

	private Answer send(String operation, Call call) {
		return note(operation, this.merchant.send(call));
	}

	private Answer note(String operation, Answer answer) {
		documented.check(documented.route(operation), answer);
		this.seen.add(operation + " " + answer.status()
				+ ((answer.status() >= 400) ? " " + answer.json().path("code").asString() : ""));
		return answer;
	}

	/** Successes and the codes that only some operations have. */
	private static Set<String> toProvoke() {
		Set<String> all = new TreeSet<>();
		for (Documented.Route route : documented.routes()) {
			route.operation().path("responses").propertyStream().forEach((response) -> {
				int status = Integer.parseInt(response.getKey());
				if (status < 400 && !OF_BATCH_JOBS.contains(route.id() + " " + status)) {
					all.add(route.id() + " " + status);
				}
				else if (status >= 400 && !response.getValue().has("$ref") && status != 415) {
					codes(response.getValue()).filter((code) -> !NOT_ON_DEMAND.contains(code))
						.filter((code) -> !PROVOKED_FOR_EACH.contains(code))
						.map((code) -> route.id() + " " + status + " " + code)
						.filter((provoked) -> !OF_BATCH_JOBS.contains(provoked))
						.forEach(all::add);
				}
			});
		}
		return all;
	}

	@ParameterizedTest
	@MethodSource("routes")
	void errorsBeforeTheEndpointMatchDocument(Documented.Route route) {
		String target = route.target(UUID.randomUUID().toString());
		Map<String, Call> calls = Map.of("auth_headers_missing", call(route, target).without("x-api-key"),
				"api_key_invalid", call(route, target).replace("x-api-key", "!"), "timestamp_expired",
				call(route, target).timestamp("1700000000000"), "signature_invalid",
				call(route, target).signature("0".repeat(64)), "hmac_v2_required", call(route, target + "?a=b").v1(),
				"payload_too_large", call(route, target).body(new byte[65 * 1024]), "bad_request",
				call(route, target).header("no header", "1"));

		calls.forEach((code, call) -> {
			// Uploads have a higher limit, with its own test.
			if (!code.equals("payload_too_large") || !route.id().equals("uploadBulkFile")) {
				assertThat(checked(route, this.merchant.send(call))).isEqualTo(code);
			}
		});
		if (route.answersJsonOnly()) {
			assertThat(checked(route, this.merchant.send(call(route, target).header("Accept", "text/html"))))
				.isEqualTo("not_acceptable");
		}
		Call once = call(route, target).nonce("once");
		this.merchant.send(once);
		assertThat(checked(route, this.merchant.send(once))).isEqualTo("request_replayed");
		assertThat(checked(route,
				new Merchant().sql("UPDATE business SET api_access_enabled = false WHERE business_id = :id")
					.send(call(route, target))))
			.isEqualTo("kyc_required");
		assertThat(checked(route,
				new Merchant().sql("INSERT INTO ip_rule (business_id, network) VALUES (:id, '203.0.113.0/24')")
					.send(call(route, target))))
			.isEqualTo("ip_not_allowed");
		String other = route.method().equals("GET") ? "PAY" : "READ";
		assertThat(checked(route,
				new Merchant().sql("UPDATE api_key SET scopes = ARRAY['%s'] WHERE business_id = :id".formatted(other))
					.send(call(route, target))))
			.isEqualTo("scope_required");
	}

	@ParameterizedTest
	@MethodSource("routes")
	void validationErrorsMatchDocument(Documented.Route route) {
		List<String> codes = codes(documented.response(route, 400)).toList();
		List<String> provoked = new ArrayList<>();
		if (route.path().contains("{")) {
			provoked.add(checked(route, this.merchant.send(call(route, route.target("no-uuid")))));
		}
		if (route.takesBody()) {
			String target = route.target(UUID.randomUUID().toString());
			byte[] open = "{".getBytes(StandardCharsets.UTF_8);
			byte[] unknown = "{\"no\":1}".getBytes(StandardCharsets.UTF_8);
			provoked.add(checked(route, this.merchant.send(call(route, target).body(open))));
			provoked.add(checked(route, this.merchant.send(call(route, target).body(unknown))));
			assertThat(checked(route,
					this.merchant
						.send(Call.of(route.method(), target).body(unknown).header("Content-Type", "text/plain"))))
				.isEqualTo("unsupported_media_type");
		}
		provoked.forEach((code) -> assertThat(codes).contains(code));
		assertThat(provoked.contains("malformed_json")).isEqualTo(codes.contains("malformed_json"));
	}

	/** Each operation has an example of the message that it really answers. */
	@ParameterizedTest
	@MethodSource("routes")
	void bodiesThatAreRefusedHaveTheExamplesOfTheirOperation(Documented.Route route) {
		if (!route.operation().has("requestBody")) {
			return;
		}
		Call wrong = Call.of(route.method(), route.target(UUID.randomUUID().toString()))
			.body("x".getBytes(StandardCharsets.UTF_8))
			.header("Content-Type", "text/plain");
		Answer answer = this.merchant.send(wrong);
		assertThat(checked(route, answer)).isEqualTo("unsupported_media_type");
		assertThat(answer.json()).isEqualTo(example(route, 415, "unsupported_media_type"));
	}

	@Test
	void aFileThatIsTooLargeHasTheExampleOfTheUpload() {
		Documented.Route upload = documented.route("uploadBulkFile");
		try (RunningApi small = RunningApi.start(RunningApi.sharedDatabase(), "--hundi.bulk.max-size=1MB")) {
			Answer answer = small.send(LoadedFile.call("fileName=a.csv", "x".repeat(1024 * 1024 + 1)),
					this.merchant.key());
			assertThat(checked(upload, answer)).isEqualTo("payload_too_large");
			assertThat(answer.json().path("message").asString().replace("1 MB", "50 MB"))
				.isEqualTo(example(upload, 413, "payload_too_large").path("message").asString())
				.isEqualTo("The file is larger than 50 MB");
		}
	}

	private static JsonNode example(Documented.Route route, int status, String code) {
		JsonNode content = documented.response(route, status).path("content").path("application/json");
		return documented.follow(content.path("examples").path(code)).path("value");
	}

	@Test
	void errorsOutsideOperationsMatchDocument() {
		documented.check("RouteNotFound", this.merchant.send(Call.get("/v1/nowhere")));
		documented.check("MethodNotAllowed", this.merchant.send(Call.of("PUT", "/v1/payouts")));
	}

	@Test
	void rateLimitErrorsMatchDocument() {
		try (RunningApi api = RunningApi.start(RunningApi.sharedDatabase(), "--hundi.rate-limits.payouts=1/h",
				"--hundi.rate-limits.writes=1/h", "--hundi.rate-limits.reads=1/h", "--hundi.rate-limits.exports=1/h")) {
			for (Documented.Route route : documented.routes()) {
				IssuedKey key = api.bean(ApiKeys.class).issue(TestBusiness.create(RunningApi.sharedDatabase()).id());
				String target = route.target(UUID.randomUUID().toString());
				api.send(call(route, target), key);

				assertThat(checked(route, api.send(call(route, target), key))).isEqualTo("rate_limited");
			}
		}
	}

	@Test
	void outageErrorsMatchDocument() throws Exception {
		try (TestDatabase database = TestDatabase.create();
				var threads = Executors.newVirtualThreadPerTaskExecutor();
				Forwarder postgresql = Forwarder.to(database);
				RunningApi api = RunningApi.startAt(postgresql.url())) {
			// Concurrently, because each waits for a connection, and with a key each.
			List<Callable<String>> calls = new ArrayList<>();
			for (Documented.Route route : documented.routes()) {
				IssuedKey key = api.bean(ApiKeys.class).issue(TestBusiness.create(database).id());
				calls.add(() -> checked(route, api.send(call(route, route.target(UUID.randomUUID().toString())), key)));
			}
			postgresql.beginOutage();

			for (Future<String> code : threads.invokeAll(calls)) {
				assertThat(code.get()).isEqualTo("temporarily_unavailable");
			}
		}
	}

	private static String checked(Documented.Route route, Answer answer) {
		documented.check(route, answer);
		return answer.json().path("code").asString();
	}

	private static Call call(Documented.Route route, String target) {
		Call call = Call.of(route.method(), target);
		return route.takesBody() ? call.header("Content-Type", "application/json") : call;
	}

	/** The codes of a documented error answer. */
	private static Stream<String> codes(JsonNode response) {
		return response.path("content").path("application/json").path("examples").propertyNames().stream();
	}

	static List<Documented.Route> routes() {
		return documented.routes();
	}

}
