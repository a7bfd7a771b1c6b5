package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.hundi.beneficiary.BeneficiaryVerifications;
import dev.hundi.beneficiary.Registration;
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
public class VerifyBeneficiaries {

	private static final Logger logger = LoggerFactory.getLogger(VerifyBeneficiaries.class);

	/** Low, because registrations consume permits that payouts need. */
	private static final int MAX_CONCURRENT = 4;

	private static final Duration CAPACITY_TIMEOUT = Duration.ofSeconds(1);

	private final BeneficiaryVerifications verifications;

	private final Banks banks;

	private final DispatchSettings settings;

	private final MeterRegistry meters;

	VerifyBeneficiaries(BeneficiaryVerifications verifications, Banks banks, DispatchSettings settings,
			MeterRegistry meters) {
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
		return this.verifications.ask(eventIds, registering(false), registering(true));
	}

	/** Makes all due registrations and waits for the answers. */
	void verifyDue() throws InterruptedException {
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			threads.invokeAll(this.banks.all().stream().map(this::registrationsOf).toList());
		}
	}

	private List<String> registering(boolean vpa) {
		return this.banks.all().stream().filter((bank) -> bank.registers(vpa)).map(GuardedBank::name).toList();
	}

	/** Isolates the banks, so that one that hangs does not delay the others. */
	private Callable<Boolean> registrationsOf(GuardedBank bank) {
		return () -> {
			try {
				int made;
				do {
					made = bank.accepts() ? registerSome(bank) : 0;
				}
				while (made > 0);
				return true;
			}
			catch (RuntimeException ex) {
				logger.warn("Registrations with bank {} failed; retrying", bank.name(), ex);
				return false;
			}
		};
	}

	private int registerSome(GuardedBank bank) throws InterruptedException {
		int acquired = bank.acquire(MAX_CONCURRENT, CAPACITY_TIMEOUT);
		int unused = acquired;
		try (ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor()) {
			if (acquired > 0) {
				for (Registration due : this.verifications.claim(bank.name(), acquired, this.settings.lease())) {
					calls.execute(() -> register(bank, due));
					unused--;
				}
			}
		}
		finally {
			bank.release(unused);
		}
		return acquired - unused;
	}

	private void register(GuardedBank bank, Registration registration) {
		try {
			RegistrationAnswer answer = bank.register(registration);
			switch (answer) {
				case RegistrationAnswer.Registered registered ->
					this.verifications.registered(registration, registered.holder(), registered.registrationId());
				case RegistrationAnswer.Invalid invalid -> this.verifications.invalid(registration, invalid.message());
				case RegistrationAnswer.Unclear unclear -> this.verifications.again(registration, unclear.reason(),
						this.settings.retryDelay(registration.tries()));
			}
			this.meters
				.counter("hundi.beneficiary.registrations", "bank", bank.name(), "answer",
						answer.getClass().getSimpleName())
				.increment();
		}
		catch (RuntimeException ex) {
			logger.warn("Failed to record the registration of beneficiary {}; it will be repeated",
					registration.beneficiaryId(), ex);
		}
	}

}
