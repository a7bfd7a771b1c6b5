package dev.hundi.stream.sweep;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;

import dev.hundi.bank.WaitingPayout;
import dev.hundi.bank.WaitingPayouts;
import dev.hundi.beneficiary.BeneficiaryVerifications;
import dev.hundi.payout.StuckPayouts;
import dev.hundi.payout.StuckPayouts.Accepted;
import dev.hundi.stream.debit.DebitAcceptedPayouts;
import dev.hundi.stream.dispatch.DispatchToBank;
import dev.hundi.stream.dispatch.VerifyBeneficiaries;
import dev.hundi.stream.kafka.WatchKafka;
import dev.hundi.stream.processor.Processor;
import dev.hundi.sweep.StreamGaps;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.UnpublishedEvents;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.stereotype.Component;

/**
 * Finds payouts and events that are stuck and passes them to the actions that Kafka
 * messages would have triggered. Expired claims, due enquiries and due deliveries are not
 * swept: their workers poll the database anyway.
 */
@Component
class Sweep {

	private static final Logger logger = LoggerFactory.getLogger(Sweep.class);

	private static final List<String> WORKS = List.of("debit", "dispatch", "webhook", "beneficiary");

	private static final int PAGE = 1_000;

	/** Nearly all of them are published. */
	private static final int EVENTS = 10_000;

	/** Pause and age while Kafka is unavailable and the sweep does all the work. */
	static final Duration WITHOUT_KAFKA = Duration.ofSeconds(1);

	private final WatchKafka kafka;

	private final StreamProgress stream;

	private final StreamGaps gaps;

	private final StuckPayouts stuck;

	private final UnpublishedEvents events;

	private final WaitingPayouts waiting;

	private final DebitAcceptedPayouts debit;

	private final DispatchToBank dispatch;

	private final FanOutWebhooks fanOut;

	private final BeneficiaryVerifications verifications;

	private final VerifyBeneficiaries verify;

	private final SweepSettings settings;

	private final MeterRegistry meters;

	/** The end of the last gap that this copy has tried to sweep. */
	private @Nullable Instant triedGap;

	/** Whether this copy has swept since its election. */
	private boolean hasSwept;

	private long endedNanos;

	Sweep(WatchKafka kafka, StreamProgress stream, StreamGaps gaps, StuckPayouts stuck, UnpublishedEvents events,
			WaitingPayouts waiting, DebitAcceptedPayouts debit, DispatchToBank dispatch, FanOutWebhooks fanOut,
			BeneficiaryVerifications verifications, VerifyBeneficiaries verify, SweepSettings settings,
			MeterRegistry meters) {
		this.kafka = kafka;
		this.stream = stream;
		this.gaps = gaps;
		this.stuck = stuck;
		this.events = events;
		this.waiting = waiting;
		this.debit = debit;
		this.dispatch = dispatch;
		this.fanOut = fanOut;
		this.verifications = verifications;
		this.verify = verify;
		this.settings = settings;
		this.meters = meters;
		// The first sweep is due.
		this.endedNanos = System.nanoTime() - settings.interval().toNanos();
		// Registered at startup, so that alerts see the first increase.
		WORKS.forEach((work) -> meters.counter("hundi.swept", "work", work));
	}

	/**
	 * Sweeps if the interval has passed, and at once after an election, after a gap or
	 * without Kafka. After an election it knows nothing of the stream at first, and takes
	 * nothing that the stream may yet bring. A sweep of a gap that fails is repeated
	 * after the interval.
	 */
	void sweepIfDue() throws InterruptedException {
		Instant gap = this.gaps.unswept().orElse(null);
		boolean isNewGap = gap != null && !gap.equals(this.triedGap);
		if (isNewGap || !this.hasSwept || isDue()) {
			sweep(gap);
			this.triedGap = gap;
			this.hasSwept = true;
			this.endedNanos = System.nanoTime();
		}
	}

	/**
	 * Sends what the elected copy has not sent for twice as long as it waits: it may have
	 * lost a bank that this copy reaches.
	 */
	void sendIfDue() {
		this.hasSwept = false;
		this.stream.forget();
		if (isDue()) {
			Duration left = stuckAfter(false).multipliedBy(2);
			each("dispatch", () -> dispatchDebited(this.stuck.now().minus(left)));
			this.endedNanos = System.nanoTime();
		}
	}

	private boolean isDue() {
		return this.kafka.isUnavailable() || System.nanoTime() - this.endedNanos >= this.settings.interval().toNanos();
	}

	/**
	 * Runs one round over payouts to debit, payouts to dispatch, events to deliver and
	 * beneficiaries to register. What the stream has yet to bring is left to it: it would
	 * do the same work again, and fall further behind.
	 * @param gap the end of a gap after which everything open is processed, regardless of
	 * age: events committed before may never be published
	 */
	private void sweep(@Nullable Instant gap) throws InterruptedException {
		if (gap != null) {
			logger.info("Sweeping everything open after a gap that ended at {}", gap);
		}
		boolean everything = gap != null;
		if (everything || this.kafka.isUnavailable()) {
			this.stream.forget();
		}
		else {
			this.stream.look();
		}
		Instant aged = this.stuck.now().minus(stuckAfter(everything));
		boolean complete = each("debit", () -> debitAccepted(this.stream.overdueBefore(Processor.DEBIT, aged)));
		complete &= each("queue", this::tryQueues);
		complete &= each("dispatch", () -> dispatchDebited(this.stream.overdueBefore(Processor.DISPATCH, aged)));
		complete &= each("webhook", () -> fanOutEvents(this.stream.overdueBefore(Processor.WEBHOOK, aged)));
		complete &= each("beneficiary",
				() -> registerBeneficiaries(this.stream.overdueBefore(Processor.BENEFICIARY, aged)));
		if (gap != null && complete) {
			this.gaps.swept(gap);
		}
	}

	private Duration stuckAfter(boolean everything) {
		if (everything) {
			return Duration.ZERO;
		}
		return this.kafka.isUnavailable() ? Collections.min(List.of(WITHOUT_KAFKA, this.settings.stuckAfter()))
				: this.settings.stuckAfter();
	}

	/**
	 * Isolates the parts: a failure of one does not stop the others.
	 * @return whether it succeeded
	 */
	private boolean each(String work, IntSupplier part) {
		try {
			count(work, part.getAsInt());
			return true;
		}
		catch (RuntimeException ex) {
			logger.error("Sweeping failed; retrying: {}", work, ex);
			return false;
		}
	}

	private int debitAccepted(Instant before) {
		return Sweep.<Accepted>eachPage((last) -> this.stuck.acceptedBefore(before, last, PAGE), this::debit);
	}

	/** Queued payouts are not stuck, so they are not counted. */
	private int tryQueues() {
		this.debit.queuesToTry().forEach((businessId) -> isolated(businessId, () -> this.debit.tryQueue(businessId)));
		return 0;
	}

	private int debit(List<Accepted> payouts) {
		Map<UUID, List<UUID>> byBusiness = new LinkedHashMap<>();
		payouts.forEach((payout) -> byBusiness.computeIfAbsent(payout.businessId(), (key) -> new ArrayList<>())
			.add(payout.payoutId()));
		byBusiness.forEach((businessId, ids) -> isolated(businessId, () -> this.debit.debit(businessId, ids)));
		return payouts.size();
	}

	/** Isolates the businesses: a failed debit does not stop the sweep. */
	private static void isolated(UUID businessId, Runnable debit) {
		try {
			debit.run();
		}
		catch (PessimisticLockingFailureException ex) {
			logger.warn("The wallet of business {} is locked; the next sweep tries again", businessId);
		}
		catch (RuntimeException ex) {
			logger.error("Failed to debit payouts of business {}", businessId, ex);
		}
	}

	private int dispatchDebited(Instant before) {
		// Parked payouts are drained in order, not swept.
		return Sweep.<WaitingPayout>eachPage(
				(last) -> this.waiting.unchangedSince(before, this.dispatch.openRoutes(), last, PAGE),
				this.dispatch::send);
	}

	private int fanOutEvents(Instant before) {
		Instant from = this.events.progress().start();
		Instant to = this.events.progress().end(before);
		int swept = 0;
		UUID last = null;
		do {
			UnpublishedEvents.Page page = this.events.page(from, to, last, EVENTS);
			swept += page.events().size();
			for (int done = 0; done < page.events().size(); done += PAGE) {
				this.fanOut.of(page.events().subList(done, Math.min(done + PAGE, page.events().size())));
			}
			last = page.last();
		}
		while (last != null);
		this.events.progress().record(to);
		return swept;
	}

	private int registerBeneficiaries(Instant before) {
		Instant from = this.verifications.progress().start();
		Instant to = this.verifications.progress().end(before);
		int swept = Sweep.<UUID>eachPage((last) -> this.verifications.events(from, to, last, PAGE), this.verify::ask);
		this.verifications.progress().record(to);
		return swept;
	}

	/**
	 * Processes pages until one is not full.
	 * @param read reads the page after an item, or the first page after null
	 */
	private static <T> int eachPage(Function<@Nullable T, List<T>> read, ToIntFunction<List<T>> process) {
		int swept = 0;
		T last = null;
		List<T> page;
		do {
			page = read.apply(last);
			if (!page.isEmpty()) {
				swept += process.applyAsInt(page);
				last = page.getLast();
			}
		}
		while (page.size() == PAGE);
		return swept;
	}

	private void count(String work, int swept) {
		if (swept > 0) {
			logger.info("Swept {} stuck items: {}", swept, work);
			this.meters.counter("hundi.swept", "work", work).increment(swept);
		}
	}

}
