package dev.hundi.api.auth;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class AuthenticationIntegrationTests {

	private static final String UNSIGNED = "0".repeat(64);

	private final Merchant merchant = new Merchant();

	@Test
	void acceptsBothSignatureVersions() {
		assertThat(this.merchant.send(Call.get("/v1/wallet")).status()).isEqualTo(200);
		assertThat(this.merchant.send(Call.get("/v1/wallet").v1()).status()).isEqualTo(200);
		assertThat(this.merchant.send(Call.get("/v1/wallet").v1().header("x-service-sig-version", "1")).status())
			.isEqualTo(200);
	}

	@Test
	void namesMissingHeader() {
		for (String header : List.of("x-api-key", "x-timestamp", "x-signature", "x-nonce")) {
			assertThat(refusal(Call.get("/v1/wallet").without(header))).as(header)
				.isEqualTo("401 auth_headers_missing");
			assertThat(refusal(Call.get("/v1/wallet").replace(header, ""))).as(header)
				.isEqualTo("401 auth_headers_missing");
		}
		assertThat(refusal(Call.get("/v1/wallet").v1().without("x-signature"))).isEqualTo("401 auth_headers_missing");
	}

	@Test
	void rejectsRepeatedAuthenticationHeader() {
		for (String header : List.of("x-api-key", "x-timestamp", "x-signature", "x-nonce", "x-service-sig-version")) {
			assertThat(refusal(Call.get("/v1/wallet").header(header, "2"))).as(header)
				.isEqualTo("401 auth_headers_missing");
		}
	}

	@Test
	void rejectsMalformedKey() {
		for (String key : List.of("short", "pk|12345678", "pk 12345678", "k".repeat(65), "pk_é12345678")) {
			assertThat(refusal(Call.get("/v1/wallet").replace("x-api-key", key))).as(key)
				.isEqualTo("401 api_key_invalid");
		}
	}

	@Test
	void rejectsNonceThatMakesCanonicalStringAmbiguous() {
		for (String nonce : List.of("a|b", "a\tb", "n".repeat(256))) {
			assertThat(refusal(Call.get("/v1/wallet").nonce(nonce))).as(nonce).isEqualTo("401 signature_invalid");
		}
		assertThat(this.merchant.send(Call.get("/v1/wallet").nonce("n".repeat(255 - 36) + UUID.randomUUID())).status())
			.isEqualTo(200);
	}

	@Test
	void acceptsNonceInAnyScript() {
		for (String nonce : List.of("नोंस", "é", "Ω ~", "\ud83d\udcb8")) {
			assertThat(this.merchant.send(Call.get("/v1/wallet").nonce(nonce + UUID.randomUUID())).status()).as(nonce)
				.isEqualTo(200);
		}
		assertThat(refusal(Call.get("/v1/wallet").nonce("a\u007fb"))).isEqualTo("400 bad_request");
	}

	@Test
	void rejectsUnknownVersionAndQueryWithVersion1() {
		assertThat(refusal(Call.get("/v1/wallet").replace("x-service-sig-version", "3")))
			.isEqualTo("401 signature_invalid");
		assertThat(refusal(Call.get("/v1/wallet?a=b").v1())).isEqualTo("401 hmac_v2_required");
		assertThat(this.merchant.send(Call.get("/v1/wallet?").v1()).status()).isEqualTo(200);
		assertThat(this.merchant.send(Call.get("/v1/wallet?")).status()).isEqualTo(200);
	}

	@Test
	void acceptsTimestampsWithin300SecondsOnly() {
		for (long tooFar : List.of(-301_000L, 320_000L)) {
			assertThat(refusal(at(tooFar))).as("%d ms from now", tooFar).isEqualTo("401 timestamp_expired");
		}
		for (long near : List.of(-270_000L, 299_000L)) {
			assertThat(this.merchant.send(at(near)).status()).as("%d ms from now", near).isEqualTo(200);
		}
		long now = System.currentTimeMillis();
		assertThat(refusal(Call.get("/v1/wallet").timestamp(Long.toString(now / 1000))))
			.isEqualTo("401 timestamp_expired");
		assertThat(refusal(Call.get("/v1/wallet").timestamp("+" + now))).isEqualTo("401 timestamp_expired");
	}

	private static Call at(long msFromNow) {
		return Call.get("/v1/wallet").timestamp(Long.toString(System.currentTimeMillis() + msFromNow));
	}

	@Test
	void answersUnknownKeyLikeInvalidSignature() {
		Answer unknown = RunningApi.shared()
			.send(Call.get("/v1/wallet"), new IssuedKey("pk_nobody_has_this", "sk_nobody_has_this"));
		Answer wrong = this.merchant.send(Call.get("/v1/wallet").signature(UNSIGNED));

		assertThat(unknown.refusal()).isEqualTo("401 signature_invalid");
		assertThat(unknown.body()).isEqualTo(wrong.body());
	}

	@Test
	void treatsRevokedKeyAsUnknown() {
		IssuedKey second = RunningApi.shared().bean(ApiKeys.class).issue(this.merchant.businessId());
		assertThat(RunningApi.shared().send(Call.get("/v1/wallet"), second).status()).isEqualTo(200);

		RunningApi.shared().bean(ApiKeys.class).revoke(second.apiKey());

		await().untilAsserted(() -> assertThat(RunningApi.shared().send(Call.get("/v1/wallet"), second).refusal())
			.isEqualTo("401 signature_invalid"));
		assertThat(this.merchant.send(Call.get("/v1/wallet")).status()).isEqualTo(200);
	}

	@Test
	void rejectsBytesThatWereNotSigned() {
		byte[] signed = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
		byte[] sent = "{\"a\":2}".getBytes(StandardCharsets.UTF_8);
		Call call = Call.of("POST", "/v1/payouts").header("Content-Type", "application/json").body(signed);

		assertThat(refusal(call.bodyOnTheWire(sent))).isEqualTo("401 signature_invalid");
		assertThat(refusal(call.v1())).isEqualTo("401 signature_invalid");
	}

	@Test
	void rejectsUpperCaseSignature() {
		assertThat(refusal(Call.get("/v1/wallet").signature("A".repeat(64)))).isEqualTo("401 signature_invalid");
	}

	@Test
	void signsReceivedHostInLowerCase() {
		assertThat(this.merchant.send(Call.get("/v1/wallet").host("API.Example.TEST:8443")).status()).isEqualTo(200);
		assertThat(this.merchant
			.send(Call.get("/v1/wallet").host("api.example.test").header("X-Forwarded-Host", "evil.test"))
			.status()).isEqualTo(200);
		assertThat(refusal(Call.get("/v1/wallet").host("a.example.test").replace("Host", "b.example.test")))
			.isEqualTo("401 signature_invalid");
		assertThat(refusal(Call.get("/v1/wallet").host("a.example.test").replace("Host", "a.example.test:443")))
			.isEqualTo("401 signature_invalid");
	}

	@Test
	void signsPercentEncodingAndOrderAsSent() {
		for (String target : List.of("/v1/wallet?b=%2d&a=+%20", "/v1/wallet?a=%2D", "/v1/wallet?x&&y==",
				"/v1/wallet?q=%E0%A4%B0")) {
			assertThat(this.merchant.send(Call.get(target)).status()).as(target).isEqualTo(200);
		}
	}

	@Test
	void rejectsUsedNonce() {
		String nonce = UUID.randomUUID().toString();

		assertThat(this.merchant.send(Call.get("/v1/wallet").nonce(nonce)).status()).isEqualTo(200);
		assertThat(refusal(Call.get("/v1/wallet").nonce(nonce))).isEqualTo("401 request_replayed");
		assertThat(refusal(Call.post("/v1/payouts", "{}").nonce(nonce))).isEqualTo("401 request_replayed");
		assertThat(new Merchant().send(Call.get("/v1/wallet").nonce(nonce)).status()).isEqualTo(200);
	}

	@Test
	void invalidSignatureDoesNotSpendNonce() {
		String nonce = UUID.randomUUID().toString();

		assertThat(refusal(Call.get("/v1/wallet").nonce(nonce).signature(UNSIGNED))).isEqualTo("401 signature_invalid");
		assertThat(this.merchant.send(Call.get("/v1/wallet").nonce(nonce)).status()).isEqualTo(200);
	}

	@Test
	void version1RejectsReplayedWritesButNotReads() {
		Call read = Call.get("/v1/wallet").v1();
		Call write = Call.post("/v1/payouts", Merchant.payout(this.merchant.bankBeneficiary(), "10.00")).v1();

		assertThat(this.merchant.send(read).status()).isEqualTo(200);
		assertThat(this.merchant.send(read).status()).isEqualTo(200);
		assertThat(this.merchant.send(write).status()).isEqualTo(200);
		assertThat(refusal(write)).isEqualTo("401 request_replayed");
	}

	@Test
	void rejectsReplayedPayout() {
		Call call = Call.post("/v1/payouts", Merchant.payout(this.merchant.bankBeneficiary(), "10.00"));

		assertThat(this.merchant.send(call).status()).isEqualTo(200);
		assertThat(refusal(call)).isEqualTo("401 request_replayed");
		assertThat(this.merchant.count("SELECT count(*) FROM payout WHERE business_id = :id")).isEqualTo(1);
	}

	@Test
	void rejectsReplayOfRefusedRequest() {
		String beneficiary = this.merchant.bankBeneficiary();
		for (Call call : List.of(Call.post("/v1/payouts", "{}"), Call.post("/v1/payouts", "no json"),
				Call.post("/v1/payouts", Merchant.payout(UUID.randomUUID().toString(), "1.00")),
				Call.of("POST", "/v1/payouts").header("Content-Type", "text/plain"),
				Call.post("/v1/payouts", "{}").header("Accept", "text/html"),
				Call.post("/v1/payouts", Merchant.payout(beneficiary, "1.00")).header("Idempotency-Key", "a b"),
				Call.post("/v1/beneficiaries", "{}"), Call.get("/v1/nothing"), Call.of("DELETE", "/v1/payouts"))) {
			String first = refusal(call);

			assertThat(first).doesNotStartWith("401");
			assertThat(refusal(call)).as(first).isEqualTo("401 request_replayed");
		}
	}

	@Test
	void rejectsOtherSpellingsOfPayoutPath() {
		String body = Merchant.payout(this.merchant.bankBeneficiary(), "10.00");
		for (String path : List.of("/v1/payouts;a=b", "/v1/%70ayouts", "/v1//payouts", "/v1/./payouts",
				"/v1/payouts/")) {
			assertThat(refusal(Call.post(path, body))).as(path).isEqualTo("404 route_not_found");
		}
		assertThat(this.merchant.count("SELECT count(*) FROM payout WHERE business_id = :id")).isZero();
	}

	@Test
	void reportsDisabledAccessAfterCheckingSignature() {
		this.merchant.sql("UPDATE business SET api_access_enabled = false WHERE business_id = :id");
		String nonce = UUID.randomUUID().toString();

		assertThat(refusal(Call.get("/v1/wallet"))).isEqualTo("403 kyc_required");
		assertThat(refusal(Call.get("/v1/wallet").signature(UNSIGNED))).isEqualTo("401 signature_invalid");
		assertThat(refusal(Call.post("/v1/payouts", "{}").nonce(nonce))).isEqualTo("403 kyc_required");
		assertThat(refusal(Call.post("/v1/payouts", "{}").nonce(nonce))).isEqualTo("401 request_replayed");
	}

	@Test
	void acceptsWhitelistedAddressesOnly() {
		this.merchant.sql("INSERT INTO ip_rule (business_id, network) VALUES (:id, '203.0.113.0/24')");

		assertThat(refusal(Call.get("/v1/wallet"))).isEqualTo("403 ip_not_allowed");
		assertThat(refusal(Call.get("/v1/wallet").header("X-Forwarded-For", "203.0.113.9")))
			.isEqualTo("403 ip_not_allowed");
	}

	@Test
	void checksInDocumentedOrder() {
		this.merchant.sql("INSERT INTO ip_rule (business_id, network) VALUES (:id, '203.0.113.0/24')");
		byte[] large = "x".repeat(65_537).getBytes(StandardCharsets.UTF_8);
		Call wrong = Call.of("POST", "/v1/payouts").signature(UNSIGNED);

		assertThat(refusal(wrong)).isEqualTo("403 ip_not_allowed");
		assertThat(refusal(wrong.timestamp("1000000000000"))).isEqualTo("401 timestamp_expired");
		assertThat(refusal(wrong.body(large))).isEqualTo("413 payload_too_large");
		assertThat(refusal(wrong.without("x-nonce"))).isEqualTo("401 auth_headers_missing");
	}

	@Test
	void limitsAKeyToItsScopes() {
		this.merchant.sql("UPDATE api_key SET scopes = ARRAY['READ', 'BULK_MAKE'] WHERE business_id = :id");
		String nonce = UUID.randomUUID().toString();

		assertThat(this.merchant.send(Call.get("/v1/wallet")).status()).isEqualTo(200);
		assertThat(refusal(Call.post("/v1/payouts", "{}").nonce(nonce))).isEqualTo("403 scope_required");
		assertThat(refusal(Call.post("/v1/payouts", "{}").nonce(nonce))).isEqualTo("401 request_replayed");
		assertThat(refusal(Call.post("/v1/beneficiaries", "{}"))).isEqualTo("403 scope_required");
		String file = "/v1/bulk-payouts/" + UUID.randomUUID();
		assertThat(refusal(Call.post(file + "/release", ""))).isEqualTo("403 scope_required");
		assertThat(refusal(Call.post(file + "/cancel", ""))).isEqualTo("404 bulk_file_not_found");
	}

	@Test
	void refusesVersion1WhereTheKeyRequiresVersion2() {
		this.merchant.sql("UPDATE api_key SET least_signature_version = 2 WHERE business_id = :id");

		assertThat(refusal(Call.get("/v1/wallet").v1())).isEqualTo("401 hmac_v2_required");
		assertThat(refusal(Call.get("/v1/wallet").v1().signature(UNSIGNED))).isEqualTo("401 signature_invalid");
		assertThat(this.merchant.send(Call.get("/v1/wallet")).status()).isEqualTo(200);
	}

	@Test
	void refusesAnExpiredKeyLikeAnUnknownOne() {
		this.merchant.sql("""
				UPDATE api_key SET created_at = now() - interval '2 days', expires_at = now() - interval '1 second'
				 WHERE business_id = :id
				""");

		assertThat(refusal(Call.get("/v1/wallet"))).isEqualTo("401 signature_invalid");
	}

	@Test
	void acceptsASignedIdempotencyKey() {
		String body = Merchant.payout(this.merchant.bankBeneficiary(), "10.00");

		assertThat(this.merchant.send(Call.post("/v1/payouts", body).signedIdempotencyKey("order-7")).status())
			.isEqualTo(200);
		assertThat(refusal(Call.post("/v1/payouts", body)
			.header("Idempotency-Key", "order-8")
			.header("x-signed-headers", "idempotency-key"))).isEqualTo("401 signature_invalid");
		assertThat(refusal(Call.post("/v1/payouts", body).header("x-signed-headers", "idempotency-key")))
			.isEqualTo("401 auth_headers_missing");
		assertThat(refusal(Call.post("/v1/payouts", body).header("x-signed-headers", "host")))
			.isEqualTo("401 signature_invalid");
		assertThat(refusal(Call.post("/v1/payouts", body).v1().signedIdempotencyKey("order-9")))
			.isEqualTo("401 signature_invalid");
		assertThat(this.merchant.count("SELECT count(*) FROM payout WHERE business_id = :id")).isEqualTo(1);
	}

	@Test
	void recordsWhenAKeyWasLastUsed() {
		String used = "SELECT count(*) FROM api_key WHERE business_id = :id AND last_used_at IS NOT NULL";
		refusal(Call.get("/v1/wallet").signature(UNSIGNED));
		assertThat(this.merchant.count(used)).isZero();

		this.merchant.send(Call.get("/v1/wallet"));

		await().until(() -> this.merchant.count(used) == 1);
	}

	private String refusal(Call call) {
		return this.merchant.send(call).refusal();
	}

}
