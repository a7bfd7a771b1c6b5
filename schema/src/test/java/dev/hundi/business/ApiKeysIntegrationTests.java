package dev.hundi.business;

import java.math.BigDecimal;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import javax.sql.DataSource;

import dev.hundi.payout.Charge;
import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.CommissionSlab;
import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;
import dev.hundi.secret.KeyFile;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.secret.SecretPlace;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

class ApiKeysIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private static Path directory;

	@SuppressWarnings("NullAway.Init")
	private static SecretEncryption encryption;

	private final AtomicLong nowNanos = new AtomicLong();

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final ApiKeys keys = keys();

	private final TestBusiness business = TestBusiness.create(database);

	@BeforeAll
	static void openKeyFile() {
		Path file = directory.resolve("key.json");
		KeyFile.createIfMissing(file);
		encryption = SecretEncryption.open(file);
	}

	@AfterAll
	static void close() {
		database.close();
	}

	@Test
	void findsTheBusinessAndTheSigningKeyOfAnIssuedKey() {
		IssuedKey issued = this.keys.issue(this.business.id());
		Caller caller = find(this.keys, issued);
		assertThat(caller.businessId()).isEqualTo(this.business.id());
		assertThat(caller.signingKey()).isEqualTo(issued.signingKey().getBytes(StandardCharsets.UTF_8));
		assertThat(caller.apiAccessEnabled()).isTrue();
		assertThat(caller.maxPayoutPaise()).isNull();
		assertThat(caller.commissionPlan()).isSameAs(CommissionPlan.DEFAULT);
		assertThat(caller.railLimits()).isSameAs(RailLimits.DEFAULT);
		assertThat(caller.ipRules()).isSameAs(IpNetworks.NONE);
	}

	@Test
	void keepsTheSigningKeyOutOfTheDatabaseAndOutOfLogs() {
		IssuedKey issued = this.keys.issue(this.business.id());
		byte[] stored = this.jdbc.sql("SELECT signing_key_ciphertext FROM api_key WHERE api_key = :key")
			.param("key", issued.apiKey())
			.query(byte[].class)
			.single();
		assertThat(new String(stored, StandardCharsets.ISO_8859_1)).doesNotContain(issued.signingKey());
		assertThat(issued.toString()).doesNotContain(issued.signingKey());
		assertThat(find(this.keys, issued).toString()).doesNotContain("signingKey");
	}

	@Test
	void rejectsASigningKeyMovedToAnotherApiKey() {
		IssuedKey one = this.keys.issue(this.business.id());
		IssuedKey other = this.keys.issue(TestBusiness.create(database).id());
		this.jdbc
			.sql("""
					UPDATE api_key SET signing_key_ciphertext = (SELECT signing_key_ciphertext FROM api_key WHERE api_key = :other)
					 WHERE api_key = :one
					""")
			.param("one", one.apiKey())
			.param("other", other.apiKey())
			.update();
		assertThatIllegalStateException().isThrownBy(() -> this.keys.find(one.apiKey()));
	}

	@Test
	void rejectsAKeyMovedToAnotherBusiness() {
		IssuedKey issued = this.keys.issue(this.business.id());
		this.jdbc.sql("UPDATE api_key SET business_id = :other WHERE api_key = :key")
			.param("other", TestBusiness.create(database).id())
			.param("key", issued.apiKey())
			.update();
		assertThatIllegalStateException().isThrownBy(() -> this.keys.find(issued.apiKey()));
	}

	@Test
	void concurrentCallsWithOneKeyShareOneQueryDuringAnOutage() throws Exception {
		CountDownLatch given = new CountDownLatch(1);
		AtomicInteger looks = new AtomicInteger();
		DataSource down = new DownDataSource(given, looks);
		ApiKeys none = new ApiKeys(JdbcClient.create(down), new DataSourceTransactionManager(down), encryption);
		List<FutureTask<Optional<Caller>>> calls = Stream
			.generate(() -> new FutureTask<>(() -> none.find("pk_of_a_business")))
			.limit(8)
			.toList();
		List<Thread> callers = calls.stream().map((call) -> Thread.ofPlatform().start(call)).toList();
		await().until(() -> callers.stream().allMatch((caller) -> caller.getState() == Thread.State.WAITING));

		given.countDown();

		for (FutureTask<Optional<Caller>> call : calls) {
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(call::get)
				.withCauseInstanceOf(CannotGetJdbcConnectionException.class);
		}
		assertThat(looks).hasValue(1);
	}

	@Test
	void readsTheRulesPricesAndLimitsOfTheBusiness() {
		this.jdbc.sql("""
				WITH business AS (
				  UPDATE business SET api_access_enabled = false, max_payout_paise = 9000 WHERE business_id = :id
				), rules AS (
				  INSERT INTO ip_rule (business_id, network) VALUES (:id, '203.0.113.0/24'), (:id, '2001:db8::7')
				)
				INSERT INTO rail_limit (business_id, rail, min_paise, max_paise) VALUES (:id, 'U', 500, 700)
				""").param("id", this.business.id()).update();
		new PricePlans(this.jdbc).add(this.business.id(), null,
				List.of(new CommissionSlab(Rail.IMPS, 0, 1_00, BigDecimal.ZERO, 0, null),
						new CommissionSlab(Rail.IMPS, 100_00, 1_00, new BigDecimal("0.25"), 0, 3_00L)),
				null, null);
		Caller caller = find(this.keys, this.keys.issue(this.business.id()));
		assertThat(caller.apiAccessEnabled()).isFalse();
		assertThat(caller.maxPayoutPaise()).isEqualTo(9000);
		assertThat(caller.ipRules().allows(InetAddress.ofLiteral("203.0.113.9"))).isTrue();
		assertThat(caller.ipRules().allows(InetAddress.ofLiteral("2001:db8::7"))).isTrue();
		assertThat(caller.ipRules().allows(InetAddress.ofLiteral("2001:db8::8"))).isFalse();
		assertThat(caller.commissionPlan().charge(Rail.IMPS, 10_000)).isEqualTo(new Charge(1_00, 18));
		assertThat(caller.commissionPlan().charge(Rail.IMPS, 20_000)).isEqualTo(new Charge(1_50, 27));
		assertThat(caller.commissionPlan().charge(Rail.IMPS, 1_000_000)).isEqualTo(new Charge(3_00, 54));
		assertThat(caller.railLimits().maxPaise(Rail.UPI)).isEqualTo(700);
		assertThat(caller.railLimits().maxPaise(Rail.IMPS)).isEqualTo(RailLimits.DEFAULT.maxPaise(Rail.IMPS));
	}

	@Test
	void revokesAKeyHereAtOnceAndElsewhereWithinFiveSeconds() {
		ApiKeys elsewhere = keys();
		IssuedKey issued = this.keys.issue(this.business.id());
		find(this.keys, issued);
		find(elsewhere, issued);
		this.keys.revoke(issued.apiKey());
		assertThat(this.keys.find(issued.apiKey())).isEmpty();
		assertThat(elsewhere.find(issued.apiKey())).isPresent();
		this.nowNanos.addAndGet(Duration.ofSeconds(5).toNanos());
		assertThat(elsewhere.find(issued.apiKey())).isEmpty();
	}

	@Test
	void cachesAnUnknownKeyNoLongerThanAKnownOne() {
		ApiKeys elsewhere = keys();
		IssuedKey issued = new IssuedKey("pk_not_yet_known", "");
		assertThat(elsewhere.find(issued.apiKey())).isEmpty();
		this.jdbc.sql("""
				INSERT INTO api_key (api_key, business_id, signing_key_ciphertext) VALUES (:key, :id, :ciphertext)
				""")
			.param("key", issued.apiKey())
			.param("id", this.business.id())
			.param("ciphertext",
					encryption.encrypt(new byte[] { 1 },
							new SecretPlace(SecretPlace.Type.API_KEY, this.business.id(), issued.apiKey())))
			.update();
		this.nowNanos.addAndGet(Duration.ofSeconds(5).toNanos());
		assertThat(elsewhere.find(issued.apiKey())).isPresent();
	}

	@Test
	void unknownKeysDoNotCostAQueryEach() {
		AtomicInteger queries = new AtomicInteger();
		DataSource counted = new DelegatingDataSource(database.dataSource()) {
			@Override
			public Connection getConnection() throws SQLException {
				queries.incrementAndGet();
				return super.getConnection();
			}
		};
		ApiKeys flooded = new ApiKeys(JdbcClient.create(counted), new DataSourceTransactionManager(counted), encryption,
				this.nowNanos::get);
		IssuedKey issued = this.keys.issue(this.business.id());
		findUnknown(flooded, 1000);
		assertThat(find(flooded, issued).businessId()).isEqualTo(this.business.id());
		assertThat(queries).hasValueLessThan(50);

		IssuedKey later = this.keys.issue(this.business.id());
		assertThat(flooded.find(later.apiKey())).isEmpty();
		this.nowNanos.addAndGet(Duration.ofSeconds(4).toNanos());
		findUnknown(flooded, 1000);
		assertThat(find(flooded, later).businessId()).isEqualTo(this.business.id());
		assertThat(queries).hasValueLessThan(100);
	}

	private static void findUnknown(ApiKeys keys, int number) {
		for (int i = 0; i < number; i++) {
			assertThat(keys.find("pk_unknown_" + i)).isEmpty();
		}
	}

	@Test
	void rotatesFromOneKeyToAnother() {
		IssuedKey old = this.keys.issue(this.business.id());
		IssuedKey fresh = this.keys.issue(this.business.id());
		this.keys.revoke(old.apiKey());
		this.keys.revoke(old.apiKey());
		assertThat(this.keys.find(old.apiKey())).isEmpty();
		assertThat(this.keys.find(fresh.apiKey())).isPresent();
	}

	@Test
	void aRotatedKeyLivesAsLongAsItsPredecessorWasMeantTo() {
		Instant end = Instant.now().plus(Duration.ofDays(30));
		IssuedKey old = this.keys.issue(this.business.id(), new KeyRules(Set.of(KeyScope.READ), 2, end));
		this.jdbc
			.sql("""
					UPDATE api_key SET created_at = created_at - interval '29 days', expires_at = expires_at - interval '29 days',
					                   chosen_expires_at = chosen_expires_at - interval '29 days'
					 WHERE api_key = :key
					""")
			.param("key", old.apiKey())
			.update();

		String second = this.keys.rotate(this.business.id(), old.apiKey(), Duration.ofDays(7)).orElseThrow().apiKey();

		assertThat(rules(second).scopes()).containsExactly(KeyScope.READ);
		assertThat(rules(second).leastSignatureVersion()).isEqualTo(2);
		assertThat(rules(second).expiresAt()).isBetween(end.minus(Duration.ofHours(1)), end.plus(Duration.ofHours(1)));
	}

	/** The end of the first key is the overlap of the first rotation. */
	@Test
	void aKeyThatIsRotatedAgainPassesOnNoOverlap() {
		IssuedKey old = this.keys.issue(this.business.id());
		String lost = this.keys.rotate(this.business.id(), old.apiKey(), Duration.ofDays(7)).orElseThrow().apiKey();
		this.keys.revoke(lost);

		String third = this.keys.rotate(this.business.id(), old.apiKey(), Duration.ofDays(1)).orElseThrow().apiKey();

		assertThat(rules(third).expiresAt()).isNull();
		assertThat(rules(old.apiKey()).expiresAt()).isBefore(Instant.now().plus(Duration.ofDays(2)));
	}

	private KeyRules rules(String apiKey) {
		return this.keys.list(this.business.id())
			.stream()
			.filter((key) -> key.apiKey().equals(apiKey))
			.findFirst()
			.orElseThrow()
			.rules();
	}

	@Test
	void listsUnrevokedKeys() {
		IssuedKey old = this.keys.issue(this.business.id());
		IssuedKey fresh = this.keys.issue(this.business.id());
		assertThat(this.keys.list(this.business.id())).extracting(ListedKey::apiKey)
			.containsExactly(old.apiKey(), fresh.apiKey());
		this.keys.revoke(old.apiKey());
		assertThat(this.keys.list(this.business.id())).extracting(ListedKey::apiKey).containsExactly(fresh.apiKey());
		assertThat(this.keys.list(TestBusiness.create(database).id())).isEmpty();
	}

	@Test
	void issuesAThirdKeyOnlyAfterARevocation() {
		IssuedKey old = this.keys.issue(this.business.id());
		this.keys.issue(this.business.id());
		assertThatIllegalStateException().isThrownBy(() -> this.keys.issue(this.business.id()))
			.withMessageContaining("one must be revoked first");
		this.keys.revoke(old.apiKey());
		this.keys.issue(this.business.id());
		assertThat(this.keys.list(this.business.id())).hasSize(2);
	}

	@Test
	void issuesAtMostTwoKeysUnderConcurrency() throws Exception {
		Callable<Boolean> issue = () -> {
			try {
				this.keys.issue(this.business.id());
				return true;
			}
			catch (IllegalStateException ex) {
				return false;
			}
		};
		int issued = 0;
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (var answer : threads.invokeAll(Collections.nCopies(12, issue))) {
				issued += answer.get() ? 1 : 0;
			}
		}
		assertThat(issued).isEqualTo(2);
		assertThat(this.keys.list(this.business.id())).hasSize(2);
	}

	@Test
	void issuesNoKeyToAnUnknownBusiness() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.keys.issue(UUID.randomUUID()));
	}

	@Test
	void rejectsRevokingAnUnknownKey() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.keys.revoke("pk_nobody"));
	}

	@Test
	void findsNothingForAnUnknownKey() {
		assertThat(this.keys.find("")).isEmpty();
		assertThat(this.keys.find("' OR true --")).isEmpty();
	}

	@Test
	void usesANonceOnceForAKey() throws Exception {
		RequestNonces nonces = new RequestNonces(this.jdbc);
		String nonce = this.business.id().toString();
		Callable<Boolean> use = () -> nonces.use("pk_one", nonce);
		int fresh = 0;
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (var answer : threads.invokeAll(Collections.nCopies(32, use))) {
				fresh += answer.get() ? 1 : 0;
			}
		}
		assertThat(fresh).isEqualTo(1);
		assertThat(nonces.use("pk_one", nonce)).isFalse();
		assertThat(nonces.isUsed("pk_one", nonce)).isTrue();
		assertThat(nonces.isUsed("pk_two", nonce)).isFalse();
		assertThat(nonces.use("pk_two", nonce)).isTrue();
	}

	private ApiKeys keys() {
		return new ApiKeys(this.jdbc, new DataSourceTransactionManager(database.dataSource()), encryption,
				this.nowNanos::get);
	}

	private static Caller find(ApiKeys keys, IssuedKey issued) {
		return keys.find(issued.apiKey()).orElseThrow();
	}

	/** Makes callers wait for a connection and fails them. */
	private static final class DownDataSource extends AbstractDataSource {

		private final CountDownLatch given;

		private final AtomicInteger looks;

		DownDataSource(CountDownLatch given, AtomicInteger looks) {
			this.given = given;
			this.looks = looks;
		}

		@Override
		public Connection getConnection() throws SQLException {
			this.looks.incrementAndGet();
			try {
				this.given.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			throw new SQLTransientConnectionException("The database is down");
		}

		@Override
		public Connection getConnection(String username, String password) throws SQLException {
			return getConnection();
		}

	}

}
