package dev.hundi.stream.dispatch;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

import dev.hundi.bank.WaitingPayout;
import dev.hundi.payout.Rail;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The configured banks and the routing of payouts to them. */
class Banks {

	private static final Logger logger = LoggerFactory.getLogger(Banks.class);

	private final List<GuardedBank> banks;

	Banks(Collection<GuardedBank> banks, MeterRegistry meters) {
		this.banks = banks.stream()
			.sorted(Comparator.comparingInt(GuardedBank::preference).thenComparing(GuardedBank::name))
			.toList();
		for (Rail rail : Rail.values()) {
			if (this.banks.stream().noneMatch((bank) -> bank.takes(rail))) {
				logger.warn("No bank supports {}: such payouts wait in status 4 until one does", rail);
			}
		}
		for (GuardedBank bank : this.banks) {
			gauge(meters, "hundi.bank.breaker", "0 closed, 1 half open, 2 open", bank, GuardedBank::breakerState);
			gauge(meters, "hundi.bank.parked", "1 while payouts are parked for the bank", bank,
					(parked) -> parked.parks() ? 1 : 0);
			gauge(meters, "hundi.bank.calls", "Calls in flight", bank, GuardedBank::callsInFlight);
		}
	}

	List<GuardedBank> all() {
		return this.banks;
	}

	Optional<GuardedBank> named(String name) {
		return this.banks.stream().filter((bank) -> bank.name().equals(name)).findFirst();
	}

	/**
	 * Routes a payout to the most preferred bank that supports its rail, is available and
	 * has capacity.
	 * @param full banks without capacity
	 * @return empty if no bank can be tried now
	 */
	Optional<GuardedBank> of(WaitingPayout payout, Set<GuardedBank> full) {
		return possible(payout).filter((bank) -> bank.accepts() && !full.contains(bank)).findFirst();
	}

	/**
	 * The banks that a payout may be sent to, the most preferred first. After a failed
	 * attempt a bank is excluded until its retry delay is over. A bank that may already
	 * have the order is the only candidate.
	 */
	Stream<GuardedBank> possible(WaitingPayout payout) {
		String only = payout.onlyBank();
		return this.banks.stream()
			.filter((bank) -> (only != null) ? bank.name().equals(only) : bank.takes(payout.rail()))
			.filter((bank) -> bank.wasUnavailable() || !payout.banksInBackOff().contains(bank.name()));
	}

	private static void gauge(MeterRegistry meters, String name, String description, GuardedBank bank,
			ToDoubleFunction<GuardedBank> value) {
		Gauge.builder(name, bank, value).tag("bank", bank.name()).description(description).register(meters);
	}

}
