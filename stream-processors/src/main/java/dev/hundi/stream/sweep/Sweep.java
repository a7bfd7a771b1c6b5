package dev.hundi.stream.sweep;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

import dev.hundi.bank.WaitingPayout;
import dev.hundi.bank.WaitingPayouts;
import dev.hundi.beneficiary.BeneficiaryVerifications;
import dev.hundi.payout.StuckPayouts;
import dev.hundi.payout.StuckPayouts.Accepted;
import dev.hundi.stream.debit.DebitAcceptedPayouts;
import dev.hundi.stream.dispatch.DispatchToBank;
import dev.hundi.stream.dispatch.VerifyBeneficiaries;
import dev.hundi.stream.relay.SlotRecreated;
import dev.hundi.webhook.FanOutWebhooks;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Finds what has stood still for too long and hands it to the same actions that messages
 * would have called. Expired claims, due enquiries and due deliveries are not here: their
 * own workers read them from the database anyway.
 */
@Component
class Sweep {

	private static final Logger logger = LoggerFactory.getLogger(Sweep.class);

	private static final List<String> WORKS = List.of("debit", "dispatch", "webhook", "beneficiary");

	private static final int PAGE = 1_000;

	private final StuckPayouts standing;

	private final WaitingPayouts waiting;

	private final DebitAcceptedPayouts debit;

	private final DispatchToBank dispatch;

	private final FanOutWebhooks tell;

	private final BeneficiaryVerifications verifications;

	private final VerifyBeneficiaries verify;

	private final SweepSettings settings;

	private final MeterRegistry meters;

	private final AtomicBoolean everything = new AtomicBoolean();

	Sweep(StuckPayouts standing, WaitingPayouts waiting, DebitAcceptedPayouts debit, DispatchToBank dispatch,
			FanOutWebhooks tell, BeneficiaryVerifications verifications, VerifyBeneficiaries verify,
			SweepSettings settings, MeterRegistry meters) {
		this.standing = standing;
		this.waiting = waiting;
		this.debit = debit;
		this.dispatch = dispatch;
		this.tell = tell;
		this.verifications = verifications;
		this.verify = verify;
		this.settings = settings;
		this.meters = meters;
		// There from the start, so that an alert sees the first increase.
		WORKS.forEach((work) -> meters.counter("hundi.swept", "work", work));
	}

	/**
	 * Makes the next round take everything that is open, however short it has stood: what
	 * was committed before the slot was made reaches nobody by message.
	 */
	@EventListener
	void onSlotRecreated(SlotRecreated recreated) {
		logger.warn("Slot {} was made anew ({}): sweeping everything open", recreated.slot(), recreated.reason());
		this.everything.set(true);
	}

	/**
	 * One round over payouts to debit, payouts to dispatch, events to tell and
	 * beneficiaries to register.
	 */
	void sweep() {
		Duration standing = this.everything.getAndSet(false) ? Duration.ZERO : this.settings.standing();
		Instant before = this.standing.now().minus(standing);
		each("debit", () -> debitAccepted(before));
		each("dispatch", () -> dispatchDebited(before));
		each("webhook", () -> tellUntold(before));
		each("beneficiary", () -> askForBeneficiaries(before));
	}

	/** Each part by itself: one that fails does not keep back the others. */
	private void each(String work, IntSupplier part) {
		try {
			count(work, part.getAsInt());
		}
		catch (RuntimeException ex) {
			logger.error("Sweeping failed and is tried again: {}", work, ex);
		}
	}

	private int debitAccepted(Instant before) {
		int swept = 0;
		Accepted last = Accepted.NONE;
		List<Accepted> page;
		do {
			page = this.standing.acceptedBefore(before, last, PAGE);
			Map<UUID, List<UUID>> byBusiness = new LinkedHashMap<>();
			page.forEach((payout) -> byBusiness.computeIfAbsent(payout.businessId(), (key) -> new ArrayList<>())
				.add(payout.payoutId()));
			byBusiness.forEach(this::debit);
			swept += page.size();
			last = page.isEmpty() ? last : page.getLast();
		}
		while (page.size() == PAGE);
		return swept;
	}

	/** One business that cannot be debited does not keep the sweep from the others. */
	private void debit(UUID businessId, List<UUID> payouts) {
		try {
			this.debit.debit(businessId, payouts);
		}
		catch (RuntimeException ex) {
			logger.error("Payouts of business {} cannot be debited", businessId, ex);
		}
	}

	private int dispatchDebited(Instant before) {
		if (!this.dispatch.hasRoom()) {
			// What is parked is drained in order, not swept.
			return 0;
		}
		int swept = 0;
		WaitingPayout last = null;
		List<WaitingPayout> page;
		do {
			page = this.waiting.unchangedSince(before, last, PAGE);
			swept += this.dispatch.send(page);
			last = page.isEmpty() ? last : page.getLast();
		}
		while (page.size() == PAGE && this.dispatch.hasRoom());
		return swept;
	}

	private int tellUntold(Instant before) {
		int swept = 0;
		Instant from = this.standing.sweepStart(this.settings.overlap());
		UUID last = null;
		List<UUID> page;
		do {
			page = this.standing.unpublishedEvents(from, before, last, PAGE);
			this.tell.of(page);
			swept += page.size();
			last = page.isEmpty() ? last : page.getLast();
		}
		while (page.size() == PAGE);
		this.standing.recordSweptTo(before);
		return swept;
	}

	private int askForBeneficiaries(Instant before) {
		int swept = 0;
		Instant from = this.verifications.sweepStart(this.settings.overlap());
		UUID last = null;
		List<UUID> page;
		do {
			page = this.verifications.events(from, before, last, PAGE);
			swept += page.isEmpty() ? 0 : this.verify.ask(page);
			last = page.isEmpty() ? last : page.getLast();
		}
		while (page.size() == PAGE);
		this.verifications.recordSweptTo(before);
		return swept;
	}

	private void count(String work, int swept) {
		if (swept > 0) {
			logger.info("Swept {} that stood still: {}", swept, work);
			this.meters.counter("hundi.swept", "work", work).increment(swept);
		}
	}

}
