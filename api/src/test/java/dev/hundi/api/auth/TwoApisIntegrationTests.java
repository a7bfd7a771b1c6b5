package dev.hundi.api.auth;

import java.util.List;
import java.util.UUID;

import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.Businesses;
import dev.hundi.business.IpRules;
import dev.hundi.business.IssuedKey;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class TwoApisIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final RunningApi first = RunningApi.start(database);

	private static final RunningApi second = RunningApi.start(database,
			"--hundi.http.trusted-proxies=127.0.0.0/8,10.0.0.1");

	@AfterAll
	static void stop() {
		first.close();
		second.close();
		database.close();
	}

	@Test
	void rejectsReplayAcrossProcessesAndRestarts() {
		IssuedKey key = first.bean(ApiKeys.class).issue(TestBusiness.create(database).id());
		Call read = Call.get("/v1/wallet");
		Call write = Call.post("/v1/beneficiaries", "{}").v1();
		assertThat(first.send(read, key).status()).isEqualTo(200);

		assertThat(second.send(read, key).refusal()).isEqualTo("401 request_replayed");
		assertThat(second.send(write, key).refusal()).isEqualTo("400 validation_error");
		assertThat(first.send(write, key).refusal()).isEqualTo("401 request_replayed");
		try (RunningApi restarted = RunningApi.start(database)) {
			assertThat(restarted.send(read, key).refusal()).isEqualTo("401 request_replayed");
			assertThat(restarted.send(write, key).refusal()).isEqualTo("401 request_replayed");
		}
	}

	@Test
	void trustsForwardedAddressesOfTrustedProxiesOnly() {
		RunningApi api = second;
		TestBusiness business = TestBusiness.create(database);
		IssuedKey key = api.bean(ApiKeys.class).issue(business.id());
		JdbcClient.create(database.dataSource())
			.sql("INSERT INTO ip_rule (business_id, network) VALUES (:id, '2001:db8::/32'), (:id, '203.0.113.7/32')")
			.param("id", business.id())
			.update();

		assertThat(status(api, key, "203.0.113.7")).isEqualTo(200);
		assertThat(status(api, key, "2001:db8::5")).isEqualTo(200);
		assertThat(status(api, key, "198.51.100.1, 203.0.113.7, 10.0.0.1")).isEqualTo(200);
		assertThat(status(api, key, "203.0.113.7, 198.51.100.1")).isEqualTo(403);
		assertThat(status(api, key, "203.0.113.7, unknown")).isEqualTo(403);
		assertThat(status(api, key, "203.0.113.7:41234")).isEqualTo(200);
		assertThat(status(api, key, "203.0.113.7:41234, 198.51.100.1:443")).isEqualTo(403);
		assertThat(status(api, key, "[2001:db8::5]:41234")).isEqualTo(200);
		assertThat(status(api, key, "[2001:db8::5]")).isEqualTo(200);
		assertThat(status(api, key, "203.0.113.7:port")).isEqualTo(403);
		assertThat(status(api, key, "203.0.7")).isEqualTo(403);
		assertThat(status(api, key, "::ffff:203.0.113.7")).isEqualTo(200);
		assertThat(api
			.send(Call.get("/v1/wallet")
				.header("X-Forwarded-For", "198.51.100.1")
				.header("X-Forwarded-For", "203.0.113.7"), key)
			.status()).isEqualTo(200);
		assertThat(api
			.send(Call.get("/v1/wallet")
				.header("X-Forwarded-For", "203.0.113.7")
				.header("X-Forwarded-For", "198.51.100.1"), key)
			.status()).isEqualTo(403);
		assertThat(status(api, key, "")).isEqualTo(403);
		assertThat(api.send(Call.get("/v1/wallet"), key).refusal()).isEqualTo("403 ip_not_allowed");
	}

	@Test
	void acceptsOldAndRotatedKeyUntilOldKeyIsRevoked() {
		UUID business = TestBusiness.create(database).id();
		IssuedKey old = first.bean(ApiKeys.class).issue(business);
		IssuedKey fresh = second.bean(ApiKeys.class).issue(business);
		for (RunningApi api : List.of(first, second)) {
			assertThat(api.send(Call.get("/v1/wallet"), old).status()).isEqualTo(200);
			assertThat(api.send(Call.get("/v1/wallet"), fresh).status()).isEqualTo(200);
			assertThat(api.send(Call.get("/v1/wallet"), new IssuedKey(old.apiKey(), fresh.signingKey())).refusal())
				.isEqualTo("401 signature_invalid");
		}

		second.bean(ApiKeys.class).revoke(old.apiKey());

		for (RunningApi api : List.of(first, second)) {
			await().untilAsserted(() -> assertThat(api.send(Call.get("/v1/wallet"), old).refusal())
				.isEqualTo("401 signature_invalid"));
		}
		assertThat(first.send(Call.get("/v1/wallet"), fresh).status()).isEqualTo(200);
		assertThat(second.send(Call.get("/v1/wallet"), fresh).status()).isEqualTo(200);
	}

	@Test
	void appliesWhitelistAndDisabledAccessInEveryProcess() {
		UUID business = TestBusiness.create(database).id();
		IssuedKey key = first.bean(ApiKeys.class).issue(business);
		assertThat(second.send(Call.get("/v1/wallet"), key).status()).isEqualTo(200);

		first.bean(IpRules.class).add(business, "203.0.113.7");
		await().untilAsserted(
				() -> assertThat(second.send(Call.get("/v1/wallet"), key).refusal()).isEqualTo("403 ip_not_allowed"));
		first.bean(IpRules.class).add(business, "::ffff:127.0.0.0/104");
		await().untilAsserted(() -> assertThat(second.send(Call.get("/v1/wallet"), key).status()).isEqualTo(200));

		first.bean(Businesses.class).switchApiAccess(business, false);
		await().untilAsserted(
				() -> assertThat(second.send(Call.get("/v1/wallet"), key).refusal()).isEqualTo("403 kyc_required"));
	}

	private static int status(RunningApi api, IssuedKey key, String forwardedFor) {
		return api.send(Call.get("/v1/wallet").header("X-Forwarded-For", forwardedFor), key).status();
	}

}
