package dev.hundi.payout;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Finds payouts by a part of any field that the specification lists under
 * {@code GET /v1/payouts}, newest first, from the moment they are committed.
 * <p>
 * Three places hold the answer. Payouts whose events the search index has not taken yet
 * are read themselves. Of the others the newest are read first: a phrase that many
 * payouts have fills its page there at once. Only for a rare one is the trigram index
 * asked, which then answers few rows.
 */
final class SearchPayouts {

	private static final int NEWEST = 2_000;

	/** Reading more rows than this in order costs more than asking the index. */
	private static final int MOST_READ = 15_000;

	/** A trigram index knows nothing of shorter phrases. */
	private static final int TRIGRAM = 3;

	/**
	 * Payouts that the index does not know, or not in their present state. OFFSET 0 makes
	 * each be fetched by its whole key, whatever the planner believes of their number.
	 */
	static final String UNINDEXED_HITS = """
			SELECT p.payout_id
			  FROM (SELECT DISTINCT e.payout_id
			          FROM payout_event e
			         WHERE e.event_id > (SELECT indexed_to FROM search_progress WHERE name = 'payout')
			           AND e.business_id = :businessId) AS unindexed
			 CROSS JOIN LATERAL (SELECT payout.payout_id, payout_search_text(payout) AS present
			                       FROM payout
			                      WHERE payout.business_id = :businessId AND payout.payout_id = unindexed.payout_id
			                     OFFSET 0) AS p
			 WHERE position(lower(:phrase) IN (p.present).accepted) > 0 OR position(lower(:phrase) IN (p.present).bank) > 0
			""";

	/** Payouts that the index has. */
	static final String INDEXED_HITS = """
			SELECT payout_id
			  FROM payout_search
			 WHERE business_id = :businessId AND text LIKE lower(:anchor) AND position(lower(:phrase) IN text) > 0
			""";

	private static final String PAGE = """
			SELECT (SELECT count(*) FROM hits) AS found, %s
			  FROM (VALUES (1)) AS one (row)
			  LEFT JOIN (SELECT payout_id FROM hits ORDER BY payout_id DESC LIMIT :limit OFFSET :offset) AS page ON true
			  LEFT JOIN payout p ON p.business_id = :businessId AND p.payout_id = page.payout_id
			 ORDER BY p.payout_id DESC
			""".formatted(PayoutRows.COLUMNS);

	/**
	 * Unindexed payouts from before the newest wait, or they would stand in front of some
	 * that were not read.
	 */
	private static final String BY_READING = """
			WITH newest AS MATERIALIZED (
			  SELECT payout_id, text FROM payout_search
			   WHERE business_id = :businessId
			   ORDER BY payout_id DESC
			   LIMIT :rows
			), hits AS MATERIALIZED (
			  SELECT payout_id
			    FROM (%s) AS unindexed
			   WHERE (SELECT count(*) FROM newest) < :rows
			      OR payout_id >= (SELECT payout_id FROM newest ORDER BY payout_id LIMIT 1)
			  UNION
			  SELECT payout_id FROM newest WHERE position(lower(:phrase) IN text) > 0
			)
			""".formatted(UNINDEXED_HITS) + PAGE;

	private static final String BY_INDEX = """
			WITH hits AS MATERIALIZED (
			  %s
			  UNION
			  %s
			)
			""".formatted(UNINDEXED_HITS, INDEXED_HITS) + PAGE;

	private final JdbcClient jdbc;

	private final long newest;

	private final long mostRead;

	SearchPayouts(JdbcClient jdbc) {
		this(jdbc, NEWEST, MOST_READ);
	}

	SearchPayouts(JdbcClient jdbc, long newest, long mostRead) {
		this.jdbc = jdbc;
		this.newest = newest;
		this.mostRead = mostRead;
	}

	List<PayoutDetail> find(UUID businessId, SearchPhrase phrase, Page page) {
		Found found = read(businessId, phrase, page, this.newest);
		if (found.count >= page.end()) {
			return found.page;
		}
		boolean indexed = phrase.text().length() >= TRIGRAM;
		// Half as many again as it should take, were the hits spread evenly.
		long rows = (found.count == 0) ? Long.MAX_VALUE : this.newest * page.end() / found.count / 2 * 3;
		if (!indexed || rows <= this.mostRead) {
			found = read(businessId, phrase, page, indexed ? rows : Integer.MAX_VALUE);
			if (!indexed || found.count >= page.end()) {
				return found.page;
			}
		}
		return query(BY_INDEX, businessId, phrase, page, "anchor", phrase.anchorPattern()).page;
	}

	private Found read(UUID businessId, SearchPhrase phrase, Page page, long rows) {
		return query(BY_READING, businessId, phrase, page, "rows", rows);
	}

	private Found query(String sql, UUID businessId, SearchPhrase phrase, Page page, String parameter, Object value) {
		return this.jdbc.sql(sql)
			.param("businessId", businessId)
			.param("phrase", phrase.text())
			.param("limit", page.limit())
			.param("offset", page.offset())
			.param(parameter, value)
			.query((row) -> {
				long count = 0;
				List<PayoutDetail> payouts = new ArrayList<>();
				while (row.next()) {
					count = row.getLong("found");
					if (row.getObject("payout_id") != null) {
						payouts.add(PayoutRows.detail(row));
					}
				}
				return new Found(count, payouts);
			});
	}

	/**
	 * A page of what was found.
	 *
	 * @param count of all that was found, not of the page
	 */
	private record Found(long count, List<PayoutDetail> page) {
	}

}
