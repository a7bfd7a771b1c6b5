package dev.hundi.portal.wallet;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFiles;
import dev.hundi.payout.PayoutFigures;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.time.India;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The spendable money after what is already ordered: payouts that wait for their debits,
 * scheduled payouts and planned files.
 */
@MerchantOnly
@Component
class ExpectBalance {

	private final PayoutFigures payouts;

	private final BulkFiles files;

	ExpectBalance(PayoutFigures payouts, BulkFiles files) {
		this.payouts = payouts;
		this.files = files;
	}

	/** The expectation from a spendable amount in paise on. */
	@Transactional(propagation = Propagation.MANDATORY)
	public Expected from(UUID businessId, long spendablePaise) {
		LocalDate today = India.dateOf(Instant.now());
		Map<LocalDate, Debits> days = new TreeMap<>();
		days.put(today, new Debits(0, 0, this.payouts.undebitedPaise(businessId)));
		this.payouts.scheduled(businessId)
			.forEach((day) -> days.merge(later(day.day(), today), new Debits(day.payouts(), 0, day.debitPaise()),
					Debits::plus));
		for (BulkFile file : this.files.planned(businessId)) {
			BulkFile.Plan plan = file.approval().plan();
			LocalDate day = (plan != null) ? India.dateOf(plan.notBefore()) : today;
			days.merge(later(day, today), new Debits(0, 1, file.amounts().debitPaise()), Debits::plus);
		}
		List<Day> expected = new ArrayList<>();
		long leftPaise = spendablePaise;
		for (Map.Entry<LocalDate, Debits> day : days.entrySet()) {
			leftPaise -= day.getValue().paise;
			expected.add(new Day(day.getKey(), day.getValue(), leftPaise));
		}
		return new Expected(expected, leftPaise, this.payouts.unapprovedPaise(businessId));
	}

	private static LocalDate later(LocalDate one, LocalDate other) {
		return one.isAfter(other) ? one : other;
	}

	/**
	 * What is expected.
	 *
	 * @param leftPaise after all days, in paise; negative if money is missing
	 * @param unapprovedPaise not part of it: what payouts take that wait for approvals
	 */
	record Expected(List<Day> days, long leftPaise, long unapprovedPaise) {

		Expected {
			days = List.copyOf(days);
		}

	}

	/**
	 * A day, Asia/Kolkata.
	 *
	 * @param leftPaise after its debits, in paise
	 */
	record Day(LocalDate day, Debits debits, long leftPaise) {
	}

	/**
	 * What leaves the wallet.
	 *
	 * @param payouts scheduled ones
	 * @param files planned ones
	 */
	record Debits(long payouts, long files, long paise) {

		Debits plus(Debits other) {
			return new Debits(this.payouts + other.payouts, this.files + other.files, this.paise + other.paise);
		}

	}

}
