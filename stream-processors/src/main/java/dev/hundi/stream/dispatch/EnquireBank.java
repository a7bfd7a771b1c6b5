package dev.hundi.stream.dispatch;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.Enquiry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Asks the bank for every payout that is pending or in doubt when its enquiry is due,
 * always by the reference it was sent under.
 */
@Component
class EnquireBank {

	private static final Logger logger = LoggerFactory.getLogger(EnquireBank.class);

	private static final int LIMIT = 64;

	private final BankAttempts attempts;

	private final GuardedBank bank;

	private final RecordBankAnswer record;

	private final DispatchSettings settings;

	EnquireBank(BankAttempts attempts, GuardedBank bank, RecordBankAnswer record, DispatchSettings settings) {
		this.attempts = attempts;
		this.bank = bank;
		this.record = record;
		this.settings = settings;
	}

	/** Makes every enquiry that is due, then returns. */
	void enquireDue() throws InterruptedException {
		List<Enquiry> due;
		do {
			int expired = this.attempts.doubtExpiredClaims(1_000);
			if (expired > 0) {
				logger.warn("{} claims expired: whoever held them died or hangs; the bank is asked", expired);
			}
			due = this.attempts.claimEnquiries(this.bank.name(), LIMIT, this.settings.lease());
			enquireAll(due);
		}
		while (due.size() == LIMIT);
	}

	private void enquireAll(List<Enquiry> due) throws InterruptedException {
		try (ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor()) {
			for (Enquiry enquiry : due) {
				this.bank.acquire(1);
				calls.execute(() -> enquire(enquiry));
			}
		}
	}

	private void enquire(Enquiry enquiry) {
		try {
			this.record.ofEnquiry(enquiry, this.bank.enquire(enquiry.reference()));
		}
		catch (RuntimeException ex) {
			logger.warn("The answer to an enquiry for payout {} was not recorded; it will be asked again",
					enquiry.attempt().payout().payoutId(), ex);
		}
		finally {
			this.bank.release(1);
		}
	}

}
