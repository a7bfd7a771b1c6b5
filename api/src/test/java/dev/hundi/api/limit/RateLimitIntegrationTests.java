package dev.hundi.api.limit;

import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.business.KeyRules;
import dev.hundi.business.KeyScope;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Uses limits that refill too slowly to affect the tests. */
class RateLimitIntegrationTests {

	private static final String UNSIGNED = "0".repeat(64);

	private static final TestDatabase database = TestDatabase.create();

	private static final RunningApi api = RunningApi.start(database, "--hundi.rate-limits.payouts=3/h",
			"--hundi.rate-limits.writes=2/h", "--hundi.rate-limits.reads=4/h", "--hundi.rate-limits.exports=1/h");

	private static final RunningApi copy = RunningApi.start(database, "--hundi.rate-limits.payouts=3/h",
			"--hundi.rate-limits.writes=2/h", "--hundi.rate-limits.reads=60/h", "--hundi.rate-limits.exports=1/h",
			"--hundi.rate-limits.failures=20/h", "--hundi.http.trusted-proxies=127.0.0.0/8");

	private final TestBusiness business = TestBusiness.create(database);

	private final IssuedKey key = api.bean(ApiKeys.class).issue(this.business.id());

	@AfterAll
	static void stop() {
		api.close();
		copy.close();
		database.close();
	}

	@Test
	void rejectsExcessRequestsWithRetryAfter() {
		for (int i = 0; i < 4; i++) {
			assertThat(send(Call.get("/v1/wallet")).status()).isEqualTo(200);
		}
		Answer answer = send(Call.get("/v1/wallet"));

		assertThat(answer.refusal()).isEqualTo("429 rate_limited");
		assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(800, 900);
	}

	@Test
	void limitsEachKindSeparately() {
		assertThat(allowed(Kind.PAYOUT)).isEqualTo(3);
		assertThat(allowed(Kind.WRITE)).isEqualTo(2);
		assertThat(allowed(Kind.READ)).isEqualTo(4);
		assertThat(allowed(Kind.EXPORT)).isEqualTo(1);
	}

	@Test
	void filesOfExportsShareTheLimit() {
		assertThat(allowed(Kind.EXPORT)).isEqualTo(1);
		String file = "/v1/wallet/exports/" + UUID.randomUUID() + "/file";
		assertThat(send(Call.get(file)).refusal()).isEqualTo("429 rate_limited");
		assertThat(send(Call.get("/v1/wallet/exports")).status()).isEqualTo(200);
	}

	@Test
	void otherSpellingsOfPathShareTheLimit() {
		assertThat(allowed(Kind.EXPORT)).isEqualTo(1);
		assertThat(send(Call.get("/v1/wallet/transactions/%65xport")).refusal()).isEqualTo("429 rate_limited");
		assertThat(send(Call.get("/v1/wallet/transactions/export;a=b")).refusal()).isEqualTo("429 rate_limited");
		assertThat(send(Call.of("HEAD", "/v1/wallet/transactions/export")).status()).isEqualTo(429);
	}

	@Test
	void keysOfABusinessShareTheLimit() {
		IssuedKey second = api.bean(ApiKeys.class).issue(this.business.id());
		assertThat(allowed(Kind.READ)).isEqualTo(4);

		assertThat(api.send(Call.get("/v1/wallet"), second).refusal()).isEqualTo("429 rate_limited");
	}

	@Test
	void copiesShareTheLimit() {
		assertThat(allowedByBoth(Kind.PAYOUT)).isEqualTo(3);
		assertThat(allowedByBoth(Kind.WRITE)).isEqualTo(2);
		assertThat(allowedByBoth(Kind.EXPORT)).isEqualTo(1);
	}

	@Test
	void aCallerOfOneCopyHasTheWholeLimit() {
		int allowed = 0;
		while (copy.send(Call.get("/v1/wallet"), this.key).status() == 200) {
			allowed++;
		}
		assertThat(allowed).isEqualTo(60);
	}

	@Test
	void limitsFailedCallsOfAnAddress() {
		for (int i = 0; i < 20; i++) {
			assertThat(copy.send(from("2001:db8::1"), new IssuedKey("pk_unknown_" + i, "sk_unknown")).refusal())
				.isEqualTo("401 signature_invalid");
		}
		for (String sameNetwork : List.of("2001:db8::1", "2001:db8::ffff:1")) {
			Answer answer = copy.send(from(sameNetwork), this.key);
			assertThat(answer.refusal()).isEqualTo("429 rate_limited");
			assertThat(Integer.parseInt(answer.header("Retry-After"))).isBetween(100, 180);
		}
		assertThat(copy.send(from("2001:db8:0:1::1"), this.key).status()).isEqualTo(200);
	}

	/** Each costs a write, and none costs the business a request. */
	@Test
	void limitsReplaysAndCallsOfSuspendedBusinessesOfAnAddress() {
		Call good = from("2001:db8:1::1");
		assertThat(copy.send(good, this.key).status()).isEqualTo(200);
		for (int i = 0; i < 20; i++) {
			assertThat(copy.send(good, this.key).refusal()).isEqualTo("401 request_replayed");
		}
		assertThat(copy.send(good, this.key).refusal()).isEqualTo("429 rate_limited");
		assertThat(copy.send(from("2001:db8:2::1"), this.key).status()).isEqualTo(200);

		TestBusiness suspended = TestBusiness.create(database);
		IssuedKey itsKey = api.bean(ApiKeys.class).issue(suspended.id());
		suspend(suspended);
		for (int i = 0; i < 20; i++) {
			assertThat(copy.send(from("2001:db8:3::1"), itsKey).refusal()).isEqualTo("403 kyc_required");
		}
		assertThat(copy.send(from("2001:db8:3::1"), itsKey).refusal()).isEqualTo("429 rate_limited");
	}

	private static Call from(String address) {
		return Call.get("/v1/wallet").header("X-Forwarded-For", address);
	}

	@Test
	void unknownCallersConsumeNothing() {
		Call good = Call.get("/v1/wallet");
		assertThat(send(good).status()).isEqualTo(200);
		for (int i = 0; i < 10; i++) {
			assertThat(send(Call.get("/v1/wallet").signature(UNSIGNED)).refusal()).isEqualTo("401 signature_invalid");
			assertThat(send(Call.get("/v1/wallet").timestamp("1000000000000")).refusal())
				.isEqualTo("401 timestamp_expired");
			assertThat(send(good).refusal()).isEqualTo("401 request_replayed");
		}
		assertThat(allowed(Kind.READ)).isEqualTo(3);
	}

	@Test
	void replayedPayoutConsumesNothing() {
		Call good = Call.post("/v1/payouts", payout());
		assertThat(send(good).status()).isEqualTo(200);
		for (int i = 0; i < 10; i++) {
			assertThat(send(good).refusal()).isEqualTo("401 request_replayed");
		}
		assertThat(send(Call.post("/v1/payouts", payout())).status()).isEqualTo(200);
		assertThat(send(Call.post("/v1/payouts", payout())).status()).isEqualTo(200);
		assertThat(send(Call.post("/v1/payouts", payout())).refusal()).isEqualTo("429 rate_limited");
		assertThat(send(good).refusal()).isEqualTo("401 request_replayed");
		assertThat(payouts()).isEqualTo(3);
	}

	@Test
	void replayedPayoutWithoutItsScopeConsumesNothing() {
		IssuedKey reader = api.bean(ApiKeys.class)
			.issue(this.business.id(), new KeyRules(Set.of(KeyScope.READ), 1, null));
		Call refused = Call.post("/v1/payouts", payout());
		assertThat(api.send(refused, reader).refusal()).isEqualTo("403 scope_required");
		for (int i = 0; i < 10; i++) {
			assertThat(api.send(refused, reader).refusal()).isEqualTo("401 request_replayed");
		}
		assertThat(allowed(Kind.PAYOUT)).isEqualTo(2);
	}

	@Test
	void requestThatNeedsVersion2Consumes() {
		for (int i = 0; i < 4; i++) {
			assertThat(send(Call.get("/v1/payouts").v1()).refusal()).isEqualTo("401 hmac_v2_required");
		}
		assertThat(send(Call.get("/v1/payouts").v1()).refusal()).isEqualTo("429 rate_limited");
	}

	@Test
	void rateLimitedRequestCannotBeReplayed() {
		assertThat(allowed(Kind.PAYOUT)).isEqualTo(3);
		assertThat(allowed(Kind.WRITE)).isEqualTo(2);
		for (Call call : new Call[] { Call.post("/v1/payouts", payout()), Call.post("/v1/payouts", payout()).v1(),
				Call.post("/v1/beneficiaries", "{}"), Call.post("/v1/beneficiaries", "{}").v1() }) {
			assertThat(send(call).refusal()).isEqualTo("429 rate_limited");
			assertThat(send(call).refusal()).isEqualTo("401 request_replayed");
		}
		assertThat(payouts()).isZero();
	}

	@Test
	void checksAccessBeforeRate() {
		suspend(this.business);
		for (int i = 0; i < 10; i++) {
			assertThat(send(Call.get("/v1/wallet")).refusal()).isEqualTo("403 kyc_required");
		}
	}

	private static void suspend(TestBusiness business) {
		JdbcClient.create(database.dataSource())
			.sql("UPDATE business SET api_access_enabled = false WHERE business_id = :id")
			.param("id", business.id())
			.update();
	}

	@Test
	void invalidRatePreventsStartup() {
		assertThatThrownBy(() -> RunningApi.start(database, "--hundi.rate-limits.reads=0/s"))
			.hasStackTraceContaining("hundi.rate-limits.reads")
			.hasStackTraceContaining("A rate is written as 50/s, 6/min, 1000/h or off, not 0/s");
	}

	private int allowed(Kind kind) {
		for (int i = 0; i < 10; i++) {
			String code = send(kind.call()).json().path("code").asString("ok");
			if (code.equals("rate_limited")) {
				return i;
			}
		}
		return 10;
	}

	private int allowedByBoth(Kind kind) {
		int allowed = 0;
		for (int i = 0; i < 10; i++) {
			for (RunningApi each : List.of(api, copy)) {
				String code = each.send(kind.call(), this.key).json().path("code").asString("ok");
				allowed += code.equals("rate_limited") ? 0 : 1;
			}
		}
		return allowed;
	}

	private String payout() {
		return """
				{"beneficiaryId":"%s","amount":"10.00","transactionType":"I"}""".formatted(this.business.beneficiary());
	}

	private long payouts() {
		return JdbcClient.create(database.dataSource())
			.sql("SELECT count(*) FROM payout WHERE business_id = :id")
			.param("id", this.business.id())
			.query(Long.class)
			.single();
	}

	private Answer send(Call call) {
		return api.send(call, this.key);
	}

	private enum Kind {

		PAYOUT, WRITE, READ, EXPORT;

		Call call() {
			return switch (this) {
				case PAYOUT -> Call.post("/v1/payouts", "{}");
				case WRITE -> Call.post("/v1/beneficiaries", "{}");
				case READ -> Call.get("/v1/wallet");
				case EXPORT -> Call.get("/v1/wallet/transactions/export");
			};
		}

	}

}
