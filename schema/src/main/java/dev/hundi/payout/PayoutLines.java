package dev.hundi.payout;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

import javax.sql.DataSource;

import dev.hundi.list.Window;
import dev.hundi.payout.PayoutDetail.Source;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The payouts of a business by a filter, newest first. A page examines a bounded number
 * of payouts, so that its cost does not depend on how rare the wanted ones are; the next
 * page continues where it stopped.
 */
@Repository
public class PayoutLines {

	/** Payouts that one page examines. */
	private static final int EXAMINED = 20_000;

	/** Payouts of an export that are in memory at once. */
	private static final int FETCH_ROWS = 1_000;

	/** The count shown at most. */
	private static final int COUNTED = 100;

	private final JdbcClient jdbc;

	private final JdbcClient cursor;

	PayoutLines(DataSource dataSource) {
		this.jdbc = JdbcClient.create(dataSource);
		JdbcTemplate template = new JdbcTemplate(dataSource);
		template.setFetchSize(FETCH_ROWS);
		this.cursor = JdbcClient.create(template);
	}

	/**
	 * A page.
	 * @param before only payouts older than this one, or null from the newest
	 */
	public Page page(UUID businessId, Wanted wanted, @Nullable UUID before, int rows) {
		Where where = new Where(businessId, wanted, before);
		List<PayoutLine> found = new ArrayList<>(this.jdbc.sql("""
				SELECT %s FROM (%s LIMIT :examined) AS p WHERE true %s ORDER BY p.payout_id DESC LIMIT :rows
				""".formatted(PayoutLine.COLUMNS, where.newestFirst(), where.conditions))
			.params(where.parameters)
			.param("examined", EXAMINED)
			.param("rows", rows + 1)
			.query(PayoutLine::read)
			.list());
		if (found.size() > rows) {
			found.removeLast();
			return new Page(found, found.getLast().payoutId(), false);
		}
		UUID last = this.jdbc.sql("SELECT payout_id FROM (" + where.newestFirst() + " OFFSET :skipped LIMIT 1) AS p")
			.params(where.parameters)
			.param("skipped", EXAMINED - 1)
			.query(UUID.class)
			.optional()
			.orElse(null);
		return new Page(found, last, last != null);
	}

	/** Those of some payouts that are present, in any order. */
	public List<PayoutLine> lines(UUID businessId, Collection<UUID> payoutIds) {
		return this.jdbc
			.sql("SELECT " + PayoutLine.COLUMNS
					+ " FROM payout p WHERE p.business_id = :businessId AND p.payout_id = ANY(:ids::uuid[])")
			.param("businessId", businessId)
			.param("ids", payoutIds.toArray(UUID[]::new))
			.query(PayoutLine::read)
			.list();
	}

	/** Counts up to a hundred payouts newer than one. */
	public int newer(UUID businessId, Wanted wanted, UUID than) {
		Where where = new Where(businessId, wanted, null);
		return this.jdbc.sql("""
				SELECT count(*) FROM (
				  SELECT FROM (SELECT * FROM (%s) AS p WHERE p.payout_id > :than LIMIT :examined) AS p
				   WHERE true %s LIMIT :counted) AS newer
				""".formatted(where.newestFirst(), where.conditions))
			.params(where.parameters)
			.param("examined", EXAMINED)
			.param("than", than)
			.param("counted", COUNTED)
			.query(Integer.class)
			.single();
	}

	/**
	 * Reads all payouts of a filter, newest first, in the transaction of the caller, by a
	 * cursor.
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public void read(UUID businessId, Wanted wanted, int maxRows, Consumer<PayoutLine> reader) {
		Where where = new Where(businessId, wanted, null);
		this.cursor.sql("""
				SELECT %s FROM payout p
				 WHERE p.business_id = :businessId AND p.payout_id >= :from AND p.payout_id < :to %s
				 ORDER BY p.payout_id DESC LIMIT :rows
				""".formatted(PayoutLine.COLUMNS, where.conditions))
			.params(where.parameters)
			.param("rows", maxRows)
			.query((row) -> {
				reader.accept(PayoutLine.read(row, 0));
			});
	}

	/**
	 * Which payouts to list; null means all.
	 *
	 * @param minPaise lowest amount in paise
	 * @param maxPaise highest amount in paise
	 * @param tag one of its tags
	 */
	public record Wanted(Window window, @Nullable PayoutStatus state, @Nullable Rail rail, @Nullable Long minPaise,
			@Nullable Long maxPaise, @Nullable Source source, @Nullable UUID file, @Nullable UUID beneficiary,
			@Nullable String tag) {
	}

	/**
	 * A page of the list.
	 *
	 * @param next payouts older than this one follow, or null at the end
	 * @param stopped whether the page ended because it had examined enough
	 */
	public record Page(List<PayoutLine> rows, @Nullable UUID next, boolean stopped) {

		public Page {
			rows = List.copyOf(rows);
		}

	}

	/**
	 * The conditions of a filter: only those that are given, so that each has its plan.
	 */
	private static final class Where {

		private final Map<String, Object> parameters = new HashMap<>();

		private String conditions = "";

		private final boolean ofFile;

		Where(UUID businessId, Wanted wanted, @Nullable UUID before) {
			Window window = wanted.window();
			UUID to = window.toId();
			this.parameters.put("businessId", businessId);
			this.parameters.put("from", window.fromId());
			this.parameters.put("to", (before != null && compare(before, to) < 0) ? before : to);
			this.ofFile = wanted.file() != null;
			add("bulk_file_id = :file", "file", wanted.file());
			add("status = :state", "state", (wanted.state() != null) ? wanted.state().code() : null);
			add("rail = :rail", "rail", (wanted.rail() != null) ? wanted.rail().code() : null);
			add("amount_paise >= :min", "min", wanted.minPaise());
			add("amount_paise <= :max", "max", wanted.maxPaise());
			add("source = :source", "source", (wanted.source() != null) ? wanted.source().name() : null);
			add("beneficiary_id = :beneficiary", "beneficiary", wanted.beneficiary());
			add("""
					payout_id IN (SELECT payout_id FROM payout_detail
					               WHERE business_id = :businessId AND tags <> '{}' AND tags @> ARRAY[:tag::text])""",
					"tag", wanted.tag());
		}

		/** A file has an index of its own. */
		String newestFirst() {
			return """
					SELECT * FROM payout
					 WHERE business_id = :businessId AND payout_id >= :from AND payout_id < :to %s
					 ORDER BY payout_id DESC
					""".formatted(this.ofFile ? "AND bulk_file_id = :file" : "");
		}

		private void add(String condition, String name, @Nullable Object value) {
			if (value != null) {
				this.conditions += " AND p." + condition;
				this.parameters.put(name, value);
			}
		}

		/** In the order of the database, which UUID's own is not. */
		private static int compare(UUID one, UUID other) {
			int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
			return (high != 0) ? high
					: Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
		}

	}

}
