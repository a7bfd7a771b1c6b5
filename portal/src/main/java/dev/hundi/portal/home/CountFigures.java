package dev.hundi.portal.home;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.payout.Rail;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.time.India;
import dev.hundi.time.TimeOrderedIds;
import dev.hundi.time.Timestamps;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Counts the payouts of the last days. Counting a million takes a second, so that the
 * page loads the figures after everything else, and each copy keeps them for some
 * minutes.
 */
@MerchantOnly
@Repository
class CountFigures {

	private static final Duration KEPT = Duration.ofMinutes(5);

	private static final int MOST_KEPT = 1_000;

	private static final int DAYS = 30;

	private static final int HOURS = 24;

	private final Map<UUID, Figures> kept = Collections.synchronizedMap(new LinkedHashMap<>());

	private final JdbcClient jdbc;

	private final CurrentPerson current;

	CountFigures(JdbcClient jdbc, CurrentPerson current) {
		this.jdbc = jdbc;
		this.current = current;
	}

	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public Figures figures() {
		UUID businessId = this.current.businessId();
		Instant now = Instant.now();
		Figures known = this.kept.get(businessId);
		if (known != null && now.isBefore(known.at().plus(KEPT))) {
			return known;
		}
		Figures counted = new Figures(rails(businessId, now), hours(businessId, now), now);
		synchronized (this.kept) {
			this.kept.remove(businessId);
			this.kept.put(businessId, counted);
			if (this.kept.size() > MOST_KEPT) {
				this.kept.remove(this.kept.keySet().iterator().next());
			}
		}
		return counted;
	}

	private List<Figures.OfRail> rails(UUID businessId, Instant now) {
		return this.jdbc.sql("""
				SELECT rail, count(*) FILTER (WHERE status = 11) AS paid, count(*) FILTER (WHERE status = 12) AS failed
				  FROM payout
				 WHERE business_id = :business AND payout_id >= :from
				 GROUP BY rail ORDER BY rail
				""")
			.param("business", businessId)
			.param("from", TimeOrderedIds.first(now.minus(Duration.ofDays(DAYS))))
			.query((row, number) -> new Figures.OfRail(Rail.stored(row.getString("rail")), row.getLong("paid"),
					row.getLong("failed")))
			.list();
	}

	/** Hours begin with those of India, which are half an hour off. */
	private List<Figures.OfHour> hours(UUID businessId, Instant now) {
		Instant first = now.atZone(India.ZONE).truncatedTo(ChronoUnit.HOURS).minusHours(HOURS - 1L).toInstant();
		Map<Instant, Figures.OfHour> found = new LinkedHashMap<>();
		this.jdbc
			.sql("""
					SELECT date_trunc('hour', created_at, 'Asia/Kolkata') AS hour, count(*) AS payouts, sum(amount_paise) AS amount
					  FROM payout
					 WHERE business_id = :business AND payout_id >= :from
					 GROUP BY 1
					""")
			.param("business", businessId)
			.param("from", TimeOrderedIds.first(first))
			.query((row, number) -> new Figures.OfHour(Timestamps.instant(row, "hour"), row.getLong("payouts"),
					row.getLong("amount")))
			.list()
			.forEach((hour) -> found.put(hour.start(), hour));
		List<Figures.OfHour> hours = new ArrayList<>();
		for (int i = 0; i < HOURS; i++) {
			Instant start = first.plus(Duration.ofHours(i));
			hours.add(found.getOrDefault(start, new Figures.OfHour(start, 0, 0)));
		}
		return hours;
	}

}
