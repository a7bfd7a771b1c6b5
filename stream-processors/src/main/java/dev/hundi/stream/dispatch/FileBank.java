package dev.hundi.stream.dispatch;

import java.util.List;
import java.util.Objects;

import dev.hundi.bank.BankFileReports;
import dev.hundi.bank.BankFiles;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.ReportedStatus;
import dev.hundi.payout.ResponseCode;
import org.jspecify.annotations.Nullable;

/**
 * A bank with file exchange. Paying queues the order for the next file; an enquiry
 * returns the status that the bank's files have reported so far.
 */
final class FileBank implements BankConnector {

	private final String name;

	private final BankFiles files;

	private final BankFileReports reports;

	FileBank(String name, BankFiles files, BankFileReports reports) {
		this.name = name;
		this.files = files;
		this.reports = reports;
	}

	@Override
	public List<BankAnswer> pay(List<PaymentOrder> orders) {
		orders.forEach((order) -> this.files.queue(this.name, order));
		return orders.stream().<BankAnswer>map((order) -> new BankAnswer.Queued()).toList();
	}

	/** Orders that were never queued are certainly not at the bank. */
	@Override
	public BankAnswer enquire(String reference) {
		if (!this.files.contains(this.name, reference)) {
			return new BankAnswer.NotFound();
		}
		return this.reports.statusOf(this.name, reference).map(FileBank::answer).orElseGet(BankAnswer.Queued::new);
	}

	@Override
	public RegistrationAnswer register(Registration registration) {
		return new RegistrationAnswer.Unclear("bank " + this.name + " does not register beneficiaries by file", true);
	}

	private static BankAnswer answer(ReportedStatus reported) {
		return switch (reported.kind()) {
			case ACCEPTED -> new BankAnswer.Acknowledged(null);
			case PAID -> new BankAnswer.Paid(BankReport.of(reported.utr(), null));
			case RETURNED -> new BankAnswer.Returned(BankReport.of(reported.utr(), null));
			case REJECTED -> {
				ResponseCode code = code(reported.reasonCode());
				yield new BankAnswer.Refused(code, (reported.reason() != null) ? reported.reason() : code.message(),
						BankReport.NONE);
			}
			case UNCLEAR -> new BankAnswer.Implausible(Objects.requireNonNullElse(reported.reason(), "unclear"));
		};
	}

	/**
	 * Maps ISO 20022 external status reasons; unknown reasons are definite failures too.
	 */
	private static ResponseCode code(@Nullable String reason) {
		return switch (reason) {
			case "AC01", "AC02", "AC03", "BE01", "RC01", "RC04" -> ResponseCode.BENEFICIARY_ACCOUNT_INVALID;
			case "AC04", "AC05", "AC06", "AC07" -> ResponseCode.BENEFICIARY_ACCOUNT_FROZEN;
			case "AM02", "AM14", "AM21" -> ResponseCode.BANK_LIMIT_EXCEEDED;
			case null, default -> ResponseCode.BANK_REJECTED;
		};
	}

}
