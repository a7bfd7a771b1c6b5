package dev.hundi.bench.reconciliation;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hundi.bench.seed.ReconciliationSeed;
import dev.hundi.reconciliation.NewResolution;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ResolutionCaps;
import dev.hundi.reconciliation.Resolutions;
import dev.hundi.reconciliation.ResolveBreaks;
import dev.hundi.reconciliation.ResolvedStatement;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.Platform;

/**
 * Closes two days with injected faults of every kind and compares the breaks: the runs
 * must report exactly those. A break is identified by type and key; the key of a payout
 * contains its reference, which names the fault.
 */
final class InjectedFaults {

	private static final UUID SECOND_STATEMENT = UUID.fromString("00000000-0000-7000-8000-0000000000a2");

	private final Platform platform;

	private final DemoBusiness business;

	private final int payouts;

	private final int each;

	private final List<String> mistakes = new ArrayList<>();

	InjectedFaults(Platform platform, DemoBusiness business, int payouts, int each) {
		this.platform = platform;
		this.business = business;
		this.payouts = payouts;
		this.each = each;
	}

	/**
	 * Injects the faults, closes both days and returns every missing or unexpected break
	 * and every other difference.
	 */
	List<String> mistakes() {
		LocalDate tuesday = ClosedDays.tuesday();
		long account = ClosedDays.account(this.platform);
		ClosedDays days = new ClosedDays(this.platform);
		new ReconciliationSeed(days.jdbc(), this.business.businessId(), account).create(tuesday, this.payouts,
				this.each, 0);
		Set<String> lasting = lasting(days);
		Set<String> first = new TreeSet<>(lasting);
		first.addAll(named("EXPECTED_TIMING", 0));
		first.addAll(named("EXPECTED_TIMING", 1));
		first.addAll(named("EXPECTED_TIMING", 14));
		check(days, tuesday, first);
		Set<String> second = new TreeSet<>(lasting);
		second.addAll(named("MISSING_IN_BANK", 1));
		second.addAll(named("MISSING_IN_BANK", 14));
		second.add("STATEMENT_GAP gap:" + SECOND_STATEMENT);
		Set<String> held = new TreeSet<>(second);
		held.addAll(named("MISSING_IN_BANK", 0));
		check(days, tuesday.plusDays(1), held);
		releaseSecondStatement();
		check(days, tuesday.plusDays(1), second);
		checkEffects(days);
		return List.copyOf(this.mistakes);
	}

	/** It does not open where the first one closes. */
	private void releaseSecondStatement() {
		ResolutionCaps caps = new ResolutionCaps(0, 0, 0);
		NewResolution wanted = new NewResolution(NewResolution.Action.RELEASE_STATEMENT, List.of(), null, null, null,
				new ResolvedStatement(SECOND_STATEMENT, null, null), "The gap is injected", "This class", "Asha");
		long resolution = this.platform.bean(Resolutions.class).propose(wanted, caps).resolutionId();
		this.platform.bean(ResolveBreaks.class).approve(resolution, "Bharat", caps);
	}

	private void check(ClosedDays days, LocalDate day, Set<String> expected) {
		ReconciliationRun run = days.close(day);
		Set<String> found = new HashSet<>(days.jdbc()
			.sql("""
					SELECT r.type || ' ' || CASE WHEN b.break_key LIKE 'line:%' THEN 'line of ' || b.amount_paise ELSE b.break_key END
					  FROM reconciliation_run_break r JOIN reconciliation_break b ON b.break_id = r.break_id WHERE r.run_id = :runId
					""")
			.param("runId", run.runId())
			.query(String.class)
			.list());
		expected.stream()
			.filter((name) -> !found.contains(name))
			.forEach((name) -> this.mistakes.add(day + " lacks " + name));
		found.stream()
			.filter((name) -> !expected.contains(name))
			.forEach((name) -> this.mistakes.add(day + " has " + name));
		if (!Long.valueOf(0).equals(run.unexplainedPaise())) {
			this.mistakes.add(day + " leaves " + run.unexplainedPaise() + " paise unexplained: " + run);
		}
	}

	private Set<String> lasting(ClosedDays days) {
		Set<String> names = new TreeSet<>();
		names.addAll(named("AMOUNT", 2));
		names.addAll(named("STATUS", 3));
		names.addAll(named("DUPLICATE_DEBIT", 4));
		names.addAll(numbered((n) -> "RETURN_UNPOSTED ref:" + reference(5 * this.each + n) + ":in"));
		names.addAll(numbered((n) -> "AMBIGUOUS utr:AMB" + (6 * this.each + n + 1) / 2 + ":out"));
		names.addAll(numbered((n) -> "MISSING_IN_LEDGER utr:ALIEN" + n + ":out"));
		names.addAll(numbered((n) -> "UNKNOWN_CREDIT utr:STRAY" + n + ":in"));
		names.addAll(numbered((n) -> "BANK_CHARGE line of " + n * 100));
		names.addAll(numbered((n) -> "MISSING_IN_LEDGER line of " + (10_000 + (14L * this.each + n) * 37 % 5_000_000)));
		days.jdbc().sql("""
				SELECT 'LEDGER_AGAINST_PAYOUT books:payout events are not contiguous:' || payout_id FROM payout
				 WHERE business_id = :business AND last_sequence = 3
				""").param("business", this.business.businessId()).query(String.class).list().forEach(names::add);
		return names;
	}

	/** Effects that need no review: top-ups, settlements, refunds, other matches. */
	private void checkEffects(ClosedDays days) {
		List<String> found = days.jdbc()
			.sql("""
					SELECT name || ' ' || items FROM (
					  SELECT section || ' ' || name AS name, sum(item_count) AS items FROM reconciliation_figure
					   WHERE section = 'EFFECT' OR section = 'MATCHED' AND name IN ('REFERENCE_AMOUNT', 'BATCH_TOTAL', 'DEBIT_RETURN')
					      OR section = 'CLOSED' GROUP BY section, name) AS counted
					""")
			.query(String.class)
			.list();
		Set<String> expected = Set.of("EFFECT TOPUP " + this.each, "EFFECT SETTLED " + this.each,
				"EFFECT RETURNED " + this.each, "MATCHED REFERENCE_AMOUNT " + this.each,
				"MATCHED BATCH_TOTAL " + this.each, "MATCHED DEBIT_RETURN " + 2 * this.each,
				"CLOSED MISSING_IN_BANK " + this.each);
		if (!new HashSet<>(found).equals(expected)) {
			this.mistakes.add("Effects and rules are " + found + ", expected " + expected);
		}
		long proposed = days.jdbc().sql("SELECT count(*) FROM reconciliation_proposal").query(Long.class).single();
		// The account also identifies each line of an ambiguous pair; the UTR proposes
		// the
		// other two combinations.
		if (proposed != 3L * this.each) {
			this.mistakes.add(proposed + " proposals, expected " + 3L * this.each);
		}
		long broken = days.jdbc().sql("SELECT count(*) FROM money_violation").query(Long.class).single();
		if (broken != this.each) {
			this.mistakes.add(broken + " violations of money rules, expected " + this.each);
		}
	}

	private Set<String> named(String type, int fault) {
		return numbered((n) -> type + " ref:" + reference(fault * this.each + n) + ":out");
	}

	private Set<String> numbered(IntFunction<String> name) {
		return IntStream.rangeClosed(1, this.each).mapToObj(name).collect(Collectors.toSet());
	}

	private static String reference(int n) {
		return "HND" + "%026X".formatted(n);
	}

}
