package dev.hundi.business;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.hundi.payout.CommissionPlan;
import dev.hundi.payout.CommissionSlab;
import dev.hundi.payout.PublicCode;
import dev.hundi.payout.Rail;
import dev.hundi.payout.RailLimits;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.secret.SecretPlace;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Lazy;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * API keys. Results are cached for a few seconds, so that a revoked key, disabled access
 * or a new price takes effect within five seconds in every process.
 */
// Lazy: only an application that verifies signatures needs the key file.
@Lazy
@Repository
public class ApiKeys {

	/** Leaves one of the five seconds for the query itself. */
	static final Duration CACHE_TIME = Duration.ofSeconds(4);

	/** With the age of {@link UnknownKeys}, a new key works within four seconds. */
	private static final Duration UNKNOWN_CACHE_TIME = Duration.ofSeconds(2);

	private static final int MAX_UNREVOKED = 2;

	private static final int MAX_CACHED = 10_000;

	private static final Logger logger = LoggerFactory.getLogger(ApiKeys.class);

	private static final JsonMapper json = JsonMapper.builder().build();

	private final JdbcClient jdbc;

	private final TransactionOperations transactions;

	private final SecretEncryption encryption;

	private final AsyncLoadingCache<String, Optional<Caller>> callers;

	private final UnknownKeys unknown;

	/** Duration of the last query, in nanoseconds. */
	private volatile long queryNanos;

	private final Executor background = Executors.newVirtualThreadPerTaskExecutor();

	private final Cache<String, Boolean> recentlyUsed = Caffeine.newBuilder()
		.expireAfterWrite(Duration.ofMinutes(1))
		.maximumSize(MAX_CACHED)
		.build();

	@Autowired
	ApiKeys(JdbcClient jdbc, PlatformTransactionManager transactions, SecretEncryption encryption) {
		this(jdbc, transactions, encryption, Ticker.systemTicker());
	}

	ApiKeys(JdbcClient jdbc, PlatformTransactionManager transactions, SecretEncryption encryption, Ticker ticker) {
		this.jdbc = jdbc;
		this.transactions = new TransactionTemplate(transactions);
		this.encryption = encryption;
		this.unknown = new UnknownKeys(jdbc, ticker);
		this.callers = Caffeine.newBuilder()
			.expireAfter(Expiry.<String, Optional<Caller>>writing(
					(apiKey, caller) -> caller.isPresent() ? CACHE_TIME : UNKNOWN_CACHE_TIME))
			.maximumSize(MAX_CACHED)
			.ticker(ticker)
			.executor(this.background)
			.buildAsync(this::load);
	}

	/**
	 * The caller of an unrevoked key; empty for any other text. Concurrent calls with one
	 * key share one query, even a failing one, so that during an outage no call waits
	 * longer than the first.
	 */
	public Optional<Caller> find(String apiKey) {
		try {
			return this.callers.get(apiKey).join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof RuntimeException cause) {
				throw cause;
			}
			throw ex;
		}
	}

	/**
	 * The unrevoked keys of a business, oldest first: at most two that have not expired.
	 */
	public List<ListedKey> list(UUID businessId) {
		return this.jdbc.sql("""
				SELECT api_key, created_at, scopes, least_signature_version, expires_at, last_used_at FROM api_key
				 WHERE business_id = :business AND revoked_at IS NULL
				 ORDER BY created_at, api_key
				""")
			.param("business", businessId)
			.query((row, number) -> new ListedKey(row.getString("api_key"), Timestamps.instant(row, "created_at"),
					rules(row), Timestamps.nullable(row, "last_used_at")))
			.list();
	}

	/** Whether a key of a business was revoked. */
	public boolean isRevoked(UUID businessId, String apiKey) {
		return this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM api_key
				                WHERE business_id = :business AND api_key = :apiKey AND revoked_at IS NOT NULL)
				""").param("business", businessId).param("apiKey", apiKey).query(Boolean.class).single();
	}

	/**
	 * Issues a key with every scope that does not expire, with the business's least
	 * signature version.
	 * @throws IllegalArgumentException if the business does not exist
	 * @throws IllegalStateException if it has two unrevoked keys already
	 */
	public IssuedKey issue(UUID businessId) {
		int leastVersion = this.jdbc
			.sql("SELECT new_keys_least_signature_version FROM business WHERE business_id = :business")
			.param("business", businessId)
			.query(Integer.class)
			.optional()
			.orElse(1);
		return issue(businessId, new KeyRules(KeyRules.UNRESTRICTED.scopes(), leastVersion, null));
	}

	/**
	 * Issues a key. To rotate, a business gets a second key, calls with it, and revokes
	 * the first; meanwhile both are valid.
	 * @throws IllegalArgumentException if the business does not exist
	 * @throws IllegalStateException if it has two unrevoked keys already
	 */
	public IssuedKey issue(UUID businessId, KeyRules rules) {
		return Objects.requireNonNull(this.transactions.execute((status) -> {
			requireFewerKeys(businessId);
			return insert(businessId, rules);
		}));
	}

	/** Locks the business, so that concurrent calls cannot exceed the limit. */
	private void requireFewerKeys(UUID businessId) {
		if (this.jdbc.sql("SELECT business_id FROM business WHERE business_id = :business FOR NO KEY UPDATE")
			.param("business", businessId)
			.query(UUID.class)
			.optional()
			.isEmpty()) {
			throw new IllegalArgumentException("Unknown business " + businessId);
		}
		if (list(businessId).stream().filter((key) -> !key.isExpired(Instant.now())).count() >= MAX_UNREVOKED) {
			throw new IllegalStateException("Business " + businessId + " has two keys; one must be revoked first");
		}
	}

	private IssuedKey insert(UUID businessId, KeyRules rules) {
		IssuedKey issued = new IssuedKey(PublicCode.random("pk_", 24), PublicCode.random("sk_", 52));
		this.jdbc
			.sql("""
					INSERT INTO api_key (api_key, business_id, signing_key_ciphertext, scopes, least_signature_version, expires_at,
					                     chosen_expires_at)
					VALUES (:apiKey, :businessId, :ciphertext, :scopes::text[], :leastVersion, :expiresAt::timestamptz,
					        :expiresAt::timestamptz)
					""")
			.param("scopes", rules.scopes().stream().map(KeyScope::name).toArray(String[]::new))
			.param("leastVersion", rules.leastSignatureVersion())
			.param("expiresAt", Objects.toString(rules.expiresAt(), null))
			.param("apiKey", issued.apiKey())
			.param("businessId", businessId)
			.param("ciphertext",
					this.encryption.encrypt(issued.signingKey().getBytes(StandardCharsets.UTF_8),
							place(businessId, issued.apiKey())))
			.update();
		return issued;
	}

	/**
	 * Revokes a key: here at once, in other processes within five seconds. Idempotent.
	 * @throws IllegalArgumentException if the key does not exist
	 */
	public void revoke(String apiKey) {
		int found = this.jdbc.sql("UPDATE api_key SET revoked_at = coalesce(revoked_at, now()) WHERE api_key = :apiKey")
			.param("apiKey", apiKey)
			.update();
		this.callers.synchronous().invalidate(apiKey);
		if (found == 0) {
			throw new IllegalArgumentException("Unknown API key " + apiKey);
		}
	}

	/** Whether a business has, or ever had, a key. */
	public boolean hadAny(UUID businessId) {
		return this.jdbc.sql("SELECT EXISTS (SELECT FROM api_key WHERE business_id = :business)")
			.param("business", businessId)
			.query(Boolean.class)
			.single();
	}

	/**
	 * Issues a key with the rules of another one, which stays valid for the overlap. The
	 * new key lives as long as the other one was meant to live when it was created.
	 * @return empty if the business has no such unrevoked key
	 * @throws IllegalStateException if it has two keys already
	 */
	public Optional<IssuedKey> rotate(UUID businessId, String apiKey, Duration overlap) {
		return Objects.requireNonNull(this.transactions.execute((status) -> {
			requireFewerKeys(businessId);
			Instant end = Instant.now().plus(overlap);
			return list(businessId).stream()
				.filter((key) -> key.apiKey().equals(apiKey) && !key.isExpired(Instant.now()))
				.findFirst()
				.map((key) -> {
					Instant expiry = key.rules().expiresAt();
					if (expiry == null || expiry.isAfter(end)) {
						this.jdbc.sql("UPDATE api_key SET expires_at = :end::timestamptz WHERE api_key = :apiKey")
							.param("end", end.toString())
							.param("apiKey", apiKey)
							.update();
					}
					return insert(businessId,
							new KeyRules(key.rules().scopes(), key.rules().leastSignatureVersion(), chosenEnd(apiKey)));
				});
		}));
	}

	/** When a key ends that replaces another one now, or null if it does not expire. */
	private @Nullable Instant chosenEnd(String replaced) {
		return this.jdbc
			.sql("SELECT now() + (chosen_expires_at - created_at) AS ends FROM api_key WHERE api_key = :apiKey")
			.param("apiKey", replaced)
			.query((row, number) -> Optional.ofNullable(Timestamps.nullable(row, "ends")))
			.single()
			.orElse(null);
	}

	/**
	 * Records that a verified request used a key. Writes at most once a minute for each
	 * key over all processes, beside the request.
	 */
	public void used(Caller caller) {
		if (this.recentlyUsed.asMap().putIfAbsent(caller.apiKey(), true) == null) {
			this.background.execute(() -> recordUse(caller.apiKey()));
		}
	}

	private void recordUse(String apiKey) {
		try {
			this.jdbc.sql("""
					UPDATE api_key SET last_used_at = now()
					 WHERE api_key = :apiKey AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')
					""").param("apiKey", apiKey).update();
		}
		catch (DataAccessException ex) {
			logger.warn("The use of a key was not recorded: {}", ex.getMessage());
		}
	}

	private Optional<Caller> load(String apiKey) {
		if (!this.unknown.isWorthAQuery(apiKey)) {
			// Timing must not reveal which keys exist.
			LockSupport.parkNanos(this.queryNanos);
			return Optional.empty();
		}
		long start = System.nanoTime();
		Optional<Caller> caller = query(apiKey);
		this.queryNanos = System.nanoTime() - start;
		if (caller.isEmpty()) {
			this.unknown.record();
		}
		return caller;
	}

	private Optional<Caller> query(String apiKey) {
		return this.jdbc
			.sql("""
					SELECT k.business_id, k.signing_key_ciphertext, k.scopes, k.least_signature_version, k.expires_at,
					       b.api_access_enabled, b.max_payout_paise,
					       ARRAY (SELECT network::text FROM ip_rule r WHERE r.business_id = k.business_id) AS networks,
					       (SELECT json_agg(json_build_object('rail', rail, 'abovePaise', above_paise, 'flatPaise', flat_paise,
					                                          'percent', percent, 'minPaise', min_paise, 'maxPaise', max_paise))
					          FROM commission_slab s WHERE s.price_plan_id = current_price_plan(k.business_id)) AS slabs,
					       (SELECT json_agg(json_build_object('rail', rail, 'minPaise', min_paise, 'maxPaise', max_paise))
					          FROM rail_limit l WHERE l.business_id = k.business_id) AS limits
					  FROM api_key k
					  JOIN business b ON b.business_id = k.business_id
					 WHERE k.api_key = :apiKey AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
					""")
			.param("apiKey", apiKey)
			.query((row, number) -> caller(apiKey, row))
			.optional();
	}

	private Caller caller(String apiKey, ResultSet row) throws SQLException {
		UUID businessId = row.getObject("business_id", UUID.class);
		return new Caller(businessId, apiKey, rules(row),
				this.encryption.decrypt(row.getBytes("signing_key_ciphertext"), place(businessId, apiKey)),
				row.getBoolean("api_access_enabled"), IpNetworks.of(strings(row.getArray("networks"))),
				plan(row.getString("slabs")), limits(row.getString("limits")),
				row.getObject("max_payout_paise", Long.class));
	}

	private static SecretPlace place(UUID businessId, String apiKey) {
		return new SecretPlace(SecretPlace.Type.API_KEY, businessId, apiKey);
	}

	private static KeyRules rules(ResultSet row) throws SQLException {
		return new KeyRules(
				strings(row.getArray("scopes")).stream().map(KeyScope::valueOf).collect(Collectors.toUnmodifiableSet()),
				row.getInt("least_signature_version"), Timestamps.nullable(row, "expires_at"));
	}

	private static List<String> strings(Array array) throws SQLException {
		return List.of((String[]) array.getArray());
	}

	private static CommissionPlan plan(@Nullable String slabs) {
		if (slabs == null) {
			return CommissionPlan.DEFAULT;
		}
		return CommissionPlan
			.of(Arrays.stream(json.readValue(slabs, StoredSlab[].class)).map(StoredSlab::slab).toList());
	}

	private static RailLimits limits(@Nullable String limits) {
		if (limits == null) {
			return RailLimits.DEFAULT;
		}
		Map<Rail, RailLimits.Range> own = new EnumMap<>(Rail.class);
		for (StoredLimit limit : json.readValue(limits, StoredLimit[].class)) {
			own.put(Rail.stored(limit.rail), new RailLimits.Range(limit.minPaise, limit.maxPaise));
		}
		return RailLimits.of(own);
	}

	private record StoredSlab(String rail, long abovePaise, long flatPaise, BigDecimal percent, long minPaise,
			@Nullable Long maxPaise) {

		CommissionSlab slab() {
			return new CommissionSlab(Rail.stored(this.rail), this.abovePaise, this.flatPaise, this.percent,
					this.minPaise, this.maxPaise);
		}

	}

	private record StoredLimit(String rail, long minPaise, long maxPaise) {
	}

}
