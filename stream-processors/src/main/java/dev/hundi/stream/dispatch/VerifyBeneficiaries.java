package dev.hundi.stream.dispatch;

import java.util.Collection;
import java.util.List;
import java.util.UUID;

import dev.hundi.beneficiary.BankRegistration;
import dev.hundi.beneficiary.BeneficiaryVerifications;
import dev.hundi.work.DueCondition;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Registers every account and VPA of beneficiaries with the banks that pay to it, and
 * stores the holder's name at the bank. Mismatches are left for manual review and do not
 * block payouts.
 */
@Component
public class VerifyBeneficiaries extends DueCalls<BankRegistration> {

	private static final Logger logger = LoggerFactory.getLogger(VerifyBeneficiaries.class);

	/** Low, because registrations consume permits that payouts need. */
	private static final int MAX_CONCURRENT = 4;

	private final BeneficiaryVerifications verifications;

	private final Banks banks;

	private final DispatchSettings settings;

	private final MeterRegistry meters;

	VerifyBeneficiaries(BeneficiaryVerifications verifications, Banks banks, DispatchSettings settings,
			MeterRegistry meters) {
		super(banks, settings.enquiryInterval());
		this.verifications = verifications;
		this.banks = banks;
		this.settings = settings;
		this.meters = meters;
	}

	/**
	 * Requests the registration of the targets of beneficiary events, each target once.
	 * @return the number of new targets
	 */
	public int ask(Collection<UUID> eventIds) {
		return this.verifications.request(eventIds, registering(false), registering(true));
	}

	private List<String> registering(boolean vpa) {
		return this.banks.all().stream().filter((bank) -> bank.registers(vpa)).map(GuardedBank::name).toList();
	}

	@Override
	int maxConcurrent(GuardedBank bank) {
		return MAX_CONCURRENT;
	}

	@Override
	boolean mayBeDue() {
		return this.verifications.areDue(asked());
	}

	/** The condition of {@link #makeDue}. */
	DueCondition whenDue() {
		return this.verifications.whenDue(asked());
	}

	private List<String> asked() {
		return this.banks.all().stream().map(GuardedBank::name).toList();
	}

	@Override
	List<BankRegistration> claim(GuardedBank bank, int limit) {
		return this.banks.isOn(bank) ? this.verifications.claim(bank.name(), limit, this.settings.lease()) : List.of();
	}

	@Override
	void call(GuardedBank bank, BankRegistration registration) {
		try {
			RegistrationAnswer answer = bank.register(Registration.of(registration));
			switch (answer) {
				case RegistrationAnswer.Registered registered ->
					this.verifications.registered(registration, registered.holder(), registered.registrationId());
				case RegistrationAnswer.Invalid invalid -> this.verifications.invalid(registration, invalid.message());
				case RegistrationAnswer.Unclear unclear -> unclear(bank, registration, unclear);
			}
			this.meters.counter("hundi.beneficiary.registrations", "bank", bank.name(), "answer", answer.label())
				.increment();
		}
		catch (RuntimeException ex) {
			logger.warn("Failed to record the registration of beneficiary {}; it will be repeated",
					registration.beneficiaryId(), ex);
		}
	}

	/** A bank that answers, but never as it should, does not have this API. */
	private void unclear(GuardedBank bank, BankRegistration registration, RegistrationAnswer.Unclear answer) {
		if (answer.answered() && registration.triedForLong()) {
			this.verifications.notOffered(registration, answer.reason());
			logger.warn("Bank {} does not register beneficiary {}: {}", bank.name(), registration.beneficiaryId(),
					answer.reason());
		}
		else {
			this.verifications.retryLater(registration, answer.reason(),
					this.settings.retryDelay(registration.attempts()));
		}
	}

}
