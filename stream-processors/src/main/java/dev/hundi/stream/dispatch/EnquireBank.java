package dev.hundi.stream.dispatch;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankCallbacks;
import dev.hundi.bank.Enquiry;
import dev.hundi.work.DueCondition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Makes due enquiries at the banks, always by the reference under which the payout was
 * sent.
 */
@Component
class EnquireBank extends DueCalls<Enquiry> {

	private static final Logger logger = LoggerFactory.getLogger(EnquireBank.class);

	private static final int MAX_CONCURRENT = 64;

	private static final int MAX_EXPIRED = 1_000;

	private static final int MAX_CALLBACKS = 1_000;

	private final BankAttempts attempts;

	private final BankCallbacks callbacks;

	private final Banks banks;

	private final RecordBankAnswer record;

	private final DispatchSettings settings;

	EnquireBank(BankAttempts attempts, BankCallbacks callbacks, Banks banks, RecordBankAnswer record,
			DispatchSettings settings) {
		super(banks, settings.enquiryInterval());
		this.banks = banks;
		this.attempts = attempts;
		this.callbacks = callbacks;
		this.record = record;
		this.settings = settings;
	}

	/**
	 * Makes all due enquiries, including those about expired claims and about callbacks
	 * that came before their order was answered.
	 */
	void enquireDue() throws InterruptedException {
		if (!mayBeDue()) {
			return;
		}
		int expired = this.attempts.doubtExpiredClaims(MAX_EXPIRED);
		if (expired > 0) {
			logger.warn("{} claims expired because a copy died or hangs; enquiring at the banks", expired);
		}
		int contradictions = this.callbacks.judgeDue(MAX_CALLBACKS);
		if (contradictions > 0) {
			logger.error("Callbacks that contradict final statuses recorded after them: {}; left for manual review",
					contradictions);
		}
		makeCalls();
	}

	@Override
	int maxConcurrent(GuardedBank bank) {
		return Math.min(MAX_CONCURRENT, bank.maxEnquiries());
	}

	@Override
	boolean mayBeDue() {
		return this.attempts.areDue(asked());
	}

	/** The condition of {@link #enquireDue}. */
	DueCondition whenDue() {
		return this.attempts.whenDue(asked());
	}

	private List<String> asked() {
		return this.banks.all().stream().filter(GuardedBank::accepts).map(GuardedBank::name).toList();
	}

	@Override
	List<Enquiry> claim(GuardedBank bank, int limit) {
		return this.attempts.claimEnquiries(bank.name(), limit, this.settings.lease());
	}

	@Override
	void call(GuardedBank bank, Enquiry enquiry) {
		try {
			if (bank.exchangesFiles()) {
				readReports(bank, enquiry);
			}
			else {
				this.record.ofEnquiry(enquiry, bank.enquire(enquiry.reference()));
			}
		}
		catch (RuntimeException ex) {
			logger.warn("Failed to record the answer to an enquiry for payout {}; the enquiry will be repeated",
					enquiry.attempt().payout().payoutId(), ex);
		}
	}

	/**
	 * The reader consumes the permit, whatever it returns or throws. It is released if
	 * the payout cannot be locked, because the reader is not called then.
	 */
	private void readReports(GuardedBank bank, Enquiry enquiry) {
		AtomicBoolean isRead = new AtomicBoolean();
		try {
			this.record.ofReports(enquiry, () -> {
				isRead.set(true);
				return bank.enquire(enquiry.reference());
			});
		}
		finally {
			if (!isRead.get()) {
				bank.release(1);
			}
		}
	}

}
