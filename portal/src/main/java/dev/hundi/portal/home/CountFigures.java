package dev.hundi.portal.home;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

import dev.hundi.payout.PayoutFigures;
import dev.hundi.portal.home.KeptFigures.Kept;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.time.India;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The figures of the first page. Counting a million payouts takes a second, so that the
 * page loads those of the last days after everything else, and each copy keeps what took
 * long.
 */
@MerchantOnly
@Component
class CountFigures {

	private static final Duration KEPT = Duration.ofMinutes(5);

	private static final Duration OF_RAILS = Duration.ofDays(30);

	private static final int HOURS = 24;

	private final KeptFigures<Figures> ofLastDays = new KeptFigures<>();

	private final KeptFigures<Today> ofToday = new KeptFigures<>();

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
		return this.ofLastDays.get(businessId, now,
				() -> new Kept<>(new Figures(this.payouts.rails(businessId, now.minus(OF_RAILS)),
						this.payouts.hours(businessId, now, HOURS), now), now.plus(KEPT)));
	}

	/** The payouts accepted today. */
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public Today today() {
		UUID businessId = this.current.businessId();
		Instant now = Instant.now();
		return this.ofToday.get(businessId, now, () -> {
			Today counted = new Today(this.payouts.acceptedSince(businessId, India.dateOf(now)), now);
			return new Kept<>(counted, counted.until());
		});
	}

}
