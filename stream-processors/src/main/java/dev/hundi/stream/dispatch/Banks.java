package dev.hundi.stream.dispatch;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.hundi.bank.WaitingPayout;
import dev.hundi.payout.Rail;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The banks that this platform pays through, and which of them gets a payout.
 */
class Banks {

	private static final Logger logger = LoggerFactory.getLogger(Banks.class);

	private final List<GuardedBank> banks;

	Banks(Collection<GuardedBank> banks, MeterRegistry meters) {
		this.banks = banks.stream()
			.sorted(Comparator.comparingInt(GuardedBank::preference).thenComparing(GuardedBank::name))
			.toList();
		for (Rail rail : Rail.values()) {
			if (this.banks.stream().noneMatch((bank) -> bank.takes(rail))) {
				logger.warn("No bank takes {}: such payouts wait in status 4 until one does", rail);
			}
		}
		for (GuardedBank bank : this.banks) {
			gauge(meters, "hundi.bank.breaker", "0 closed, 1 half open, 2 open", bank);
			gauge(meters, "hundi.bank.parks", "1 while payouts wait in the database for the bank", bank);
			gauge(meters, "hundi.bank.calls", "Calls under way", bank);
		}
	}

	List<GuardedBank> all() {
		return this.banks;
	}

	Optional<GuardedBank> named(String name) {
		return this.banks.stream().filter((bank) -> bank.name().equals(name)).findFirst();
	}

	/**
	 * The bank that gets a payout: the most preferred that takes its rail, is well and
	 * has room.
	 * @param full banks that have no room
	 * @return empty if no bank is to be tried now
	 */
	Optional<GuardedBank> of(WaitingPayout payout, Set<GuardedBank> full) {
		return possible(payout).filter((bank) -> bank.accepts() && !full.contains(bank)).findFirst();
	}

	/**
	 * The banks that a payout may be sent to, the most preferred first. One that could
	 * not be sent it is left out until its rest is over, and one that may have it is the
	 * only one that may ever get it.
	 */
	Stream<GuardedBank> possible(WaitingPayout payout) {
		String only = payout.onlyBank();
		return this.banks.stream()
			.filter((bank) -> (only != null) ? bank.name().equals(only) : bank.takes(payout.rail()))
			.filter((bank) -> bank.wasAway() || !payout.banksInBackOff().contains(bank.name()));
	}

	private static void gauge(MeterRegistry meters, String name, String description, GuardedBank bank) {
		Gauge.builder(name, bank, (watched) -> switch (name) {
			case "hundi.bank.breaker" -> watched.breakerState();
			case "hundi.bank.parks" -> watched.parks() ? 1 : 0;
			default -> watched.underWay();
		}).tag("bank", bank.name()).description(description).register(meters);
	}

}
