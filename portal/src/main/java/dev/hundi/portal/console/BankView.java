package dev.hundi.portal.console;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import dev.hundi.bank.BankHealth.Report;
import dev.hundi.bank.BreakerState;
import dev.hundi.bank.OffSwitch;
import dev.hundi.bank.PaymentResult;
import dev.hundi.bank.RailHealth.LastPayment;
import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

/**
 * A bank and rail as all copies of stream-processors see it.
 *
 * @param reports of the copies that still report; those of all copies if none does
 * @param off the switches that hold its orders back, the newest first
 */
record BankView(String bank, Rail rail, boolean reported, List<Report> reports, List<OffSwitch> off) {

	/**
	 * A copy that has not reported for so long has ended, or cannot reach the database.
	 */
	private static final Duration STALE = Duration.ofSeconds(30);

	/**
	 * Every bank and rail of the reports.
	 * @param switches everything that is switched off
	 */
	static List<BankView> of(List<Report> reports, List<OffSwitch> switches, Instant now) {
		Map<String, List<Report>> byRail = new TreeMap<>();
		for (Report report : reports) {
			byRail.computeIfAbsent(report.health().bank() + "/" + report.health().rail(), (key) -> new ArrayList<>())
				.add(report);
		}
		return byRail.values().stream().map((all) -> {
			List<Report> present = all.stream().filter((report) -> report.at().isAfter(now.minus(STALE))).toList();
			String bank = all.getFirst().health().bank();
			Rail rail = all.getFirst().health().rail();
			return new BankView(bank, rail, !present.isEmpty(), present.isEmpty() ? all : present,
					switches.stream().filter((one) -> one.covers(bank, rail)).toList());
		}).toList();
	}

	/** The worst state of the copies' circuit breakers. */
	public BreakerState breaker() {
		return this.reports.stream()
			.map((report) -> report.health().state().breaker())
			.max(Comparator.naturalOrder())
			.orElseThrow();
	}

	/** Whether a copy has parked payouts for the bank. */
	public boolean parks() {
		return this.reports.stream().anyMatch((report) -> report.health().state().parks());
	}

	public int callsInFlight() {
		return this.reports.stream().mapToInt((report) -> report.health().state().callsInFlight()).sum();
	}

	/** Whether a person should look at it. */
	public boolean isDisturbed() {
		return !this.reported || !this.off.isEmpty() || breaker() != BreakerState.CLOSED || parks();
	}

	/** Payments of the last ten minutes with a result. */
	public int count(PaymentResult result) {
		return this.reports.stream().mapToInt((report) -> report.health().count(result)).sum();
	}

	public int payments() {
		int sum = 0;
		for (PaymentResult result : PaymentResult.values()) {
			sum += count(result);
		}
		return sum;
	}

	/**
	 * Accepted payments of the last ten minutes in percent, rounded down; null without
	 * payments.
	 */
	public @Nullable Integer successPercent() {
		int payments = payments();
		return (payments > 0) ? (int) (count(PaymentResult.ACCEPTED) * 100L / payments) : null;
	}

	/** The last result of a payment. */
	public @Nullable LastPayment last() {
		LastPayment last = null;
		for (Report report : this.reports) {
			LastPayment other = report.health().last();
			if (other != null && (last == null || other.at().isAfter(last.at()))) {
				last = other;
			}
		}
		return last;
	}

	public Instant reportedAt() {
		return this.reports.stream().map(Report::at).max(Comparator.naturalOrder()).orElseThrow();
	}

}
