package dev.hundi.payout;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * Finds payouts by a part of any field that the specification lists under
 * {@code GET /v1/payouts}, newest first, as soon as they are committed. Payouts that are
 * not yet indexed are read. The others are searched in the index, bucket by bucket until
 * the page is full; phrases of one or two letters, which the index cannot answer, by
 * reading the newest payouts and, if these are not enough, all.
 */
final class SearchPayouts {

	private static final int NEWEST = 2_000;

	private static final String PAGE = """
			SELECT (SELECT count(*) FROM hits) AS found, %s
			  FROM (VALUES (1)) AS one (row)
			  LEFT JOIN (SELECT payout_id FROM hits ORDER BY payout_id DESC LIMIT :limit OFFSET :offset) AS page ON true
			  LEFT JOIN payout p ON p.business_id = :businessId AND p.payout_id = page.payout_id
			%s
			 ORDER BY p.payout_id DESC
			""".formatted(PayoutRows.COLUMNS, PayoutRows.PARTS);

	/**
	 * Unindexed payouts older than those read must wait, or they would precede some that
	 * were not read.
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
			  SELECT payout_id FROM newest WHERE position((SELECT lower(:phrase)) IN text) > 0
			)
			""".formatted(PayoutHits.UNINDEXED) + PAGE;

	private static final String BY_INDEX = """
			WITH hits AS MATERIALIZED (
			  (%s)
			  UNION
			  (%s LIMIT :rows)
			)
			""" + PAGE;

	private final JdbcClient jdbc;

	private final long newest;

	SearchPayouts(JdbcClient jdbc) {
		this(jdbc, NEWEST);
	}

	SearchPayouts(JdbcClient jdbc, long newest) {
		this.jdbc = jdbc;
		this.newest = newest;
	}

	List<PayoutDetail> find(UUID businessId, SearchPhrase phrase, Page page) {
		PayoutHits hits = new PayoutHits(phrase);
		if (hits.isIndexed()) {
			String sql = BY_INDEX.formatted(PayoutHits.UNINDEXED, PayoutHits.INDEXED + PayoutHits.NEWEST_FIRST);
			return query(hits.bind(this.jdbc.sql(sql), businessId), page, page.end()).page;
		}
		Found found = query(hits.bind(this.jdbc.sql(BY_READING), businessId), page, this.newest);
		return (found.count >= page.end()) ? found.page
				: query(hits.bind(this.jdbc.sql(BY_READING), businessId), page, Long.MAX_VALUE).page;
	}

	private static Found query(StatementSpec sql, Page page, long rows) {
		return sql.param("limit", page.limit()).param("offset", page.offset()).param("rows", rows).query((row) -> {
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
	 * A page of hits.
	 *
	 * @param count all hits, not only of the page
	 */
	private record Found(long count, List<PayoutDetail> page) {
	}

}
