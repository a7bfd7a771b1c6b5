package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.List;

import dev.hundi.verification.NameLookUp;
import dev.hundi.verification.NameLookUps;
import dev.hundi.work.DueCondition;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Asks banks for the holder's names that businesses requested, at the first bank that
 * reports such names and has capacity.
 */
@Component
class VerifyNames extends DueCalls<NameLookUp> {

	/** A person waits for the result, so it is not worth more than a short outage. */
	static final Duration GIVE_UP_AFTER = Duration.ofMinutes(2);

	private static final Logger logger = LoggerFactory.getLogger(VerifyNames.class);

	/** Low, because look-ups consume permits that payouts need. */
	private static final int MAX_CONCURRENT = 4;

	private final NameLookUps lookUps;

	private final Banks banks;

	private final DispatchSettings settings;

	private final MeterRegistry meters;

	VerifyNames(NameLookUps lookUps, Banks banks, DispatchSettings settings, MeterRegistry meters) {
		super(banks, settings.enquiryInterval());
		this.lookUps = lookUps;
		this.banks = banks;
		this.settings = settings;
		this.meters = meters;
	}

	/**
	 * Ends what no bank answers, and asks about everything else that is due. In this
	 * order, because a call postpones what is due.
	 */
	void verifyDue() throws InterruptedException {
		if (!mayBeDue()) {
			return;
		}
		int ended = this.lookUps.giveUp(GIVE_UP_AFTER, isOffered(false), isOffered(true));
		if (ended > 0) {
			logger.warn("{} name verifications ended without an answer of a bank", ended);
			count("none", "given_up", ended);
		}
		makeCalls();
	}

	private boolean isOffered(boolean vpa) {
		return this.banks.all().stream().anyMatch((bank) -> bank.registers(vpa));
	}

	@Override
	int maxConcurrent(GuardedBank bank) {
		return MAX_CONCURRENT;
	}

	@Override
	boolean mayBeDue() {
		return this.lookUps.areDue();
	}

	/** The condition of {@link #verifyDue}. */
	DueCondition whenDue() {
		return this.lookUps.whenDue();
	}

	@Override
	List<NameLookUp> claim(GuardedBank bank, int limit) {
		boolean accounts = bank.registers(false);
		boolean vpas = bank.registers(true);
		return ((accounts || vpas) && this.banks.isOn(bank))
				? this.lookUps.claim(bank.name(), accounts, vpas, limit, this.settings.lease()) : List.of();
	}

	@Override
	void call(GuardedBank bank, NameLookUp lookUp) {
		try {
			RegistrationAnswer answer = bank.register(Registration.of(lookUp));
			switch (answer) {
				case RegistrationAnswer.Registered registered -> this.lookUps.reported(lookUp, registered.holder());
				case RegistrationAnswer.Invalid invalid -> this.lookUps.unknownTarget(lookUp, invalid.message());
				case RegistrationAnswer.Unclear unclear ->
					this.lookUps.retryLater(lookUp, unclear.reason(), this.settings.retryDelay(lookUp.attempts()));
			}
			count(bank.name(), answer.label(), 1);
		}
		catch (RuntimeException ex) {
			logger.warn("Failed to record name verification {}; it will be repeated", lookUp.verificationId(), ex);
		}
	}

	private void count(String bank, String answer, int number) {
		this.meters.counter("hundi.name.verifications", "bank", bank, "answer", answer).increment(number);
	}

}
