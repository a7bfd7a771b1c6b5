package dev.hundi.stream.dispatch;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.bank.OffSwitch;
import dev.hundi.bank.OpenRoutes;
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

	private volatile Collection<OffSwitch> off;

	Banks(Collection<GuardedBank> banks, Collection<OffSwitch> off, MeterRegistry meters) {
		this.off = List.copyOf(off);
		this.banks = banks.stream()
			.sorted(Comparator.comparingInt(GuardedBank::preference).thenComparing(GuardedBank::name))
			.toList();
		Gauge.builder("hundi.bank.switches.off", this, (routes) -> routes.off.size())
			.description("Banks and rails that the staff has switched off")
			.register(meters);
		for (GuardedBank bank : this.banks) {
			gauge(meters, "hundi.bank.breaker", "0 closed, 1 half open, 2 open", bank,
					(guarded) -> guarded.breaker().ordinal());
			gauge(meters, "hundi.bank.parked", "1 while payouts are parked for the bank", bank,
					(parked) -> parked.parks() ? 1 : 0);
			gauge(meters, "hundi.bank.rate.limited", "1 while the bank answers and its rate is used up", bank,
					(limited) -> limited.isLimitedByRate() ? 1 : 0);
			gauge(meters, "hundi.bank.calls", "Orders and enquiries that wait for an answer", bank,
					GuardedBank::callsInFlight);
		}
	}

	/** Logs the rails whose payouts wait because no configured bank supports them. */
	void warnOfMissingRails() {
		for (Rail rail : Rail.values()) {
			if (this.banks.stream().noneMatch((bank) -> bank.takes(rail))) {
				logger.warn("No bank supports {}: such payouts wait in status 4 until one does", rail);
			}
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
	 * Routes a payout that was at no bank yet.
	 * @param full banks without capacity
	 * @return empty if no bank can be tried now
	 */
	Optional<GuardedBank> of(Rail rail, Set<GuardedBank> full) {
		return this.banks.stream()
			.filter((bank) -> bank.takes(rail) && isOn(bank, rail) && bank.accepts() && !full.contains(bank))
			.findFirst();
	}

	/**
	 * The banks that a payout may be sent to, the most preferred first. After a failed
	 * attempt a bank is excluded until its retry delay is over. A bank that may already
	 * have the order is the only candidate. None, if all of them are switched off: the
	 * payout waits.
	 */
	Stream<GuardedBank> possible(WaitingPayout payout) {
		String only = payout.onlyBank();
		return this.banks.stream()
			.filter((bank) -> (only != null) ? bank.name().equals(only) : bank.takes(payout.rail()))
			.filter((bank) -> isOn(bank, payout.rail()))
			.filter((bank) -> bank.wasUnavailable() || !payout.banksInBackOff().contains(bank.name()));
	}

	/** The routes to some of the banks that are not switched off. */
	OpenRoutes openRoutes(Predicate<GuardedBank> banks) {
		List<GuardedBank> open = this.banks.stream().filter(banks).toList();
		return new OpenRoutes(
				rails((rail) -> open.stream().anyMatch((bank) -> bank.takes(rail) && isOn(bank, rail)))
					.collect(Collectors.toSet()),
				open.stream()
					.filter((bank) -> rails((rail) -> isOn(bank, rail)).findAny().isPresent())
					.map(GuardedBank::name)
					.collect(Collectors.toSet()));
	}

	private static Stream<Rail> rails(Predicate<Rail> which) {
		return Stream.of(Rail.values()).filter(which);
	}

	/**
	 * Follows the switches. Payouts that waited for what is on again are drained like
	 * parked ones, oldest first.
	 */
	void follow(Collection<OffSwitch> switches) {
		Collection<OffSwitch> before = this.off;
		this.off = List.copyOf(switches);
		for (GuardedBank bank : this.banks) {
			if (Stream.of(Rail.values())
				.anyMatch((rail) -> bank.takes(rail) && covers(before, bank, rail) && isOn(bank, rail))) {
				logger.info("Bank {} is switched on again; sending what waited for it", bank.name());
				bank.park();
			}
		}
	}

	/** The switches that were followed last. */
	Collection<OffSwitch> off() {
		return this.off;
	}

	/** Whether orders may be sent to a bank. Enquiries are always made. */
	boolean isOn(GuardedBank bank, Rail rail) {
		return !covers(this.off, bank, rail);
	}

	/** Whether a bank is switched on for any rail. */
	boolean isOn(GuardedBank bank) {
		return Stream.of(Rail.values()).anyMatch((rail) -> bank.takes(rail) && isOn(bank, rail));
	}

	private static boolean covers(Collection<OffSwitch> switches, GuardedBank bank, Rail rail) {
		return switches.stream().anyMatch((one) -> one.covers(bank.name(), rail));
	}

	private static void gauge(MeterRegistry meters, String name, String description, GuardedBank bank,
			ToDoubleFunction<GuardedBank> value) {
		Gauge.builder(name, bank, value).tag("bank", bank.name()).description(description).register(meters);
	}

}
