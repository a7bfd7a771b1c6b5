package dev.hundi.stream.dispatch;

import dev.hundi.bank.BankFiles;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.ReportedStatus;
import dev.hundi.beneficiary.BankRegistration;
import dev.hundi.payout.ResponseCode;
import org.jspecify.annotations.Nullable;

/**
 * A bank that is spoken to in files. To pay is to put the order in line for the next one;
 * to enquire is to read what the bank's files have said so far.
 */
final class FileBank implements BankConnector {

	private final String name;

	private final BankFiles files;

	FileBank(String name, BankFiles files) {
		this.name = name;
		this.files = files;
	}

	@Override
	public BankAnswer pay(PaymentOrder order) {
		this.files.queue(this.name, order);
		return new BankAnswer.Queued();
	}

	/** An order that is not in line is known to be nowhere: the line is ours. */
	@Override
	public BankAnswer enquire(String reference) {
		if (!this.files.contains(this.name, reference)) {
			return new BankAnswer.NotFound();
		}
		return this.files.statusOf(this.name, reference).map(FileBank::answer).orElseGet(BankAnswer.Queued::new);
	}

	@Override
	public RegistrationAnswer register(BankRegistration registration) {
		return new RegistrationAnswer.Unclear("bank " + this.name + " registers no beneficiaries by file");
	}

	private static BankAnswer answer(ReportedStatus word) {
		return switch (word.kind()) {
			case ACCEPTED -> new BankAnswer.Acknowledged(null);
			case PAID -> new BankAnswer.Paid(word.utr(), null);
			case RETURNED -> new BankAnswer.Returned(word.utr(), null);
			case REJECTED -> {
				ResponseCode code = code(word.reasonCode());
				yield new BankAnswer.Refused(code, (word.reason() != null) ? word.reason() : code.message(), null);
			}
			case UNCLEAR -> new BankAnswer.Queued();
		};
	}

	/** ISO 20022 external status reasons; one that is not known is as definite. */
	private static ResponseCode code(@Nullable String reason) {
		return switch (reason) {
			case "AC01", "AC02", "AC03", "BE01", "RC01", "RC04" -> ResponseCode.BENEFICIARY_ACCOUNT_INVALID;
			case "AC04", "AC05", "AC06", "AC07" -> ResponseCode.BENEFICIARY_ACCOUNT_FROZEN;
			case "AM02", "AM14", "AM21" -> ResponseCode.BANK_LIMIT_EXCEEDED;
			case null, default -> ResponseCode.BANK_REJECTED;
		};
	}

}
