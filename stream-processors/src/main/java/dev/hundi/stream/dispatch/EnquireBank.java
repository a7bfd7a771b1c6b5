package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.Enquiry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Makes due enquiries at the banks, always by the reference under which the payout was
 * sent.
 */
@Component
class EnquireBank {

	private static final Logger logger = LoggerFactory.getLogger(EnquireBank.class);

	private static final int LIMIT = 64;

	private static final Duration CAPACITY_TIMEOUT = Duration.ofSeconds(1);

	private final BankAttempts attempts;

	private final Banks banks;

	private final RecordBankAnswer record;

	private final DispatchSettings settings;

	EnquireBank(BankAttempts attempts, Banks banks, RecordBankAnswer record, DispatchSettings settings) {
		this.attempts = attempts;
		this.banks = banks;
		this.record = record;
		this.settings = settings;
	}

	/** Marks expired claims as in doubt: the order may have been sent. */
	private void doubtExpiredClaims() {
		int expired = this.attempts.doubtExpiredClaims(1_000);
		if (expired > 0) {
			logger.warn("{} claims expired because an instance died or hangs; enquiring at the banks", expired);
		}
	}

	/**
	 * Makes all due enquiries at a bank, as far as it has capacity, and waits for the
	 * answers.
	 */
	private void enquireDue(GuardedBank bank) throws InterruptedException {
		int made;
		do {
			made = bank.accepts() ? enquireSome(bank) : 0;
		}
		while (made > 0);
	}

	/** Makes all due enquiries at all banks and waits for the answers. */
	void enquireDue() throws InterruptedException {
		doubtExpiredClaims();
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			threads.invokeAll(this.banks.all().stream().map(this::enquiriesOf).toList());
		}
	}

	/** Isolates the banks, so that one that hangs does not delay the others. */
	private Callable<Boolean> enquiriesOf(GuardedBank bank) {
		return () -> {
			try {
				enquireDue(bank);
				return true;
			}
			catch (RuntimeException ex) {
				logger.warn("Enquiries at bank {} failed; retrying", bank.name(), ex);
				return false;
			}
		};
	}

	private int enquireSome(GuardedBank bank) throws InterruptedException {
		int acquired = bank.acquire(Math.min(LIMIT, bank.maxEnquiries()), CAPACITY_TIMEOUT);
		int unused = acquired;
		try (ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor()) {
			if (acquired > 0) {
				for (Enquiry enquiry : this.attempts.claimEnquiries(bank.name(), acquired, this.settings.lease())) {
					calls.execute(() -> enquire(bank, enquiry));
					unused--;
				}
			}
		}
		finally {
			bank.release(unused);
		}
		return acquired - unused;
	}

	private void enquire(GuardedBank bank, Enquiry enquiry) {
		try {
			this.record.ofEnquiry(enquiry, bank.enquire(enquiry.reference()));
		}
		catch (RuntimeException ex) {
			logger.warn("Failed to record the answer to an enquiry for payout {}; the enquiry will be repeated",
					enquiry.attempt().payout().payoutId(), ex);
		}
	}

}
