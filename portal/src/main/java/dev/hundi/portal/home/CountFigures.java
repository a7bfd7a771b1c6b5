package dev.hundi.portal.home;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

import dev.hundi.payout.PayoutFigures;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The figures of the last days. Counting a million takes a second, so that the page loads
 * the figures after everything else, and each copy keeps them for some minutes.
 */
@MerchantOnly
@Component
class CountFigures {

	private static final Duration KEPT = Duration.ofMinutes(5);

	private static final int MOST_KEPT = 1_000;

	private static final Duration OF_RAILS = Duration.ofDays(30);

	private static final int HOURS = 24;

	private final Map<UUID, Figures> kept = Collections.synchronizedMap(new LinkedHashMap<>());

	private final PayoutFigures payouts;

	private final CurrentPerson current;

	CountFigures(PayoutFigures payouts, CurrentPerson current) {
		this.payouts = payouts;
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
		Figures counted = new Figures(this.payouts.rails(businessId, now.minus(OF_RAILS)),
				this.payouts.hours(businessId, now, HOURS), now);
		synchronized (this.kept) {
			this.kept.remove(businessId);
			this.kept.put(businessId, counted);
			if (this.kept.size() > MOST_KEPT) {
				this.kept.remove(this.kept.keySet().iterator().next());
			}
		}
		return counted;
	}

}
