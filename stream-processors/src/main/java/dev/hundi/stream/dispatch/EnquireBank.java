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
 * Asks each bank for every payout of its own whose enquiry is due, always by the
 * reference it was sent under.
 */
@Component
class EnquireBank {

	private static final Logger logger = LoggerFactory.getLogger(EnquireBank.class);

	private static final int LIMIT = 64;

	private static final Duration PATIENCE = Duration.ofSeconds(1);

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

	/** Doubts whatever claim has expired: whoever held it may have sent it. */
	private void doubtExpiredClaims() {
		int expired = this.attempts.doubtExpiredClaims(1_000);
		if (expired > 0) {
			logger.warn("{} claims expired: whoever held them died or hangs; the banks are asked", expired);
		}
	}

	/**
	 * Makes every enquiry of a bank that is due, as far as the bank has room, then
	 * returns when it has answered.
	 */
	private void enquireDue(GuardedBank bank) throws InterruptedException {
		int made;
		do {
			made = bank.accepts() ? enquireSome(bank) : 0;
		}
		while (made > 0);
	}

	/** Makes every enquiry that is due at any bank, then returns. */
	void enquireDue() throws InterruptedException {
		doubtExpiredClaims();
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			threads.invokeAll(this.banks.all().stream().map(this::enquiriesOf).toList());
		}
	}

	/** One bank by itself, so that none waits for another that hangs. */
	private Callable<Boolean> enquiriesOf(GuardedBank bank) {
		return () -> {
			try {
				enquireDue(bank);
				return true;
			}
			catch (RuntimeException ex) {
				logger.warn("Enquiries at bank {} failed; they are made again", bank.name(), ex);
				return false;
			}
		};
	}

	private int enquireSome(GuardedBank bank) throws InterruptedException {
		int acquired = bank.acquire(Math.min(LIMIT, bank.half()), PATIENCE);
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
			bank.giveBack(unused);
		}
		return acquired - unused;
	}

	private void enquire(GuardedBank bank, Enquiry enquiry) {
		try {
			this.record.ofEnquiry(enquiry, bank.enquire(enquiry.reference()));
		}
		catch (RuntimeException ex) {
			logger.warn("The answer to an enquiry for payout {} was not recorded; it will be asked again",
					enquiry.attempt().payout().payoutId(), ex);
		}
	}

}
