package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.hundi.beneficiary.BankRegistration;
import dev.hundi.beneficiary.BeneficiaryVerifications;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Registers each target that beneficiaries ever had with the banks that pay to it, and
 * keeps what name the bank has of its holder. What comes of it is shown to a person and
 * keeps no payout back.
 */
@Component
public class VerifyBeneficiaries {

	private static final Logger logger = LoggerFactory.getLogger(VerifyBeneficiaries.class);

	/** Few, since they use up the bank's room for payouts. */
	private static final int AT_ONCE = 4;

	private static final Duration PATIENCE = Duration.ofSeconds(1);

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
	 * Asks for what beneficiary events have brought, each target once.
	 * @return how many targets were not known
	 */
	public int ask(Collection<UUID> eventIds) {
		return this.verifications.request(eventIds, registering(false), registering(true));
	}

	/** Makes every registration that is due, then returns. */
	void verifyDue() throws InterruptedException {
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			threads.invokeAll(this.banks.all().stream().map(this::registrationsOf).toList());
		}
	}

	private List<String> registering(boolean vpa) {
		return this.banks.all().stream().filter((bank) -> bank.registers(vpa)).map(GuardedBank::name).toList();
	}

	/** One bank by itself, so that none waits for another that hangs. */
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
				logger.warn("Registrations with bank {} failed; they are made again", bank.name(), ex);
				return false;
			}
		};
	}

	private int registerSome(GuardedBank bank) throws InterruptedException {
		int acquired = bank.acquire(AT_ONCE, PATIENCE);
		int unused = acquired;
		try (ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor()) {
			if (acquired > 0) {
				for (BankRegistration due : this.verifications.claim(bank.name(), acquired, this.settings.lease())) {
					calls.execute(() -> register(bank, due));
					unused--;
				}
			}
		}
		finally {
			bank.giveBack(unused);
		}
		return acquired - unused;
	}

	private void register(GuardedBank bank, BankRegistration registration) {
		try {
			RegistrationAnswer answer = bank.register(registration);
			switch (answer) {
				case RegistrationAnswer.Registered registered ->
					this.verifications.registered(registration, registered.holder(), registered.registrationId());
				case RegistrationAnswer.Invalid invalid -> this.verifications.invalid(registration, invalid.message());
				case RegistrationAnswer.Unclear unclear -> this.verifications.retryLater(registration, unclear.reason(),
						this.settings.restAfter(registration.attempts()));
			}
			this.meters
				.counter("hundi.beneficiary.registrations", "bank", bank.name(), "answer",
						answer.getClass().getSimpleName())
				.increment();
		}
		catch (RuntimeException ex) {
			logger.warn("The registration of beneficiary {} was not recorded; it is made again",
					registration.beneficiaryId(), ex);
		}
	}

}
