package dev.hundi.portal.bulk;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

import dev.hundi.bulk.BulkFile;
import dev.hundi.list.Page;
import dev.hundi.list.Window;
import dev.hundi.payout.PayoutRule;
import dev.hundi.payout.PayoutRules;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.time.India;
import dev.hundi.wallet.WalletMovements;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** What the wallet pays on a day with a file, against the rules for a day. */
@MerchantOnly
@Component
class DayTotals {

	private final WalletMovements movements;

	private final PayoutRules rules;

	DayTotals(WalletMovements movements, PayoutRules rules) {
		this.movements = movements;
		this.rules = rules;
	}

	/** The debits of today, Asia/Kolkata, and those with a file. */
	@Transactional(propagation = Propagation.MANDATORY)
	public DayTotal with(BulkFile file) {
		Window today = new Window(India.startOf(India.dateOf(Instant.now())), null);
		long debitedPaise = this.movements.list(file.businessId(), today, new Page(1, 0)).summary().totalDebitPaise();
		long withFilePaise = debitedPaise + file.amounts().debitPaise();
		Optional<PayoutRule> rule = this.rules.present(file.businessId())
			.stream()
			.filter((one) -> one.scope() == PayoutRule.Scope.DAY && one.abovePaise() < withFilePaise)
			.max(Comparator.comparingInt(PayoutRule::people).thenComparingLong(PayoutRule::abovePaise));
		return new DayTotal(debitedPaise, withFilePaise, rule.orElse(null));
	}

	/**
	 * The total of a day, in paise.
	 *
	 * @param rule the rule for a day that the file passes, or null
	 */
	record DayTotal(long debitedPaise, long withFilePaise, @Nullable PayoutRule rule) {
	}

}
