package dev.hundi.payout;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.list.Window;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Maintains the search index of payouts asynchronously, in batches. It follows
 * {@code payout_event} by event id and never passes an event that an open transaction may
 * still commit, so that none is missed. Any number of processes may call it; a row lock
 * on the progress serialises them.
 */
@Component
public class IndexPayouts {

	/** Maximum number of events per round. */
	static final int MAX_EVENTS = 20_000;

	/**
	 * Payouts per bucket: few enough to read all of them for a page, enough to keep
	 * buckets few.
	 */
	private static final int BUCKET = 8_192;

	/** Buckets that one round seals: some 100 ms each. */
	private static final int MAX_SEALS = 8;

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	private final SealBuckets seals;

	private final int bucket;

	@Autowired
	public IndexPayouts(JdbcClient jdbc, PlatformTransactionManager transactions) {
		this(jdbc, transactions, BUCKET);
	}

	IndexPayouts(JdbcClient jdbc, PlatformTransactionManager transactions, int bucket) {
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactions);
		this.seals = new SealBuckets(jdbc);
		this.bucket = bucket;
	}

	/**
	 * Seals buckets that were full before, then indexes one batch.
	 * @return whether more is due at once
	 */
	public boolean index() {
		return Objects.requireNonNullElse(this.transaction.execute((status) -> indexInTransaction()), false);
	}

	private boolean indexInTransaction() {
		Optional<UUID> indexedTo = indexedTo();
		if (indexedTo.isEmpty()) {
			return false;
		}
		boolean moreSeals = this.seals.seal(this.bucket, MAX_SEALS) == MAX_SEALS;
		UUID from = indexedTo.get();
		UUID horizon = new Window(null, settledUntil()).toId();
		Optional<UUID> last = lastOfFullRound(from, horizon);
		UUID to = last.orElse(horizon);
		if (from.compareTo(to) >= 0) {
			return moreSeals;
		}
		openBuckets(from, to);
		write(from, to);
		this.jdbc.sql("UPDATE search_progress SET indexed_to = :to WHERE name = 'payout'").param("to", to).update();
		return moreSeals || last.isPresent();
	}

	/**
	 * Up to which event everything is indexed. A clock that was behind that event, after
	 * a failover for instance, gave lower ids to new events: what its last minute brought
	 * is indexed again, which changes nothing where it was indexed.
	 */
	private Optional<UUID> indexedTo() {
		return this.jdbc.sql("""
				SELECT CASE WHEN indexed_to > first_uuid_at(clock_timestamp())
				            THEN first_uuid_at(clock_timestamp() - interval '1 minute') ELSE indexed_to END
				  FROM search_progress WHERE name = 'payout' FOR UPDATE SKIP LOCKED
				""").query(UUID.class).optional();
	}

	/**
	 * Every event before this moment is committed or never will be. Ids are drawn from
	 * the clock after their transaction has begun, at millisecond precision, so the whole
	 * millisecond of the oldest transaction is excluded; two more seconds cover
	 * transactions that have drawn an id and have no xid yet.
	 */
	private Instant settledUntil() {
		return this.jdbc
			.sql("""
					SELECT date_trunc('milliseconds', least(clock_timestamp() - interval '2 seconds', oldest_writing_since()))
					""")
			.query(OffsetDateTime.class)
			.single()
			.toInstant();
	}

	private Optional<UUID> lastOfFullRound(UUID from, UUID horizon) {
		return this.jdbc.sql("""
				SELECT event_id
				  FROM payout_event
				 WHERE event_id > :from AND event_id < :horizon
				 ORDER BY event_id
				OFFSET :before LIMIT 1
				""")
			.param("from", from)
			.param("horizon", horizon)
			.param("before", MAX_EVENTS - 1)
			.query(UUID.class)
			.optional();
	}

	/**
	 * Opens buckets for payouts newer than all that their business has in the index:
	 * fills the newest bucket, then begins new ones. An older payout, committed late,
	 * belongs into the bucket of its id, so that buckets never overlap.
	 */
	private void openBuckets(UUID from, UUID to) {
		this.jdbc
			.sql("""
					WITH created AS (
					  SELECT business_id, payout_id FROM payout_event
					   WHERE event_id > :from AND event_id <= :to AND stage = 'CREATED'
					), present AS (
					  SELECT business.business_id, bucket.bucket_id, bucket.payouts, newest.payout_id AS newest_payout_id
					    FROM (SELECT DISTINCT business_id FROM created) AS business
					    LEFT JOIN LATERAL (SELECT b.bucket_id, b.payouts FROM search_bucket b
					                        WHERE b.business_id = business.business_id
					                        ORDER BY b.from_payout_id DESC LIMIT 1) AS bucket ON true
					    LEFT JOIN LATERAL (SELECT s.payout_id FROM payout_search s
					                        WHERE s.business_id = business.business_id
					                        ORDER BY s.payout_id DESC LIMIT 1) AS newest ON true
					), placed AS (
					  SELECT c.business_id, c.payout_id, p.bucket_id,
					         (coalesce(p.payouts, 0) + row_number() OVER (PARTITION BY c.business_id ORDER BY c.payout_id) - 1)
					           / :full AS place
					    FROM created c
					    JOIN present p ON p.business_id = c.business_id
					   WHERE p.newest_payout_id IS NULL OR c.payout_id > p.newest_payout_id
					), filled AS (
					  SELECT business_id, bucket_id, place, (array_agg(payout_id ORDER BY payout_id))[1] AS first_payout_id,
					         count(*) AS payouts
					    FROM placed
					   GROUP BY business_id, bucket_id, place
					), grown AS (
					  UPDATE search_bucket b SET payouts = b.payouts + f.payouts
					    FROM filled f
					   WHERE b.bucket_id = f.bucket_id AND f.place = 0
					)
					INSERT INTO search_bucket (business_id, from_payout_id, payouts)
					SELECT business_id,
					       CASE WHEN bucket_id IS NULL AND place = 0 THEN '00000000-0000-0000-0000-000000000000' ELSE first_payout_id END,
					       payouts
					  FROM filled
					 WHERE bucket_id IS NULL OR place > 0
					 ORDER BY business_id, place
					""")
			.param("from", from)
			.param("to", to)
			.param("full", this.bucket)
			.update();
	}

	/**
	 * Most payouts have ended before they are indexed, so one row with all of a payout's
	 * text is written once. What changes later replaces it. Earlier versions wrote the
	 * references of the bank as a part of their own, which must not outlive a change.
	 */
	private void write(UUID from, UUID to) {
		this.jdbc
			.sql("""
					INSERT INTO payout_search (business_id, payout_id, part, text, bucket_id, is_late)
					SELECT p.business_id, p.payout_id, part.number, part.text, bucket.bucket_id, bucket.is_sealed
					  FROM (SELECT business_id, payout_id, bool_or(stage = 'CREATED') AS is_new
					          FROM payout_event
					         WHERE event_id > :from AND event_id <= :to
					         GROUP BY business_id, payout_id) AS changed
					  JOIN payout p ON p.business_id = changed.business_id AND p.payout_id = changed.payout_id
					 CROSS JOIN LATERAL payout_search_text(p.transaction_id, p.payout_id, p.merchant_reference_id, p.beneficiary_name,
					                                       p.account_number, p.ifsc, p.vpa, p.narration, p.utr,
					                                       p.bank_reference) AS present
					 CROSS JOIN LATERAL (VALUES (0, concat_ws(E'\\n', present.accepted, nullif(present.bank, ''))),
					                            (1, present.bank)) AS part (number, text)
					 CROSS JOIN LATERAL (SELECT b.bucket_id, b.payout_ids IS NOT NULL AS is_sealed FROM search_bucket b
					                      WHERE b.business_id = p.business_id AND b.from_payout_id <= p.payout_id
					                      ORDER BY b.from_payout_id DESC LIMIT 1) AS bucket
					 WHERE part.number = 0
					    OR NOT changed.is_new AND EXISTS (SELECT FROM payout_search s
					                                       WHERE s.business_id = p.business_id AND s.payout_id = p.payout_id AND s.part = 1
					                                      OFFSET 0)
					 ORDER BY p.payout_id, part.number
					ON CONFLICT (business_id, payout_id, part) DO UPDATE
					   SET text = excluded.text
					 WHERE payout_search.text <> excluded.text
					""")
			.param("from", from)
			.param("to", to)
			.update();
	}

}
