package dev.hundi.payout;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

import dev.hundi.list.SearchPhrase;

import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * SQL for the payouts of a business with a phrase in a field. Indexed ones are searched
 * bucket by bucket, newest first; the others are read.
 */
public final class PayoutHits {

	/**
	 * Payouts that are not in the index in their current state. OFFSET 0 forces a key
	 * lookup for each, independent of the planner's row estimate.
	 */
	static final String UNINDEXED = """
			SELECT p.payout_id
			  FROM (SELECT DISTINCT e.payout_id
			          FROM payout_event e
			         WHERE e.event_id > (SELECT indexed_to FROM search_progress WHERE name = 'payout')
			           AND e.business_id = :businessId) AS unindexed
			 CROSS JOIN LATERAL (SELECT payout_id, payout_search_text(transaction_id, payout_id, merchant_reference_id,
			                                                          beneficiary_name, account_number, ifsc, vpa,
			                                                          narration, utr, bank_reference) AS present
			                       FROM payout
			                      WHERE payout.business_id = :businessId AND payout.payout_id = unindexed.payout_id
			                     OFFSET 0) AS p
			 WHERE position(lower(:phrase) IN (p.present).accepted) > 0 OR position(lower(:phrase) IN (p.present).bank) > 0
			""";

	/**
	 * Payouts in the index. Buckets do not overlap, so {@link #NEWEST_FIRST} is the order
	 * of the ids; the planner sorts one bucket after the other, and a limit stops it.
	 */
	private static final String INDEXED = """
			%s
			SELECT hit.payout_id
			  FROM (SELECT bucket_id::bigint << 32 AS bucket, from_payout_id FROM search_bucket
			         WHERE business_id = :businessId ORDER BY from_payout_id DESC) AS newest
			 CROSS JOIN LATERAL (
			   SELECT DISTINCT s.payout_id
			     FROM payout_search s
			    WHERE (%s)
			      AND position(lower(:phrase) IN s.text) > 0
			    ORDER BY s.payout_id DESC) AS hit
			""";

	private static final String CONTAINS_GRAMS = """
			search_grams(s.bucket_id, s.text) %s ARRAY(SELECT newest.bucket | gram FROM unnest((SELECT %s FROM phrase)) AS gram)
			""";

	/** The index has the grams from every second byte of a field only. */
	private static final String BY_GRAMS = INDEXED.formatted("""
			WITH phrase AS MATERIALIZED (SELECT odd, even FROM search_phrase_grams(:businessId, lower(:phrase)))""",
			CONTAINS_GRAMS.formatted("@>", "odd") + " OR " + CONTAINS_GRAMS.formatted("@>", "even"));

	private static final String BY_ANY_GRAM = INDEXED.formatted("""
			WITH phrase AS MATERIALIZED (SELECT search_short_phrase_grams(lower(:phrase)) AS grams)""",
			CONTAINS_GRAMS.formatted("&&", "grams"));

	/** From here on, a phrase contains a gram from an odd and one from an even byte. */
	private static final int LONG_BYTES = 5;

	static final String NEWEST_FIRST = " ORDER BY newest.from_payout_id DESC, hit.payout_id DESC ";

	private static final String READ = """
			SELECT payout_id FROM payout_search
			 WHERE business_id = :businessId AND position(lower(:phrase) IN text) > 0
			""";

	private final SearchPhrase phrase;

	public PayoutHits(SearchPhrase phrase) {
		this.phrase = phrase;
	}

	/** A query for the distinct {@code payout_id} of all hits. */
	public String all() {
		return UNINDEXED + " UNION (" + (isIndexed() ? indexed() : READ) + ")";
	}

	/** Binds the parameters of {@link #all()}. */
	public StatementSpec bind(StatementSpec sql, UUID businessId) {
		return sql.param("businessId", businessId).param("phrase", this.phrase.text());
	}

	/** Whether the index can answer: it knows no phrases below three letters. */
	boolean isIndexed() {
		return isThreeLetters() || bytes() > 3;
	}

	/** A query for indexed hits; {@link #NEWEST_FIRST} orders it. */
	String indexed() {
		return (bytes() >= LONG_BYTES) ? BY_GRAMS : BY_ANY_GRAM;
	}

	private boolean isThreeLetters() {
		return this.phrase.text().length() == 3 && this.phrase.text().chars().allMatch((character) -> character < 128);
	}

	/** Of the phrase in lower case. Like PostgreSQL's, each letter becomes one letter. */
	private int bytes() {
		int[] lower = this.phrase.text().codePoints().map(Character::toLowerCase).toArray();
		return new String(lower, 0, lower.length).getBytes(StandardCharsets.UTF_8).length;
	}

}
