package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

import dev.hundi.bank.ClaimedOrder;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.Rail;
import dev.hundi.wallet.FirstClaims;

/**
 * Capacity of banks for payouts that one transaction debits and claims. Each permit is
 * consumed by an order that is sent, or released. Not thread-safe.
 */
final class ReservedCapacity implements FirstClaims, AutoCloseable {

	private final Banks banks;

	private final Duration lease;

	private final BiConsumer<GuardedBank, List<PaymentOrder>> send;

	private final Map<String, GuardedBank> byName = new LinkedHashMap<>();

	private final Map<GuardedBank, Integer> permits = new LinkedHashMap<>();

	/**
	 * Reserves nothing yet.
	 * @param send sends orders to a bank; consumes a permit for each and does not throw
	 */
	ReservedCapacity(Banks banks, Duration lease, BiConsumer<GuardedBank, List<PaymentOrder>> send) {
		this.banks = banks;
		this.lease = lease;
		this.send = send;
	}

	/**
	 * Routes payouts that were at no bank yet. Banks for which older payouts wait have no
	 * capacity for them.
	 */
	@Override
	public Map<PayoutKey, String> banks(Map<PayoutKey, Rail> payouts) {
		return banks(payouts, GuardedBank::tryAcquire);
	}

	@Override
	public Map<PayoutKey, String> banksOfRows(Map<PayoutKey, Rail> rows) {
		return banks(rows, GuardedBank::tryAcquireForRow);
	}

	private Map<PayoutKey, String> banks(Map<PayoutKey, Rail> payouts, Predicate<GuardedBank> acquire) {
		Set<GuardedBank> full = new HashSet<>(
				this.banks.all().stream().filter((bank) -> bank.parks() || bank.isAwaited()).toList());
		Map<PayoutKey, String> chosen = new LinkedHashMap<>();
		payouts.forEach(
				(payout, rail) -> reserve(rail, full, acquire).ifPresent((bank) -> chosen.put(payout, bank.name())));
		return chosen;
	}

	private Optional<GuardedBank> reserve(Rail rail, Set<GuardedBank> full, Predicate<GuardedBank> acquire) {
		Optional<GuardedBank> bank = this.banks.of(rail, full);
		while (bank.isPresent() && !acquire.test(bank.get())) {
			full.add(bank.get());
			bank = this.banks.of(rail, full);
		}
		bank.ifPresent((reserved) -> {
			this.byName.put(reserved.name(), reserved);
			this.permits.merge(reserved, 1, Integer::sum);
		});
		return bank;
	}

	@Override
	public Duration lease() {
		return this.lease;
	}

	/** Sends orders that were claimed for the banks that this has chosen. */
	void send(List<ClaimedOrder> orders) {
		Map<String, List<PaymentOrder>> byBank = new LinkedHashMap<>();
		orders.forEach(
				(claimed) -> byBank.computeIfAbsent(claimed.bank(), (name) -> new ArrayList<>()).add(claimed.order()));
		byBank.forEach((name, ofBank) -> {
			GuardedBank bank = Objects.requireNonNull(this.byName.get(name));
			this.permits.merge(bank, -ofBank.size(), Integer::sum);
			this.send.accept(bank, ofBank);
		});
	}

	@Override
	public void close() {
		this.permits.forEach(GuardedBank::release);
		this.permits.clear();
	}

}
