package dev.hundi.payout;

import java.util.UUID;
import java.util.stream.IntStream;

import dev.hundi.list.SearchPhrase;

import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * SQL for the payouts of a business with a phrase in a field. Indexed ones are searched
 * bucket by bucket, newest first; the others are read. The phrase is made lower-case in a
 * subselect, because a kept plan would do it again for each row, which takes as long as
 * reading the row.
 */
public final class PayoutHits {

	/** More would cost more than the candidates they exclude. */
	private static final int MOST_SLICES = 12;

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
			 WHERE position((SELECT lower(:phrase)) IN (p.present).accepted) > 0 OR position((SELECT lower(:phrase)) IN (p.present).bank) > 0
			""";

	/**
	 * The slices of the phrase that exclude most, by three sealed buckets: the newest,
	 * the oldest and the one in the middle, because what most texts of one have may be
	 * rare in others. As many as leave one payout in a million by chance, and at most
	 * {@value #MOST_SLICES}.
	 */
	private static final String RAREST = """
			SELECT number
			  FROM (SELECT number, share,
			               sum(ln(share)) OVER (ORDER BY share, number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS rarer
			          FROM (SELECT s.number, greatest(sum(bit_count(s.payouts)), 1)::float8 / sum(length(s.payouts)) AS share
			                  FROM (SELECT bucket_id, row_number() OVER (ORDER BY from_payout_id DESC) AS place,
			                               count(*) OVER () AS sealed
			                          FROM search_bucket
			                         WHERE business_id = :businessId AND payout_ids IS NOT NULL) AS sample
			                 CROSS JOIN LATERAL (SELECT number, payouts FROM search_slice
			                                      WHERE bucket_id = sample.bucket_id AND number = ANY (:slices::smallint[])
			                                     OFFSET 0) AS s
			                 WHERE sample.place IN (1, (sample.sealed + 1) / 2, sample.sealed)
			                 GROUP BY s.number) AS counted) AS chosen
			 WHERE rarer IS NULL OR rarer > ln(0.000001)
			 ORDER BY share, number
			 LIMIT %d
			"""
		.formatted(MOST_SLICES);

	/**
	 * Payouts in the index. Buckets do not overlap, so {@link #NEWEST_FIRST} is the order
	 * of the ids; the planner sorts one bucket after the other, and a limit stops it. A
	 * bucket that is not sealed is read, and one with so many candidates that reading it
	 * costs less, which is an eighth of its payouts; otherwise its candidates and late
	 * rows are. OFFSET 0 asks for the candidates once, and forces a key lookup for each.
	 */
	static final String INDEXED = """
			SELECT hit.payout_id
			  FROM (SELECT bucket_id, from_payout_id, payout_ids,
			               lag(from_payout_id, 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
			                 OVER (ORDER BY from_payout_id DESC) AS to_payout_id
			          FROM search_bucket
			         WHERE business_id = :businessId ORDER BY from_payout_id DESC) AS newest
			 CROSS JOIN LATERAL (SELECT bit_and(s.payouts) AS bits FROM search_slice s
			                      WHERE s.bucket_id = newest.bucket_id AND s.number = ANY (ARRAY(%s))) AS slices
			 CROSS JOIN LATERAL (SELECT CASE WHEN bit_count(bits) = 0 THEN '{}'
			                                 WHEN bit_count(bits) <= 1000 THEN search_candidates(newest.payout_ids, bits)
			                            END AS candidates
			                     OFFSET 0) AS sealed
			 CROSS JOIN LATERAL (
			   SELECT DISTINCT s.payout_id
			     FROM (SELECT payout_id, text FROM payout_search
			            WHERE sealed.candidates IS NULL AND business_id = :businessId
			              AND payout_id >= newest.from_payout_id AND payout_id < newest.to_payout_id
			           UNION ALL
			           SELECT payout_id, text FROM payout_search
			            WHERE sealed.candidates IS NOT NULL AND is_late AND business_id = :businessId
			              AND payout_id >= newest.from_payout_id AND payout_id < newest.to_payout_id
			           UNION ALL
			           SELECT found.payout_id, found.text
			             FROM unnest(sealed.candidates) AS candidate (payout_id)
			            CROSS JOIN LATERAL (SELECT payout_id, text FROM payout_search
			                                 WHERE business_id = :businessId AND payout_id = candidate.payout_id
			                                OFFSET 0) AS found) AS s
			    WHERE position((SELECT lower(:phrase)) IN s.text) > 0
			    ORDER BY s.payout_id DESC) AS hit
			"""
		.formatted(RAREST);

	static final String NEWEST_FIRST = " ORDER BY newest.from_payout_id DESC, hit.payout_id DESC ";

	private static final String READ = """
			SELECT payout_id FROM payout_search
			 WHERE business_id = :businessId AND position((SELECT lower(:phrase)) IN text) > 0
			""";

	private final SearchPhrase phrase;

	private final int[] slices;

	public PayoutHits(SearchPhrase phrase) {
		this.phrase = phrase;
		this.slices = SearchSlices.of(phrase.text());
	}

	/** A query for the distinct {@code payout_id} of all hits. */
	public String all() {
		return UNINDEXED + " UNION (" + (isIndexed() ? INDEXED : READ) + ")";
	}

	/** Binds the parameters of {@link #all()}. */
	public StatementSpec bind(StatementSpec sql, UUID businessId) {
		return sql.param("businessId", businessId)
			.param("phrase", this.phrase.text())
			.param("slices", IntStream.of(this.slices).boxed().toArray(Integer[]::new));
	}

	/** Whether the index can answer: it cannot tell phrases below three bytes. */
	boolean isIndexed() {
		return this.slices.length > 0;
	}

}
