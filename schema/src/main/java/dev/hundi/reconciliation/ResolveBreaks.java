package dev.hundi.reconciliation;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.SettlePayout;
import dev.hundi.ledger.LedgerAccount;
import dev.hundi.statement.ArrangeStatements;
import dev.hundi.statement.StatementFiles;
import dev.hundi.text.Beginning;
import dev.hundi.wallet.PostCorrection;
import dev.hundi.wallet.ReversePosting;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Executes an approved resolution in one transaction with the approval: the posting, its
 * match with the open items, and the end of the breaks.
 */
@Component
public class ResolveBreaks {

	private final JdbcClient jdbc;

	private final ReconciliationBook book;

	private final Matches matches;

	private final Breaks breaks;

	private final Resolutions resolutions;

	private final MoneyOfBreaks money;

	private final PostCorrection correction;

	private final Reversals reversals;

	private final BorneCredits borne;

	private final ResolveStatements statements;

	private final RefundUnpaid unpaid;

	ResolveBreaks(JdbcClient jdbc, Breaks breaks, Resolutions resolutions, PostCorrection correction,
			ReversePosting reverse, ArrangeStatements arrange, StatementFiles files, SettlePayout settle) {
		this.jdbc = jdbc;
		this.book = new ReconciliationBook(jdbc);
		this.matches = new Matches(jdbc);
		this.breaks = breaks;
		this.resolutions = resolutions;
		this.money = new MoneyOfBreaks(jdbc);
		this.correction = correction;
		this.borne = new BorneCredits(jdbc, correction);
		this.reversals = new Reversals(jdbc, reverse, this.borne);
		this.statements = new ResolveStatements(jdbc, arrange, files, this.matches, this.reversals, breaks,
				resolutions);
		this.unpaid = new RefundUnpaid(jdbc, this.book, this.matches, this.reversals, this.borne, breaks, settle);
	}

	/**
	 * Approves and executes a resolution.
	 * @param checker another person than the maker
	 * @param caps checked again, because the breaks may have grown since the request
	 * @throws IllegalStateException if it cannot be executed; then nothing changes
	 */
	@Transactional
	public Resolution approve(long resolutionId, String checker, ResolutionCaps caps) {
		long account = this.jdbc.sql("SELECT nodal_account_id FROM reconciliation_resolution WHERE resolution_id = :id")
			.param("id", resolutionId)
			.query(Long.class)
			.optional()
			.orElseThrow(() -> new IllegalStateException("There is no resolution " + resolutionId));
		// Before the decision, so that no day is signed between it and its posting.
		if (!this.book.lockAccount(account)
				&& !this.resolutions.find(resolutionId).orElseThrow().action().isOfStatement()) {
			throw new IllegalStateException("No day of the account is closed");
		}
		this.resolutions.decide(resolutionId, "APPROVED", checker);
		Resolution resolution = this.resolutions.find(resolutionId).orElseThrow();
		switch (resolution.action()) {
			case MATCH -> match(account, resolution, checker);
			case SUSPENSE, WRITE_OFF, ADJUST_WALLET -> post(account, resolution, checker, caps);
			case CARRY_FORWARD -> carry(account, resolution, checker);
			case REVOKE -> revoke(account, resolution, checker);
			case RELEASE_STATEMENT -> this.statements.release(account, resolution);
			case WITHDRAW_STATEMENT -> this.statements.withdraw(account, resolution, checker);
			case REFUND_UNPAID -> this.unpaid.refund(account, resolution, checker);
		}
		if (resolution.action().changesBooks()) {
			this.book.outdate(account);
		}
		return this.resolutions.find(resolutionId).orElseThrow();
	}

	private void match(long account, Resolution resolution, String checker) {
		requireOpen(resolution.breakIds());
		requireUnchanged(resolution.breakIds());
		this.money.requireRestorable(resolution.action(), resolution.breakIds());
		this.money.requireEqual(resolution.breakIds());
		long matchId = this.matches.nextId();
		restoreReversed(account, resolution, matchId);
		close(account, resolution, checker, matchId, null);
	}

	/**
	 * People prove by other lines what a withdrawn statement had shown, where no rule
	 * does: a total, parts of the amount, a debit among others that are alike, or another
	 * amount, whose rest they post.
	 */
	private void restoreReversed(long account, Resolution resolution, long matchId) {
		for (Matches.Entry posted : this.reversals.ofBreaks(resolution.breakIds())) {
			Matches.Entry restored = this.reversals.restore(posted, this.reversals.open(posted).orElseThrow());
			this.matches.addEntry(matchId, "BY_HAND", resolution.resolutionId(), restored);
			this.matches.late(account, MatchOrigin.resolution(resolution.resolutionId()), restored);
		}
	}

	private void post(long account, Resolution resolution, String checker, ResolutionCaps caps) {
		requireOpen(resolution.breakIds());
		requireUnchanged(resolution.breakIds());
		this.money.requireWithinCap(resolution.action(), resolution.breakIds(), caps);
		this.money.requireRestorable(resolution.action(), resolution.breakIds());
		UUID adjusted = resolution.businessId();
		if (adjusted != null) {
			new WalletsOfLines(this.jdbc).requireUnchanged(adjusted, resolution.breakIds());
		}
		long difference = this.money.differencePaise(resolution.breakIds());
		if (difference == 0) {
			throw new IllegalStateException("These breaks have no difference; match them instead");
		}
		long matchId = this.matches.nextId();
		restoreReversed(account, resolution, matchId);
		Posting posting = correct(resolution.action(), resolution.businessId(), difference, resolution);
		close(account, resolution, checker, matchId, posting);
	}

	private Posting correct(NewResolution.Action action, @Nullable UUID businessId, long amountPaise,
			Resolution resolution) {
		String reference = "RES-" + resolution.resolutionId();
		PostCorrection.Posted posted = switch (action) {
			case SUSPENSE -> this.correction.toAccount(LedgerAccount.SUSPENSE, amountPaise, reference);
			case WRITE_OFF -> this.correction.toAccount(LedgerAccount.ADJUSTMENTS, amountPaise, reference);
			case ADJUST_WALLET -> adjust(Objects.requireNonNull(businessId), amountPaise, reference, resolution);
			case MATCH, CARRY_FORWARD, REVOKE, RELEASE_STATEMENT, WITHDRAW_STATEMENT, REFUND_UNPAID ->
				throw new IllegalArgumentException(action.name() + " posts nothing");
		};
		return new Posting(new Matches.Entry(posted.businessId(), posted.transactionId()), amountPaise);
	}

	private PostCorrection.Posted adjust(UUID businessId, long amountPaise, String reference, Resolution resolution) {
		String description = "Adjustment: " + Beginning.of(resolution.reason(), 400);
		List<UUID> counters = countersOf(businessId, resolution.breakIds());
		if (counters.size() == 1) {
			return this.borne.creditAgain(counters.getFirst(), businessId, amountPaise, reference, description);
		}
		PostCorrection.Posted posted = this.correction.toWallet(businessId, amountPaise, reference, description);
		// After the credit, so that the wallet has the money.
		counters.forEach((counter) -> this.borne.repay(counter, businessId,
				"Repaid: credited before, and again by resolution " + resolution.resolutionId()));
		return posted;
	}

	/**
	 * What suspense bears of the lines of breaks: the wallet may have kept the money of
	 * credits whose statement was withdrawn.
	 * @throws IllegalStateException if it has kept only a part of them, or they are only
	 * a part of what it has kept with one adjustment
	 */
	private List<UUID> countersOf(UUID businessId, List<Long> breakIds) {
		List<BorneCredits.Shown> lines = this.jdbc.sql("""
				SELECT l.utr, l.reference, l.signed_paise, u.payout_id FROM reconciliation_open_line l
				  LEFT JOIN payout_utr u ON u.utr = l.utr AND u.business_id = :business
				 WHERE l.break_id = ANY (:breaks)
				""")
			.param("business", businessId)
			.param("breaks", breakIds.toArray(Long[]::new))
			.query((row, number) -> new BorneCredits.Shown(businessId, row.getString("utr"),
					Optional.ofNullable(row.getString("reference"))
						.flatMap(BankReference::payoutOf)
						.orElse(row.getObject("payout_id", UUID.class)),
					row.getLong("signed_paise")))
			.list();
		List<BorneCredits.Shown> credits = lines.stream().filter((line) -> line.amountPaise() > 0).toList();
		List<UUID> counters = (credits.size() != lines.size()) ? List.of()
				: (credits.size() == 1) ? this.borne.openOf(credits.getFirst()).stream().toList()
						: this.borne.openOfAdjustment(businessId, credits)
							.map(List::of)
							.orElseGet(() -> this.borne.openAmong(businessId, credits));
		if (counters.isEmpty()) {
			credits.stream().filter(this.borne::isBorne).findFirst().ifPresent((credit) -> {
				throw new IllegalStateException(
						("Suspense bears the credit %s, which was given to a wallet before; adjust the wallet by it alone,"
								+ " or by the lines with which it was given, or post it to suspense")
							.formatted(credit.name()));
			});
		}
		return counters;
	}

	/** Matches all open items of the breaks with the posting, and closes the breaks. */
	private void close(long account, Resolution resolution, String checker, long matchId, @Nullable Posting posting) {
		requireOpen(resolution.breakIds());
		if (this.matches.confirmByHand(matchId, resolution.resolutionId(), resolution.breakIds()) == 0
				&& posting == null) {
			throw new IllegalStateException("These breaks have no open items");
		}
		if (posting != null) {
			this.matches.addEntry(matchId, "BY_HAND", resolution.resolutionId(), posting.entry);
			this.matches.late(account, MatchOrigin.resolution(resolution.resolutionId()), posting.entry);
		}
		recordPosting(resolution.resolutionId(), matchId, posting);
		this.breaks.close(resolution, this.book.openDay(account), checker);
	}

	private void recordPosting(long resolutionId, long matchId, @Nullable Posting posting) {
		this.jdbc.sql("""
				UPDATE reconciliation_resolution
				   SET match_id = :match, amount_paise = :amount, posted_for = :business, transaction_id = :transaction
				 WHERE resolution_id = :id
				""")
			.param("id", resolutionId)
			.param("match", matchId)
			.param("amount", (posting != null) ? posting.amountPaise : null)
			.param("business", (posting != null) ? posting.entry.businessId() : null)
			.param("transaction", (posting != null) ? posting.entry.transactionId() : null)
			.update();
	}

	private void carry(long account, Resolution resolution, String checker) {
		requireOpen(resolution.breakIds());
		this.resolutions.requireAhead(account, resolution.carryTo());
		this.jdbc
			.sql("""
					UPDATE reconciliation_break SET carried_to = :day, due_on = :day, updated_at = now() WHERE break_id = ANY (:breaks)
					""")
			.param("day", resolution.carryTo())
			.param("breaks", resolution.breakIds().toArray(Long[]::new))
			.update();
		resolution.breakIds()
			.forEach((breakId) -> this.breaks.recordEvent(breakId, "CARRIED", checker, "Carried to %s by %s and %s: %s"
				.formatted(resolution.carryTo(), resolution.maker(), checker, resolution.reason())));
	}

	/**
	 * Reverses the posting of a resolution and matches the two postings with each other;
	 * all other items are open again.
	 */
	private void revoke(long account, Resolution resolution, String checker) {
		long matchId = Objects.requireNonNull(resolution.revokesMatchId());
		boolean signed = this.jdbc.sql("""
				SELECT EXISTS (SELECT FROM reconciliation_match_item m
				                 JOIN reconciliation_run r ON r.run_id = m.run_id
				                WHERE m.match_id = :match AND r.state = 'SIGNED')
				""").param("match", matchId).query(Boolean.class).single();
		if (signed) {
			throw new IllegalStateException("Match " + matchId + " belongs to a signed-off day");
		}
		this.resolutions.requireRevocable(matchId);
		this.matches.restingOn(matchId).ifPresent((resting) -> {
			throw new IllegalStateException(
					"Match %d rests on a line of match %d, because people have posted it before; revoke match %d first"
						.formatted(resting, matchId, resting));
		});
		Optional<Resolution> made = this.jdbc.sql("""
				SELECT resolution_id FROM reconciliation_resolution WHERE match_id = :match AND action <> 'REVOKE'
				""").param("match", matchId).query(Long.class).optional().flatMap(this.resolutions::find);
		Matches.Entry posted = made.flatMap(ResolveBreaks::postedBy)
			.map((transactionId) -> entryOf(matchId, transactionId))
			.orElse(NOTHING);
		List<Matches.Entry> restored = this.reversals.restoredBy(matchId);
		if (this.matches.takeApart(account, resolution.resolutionId(), matchId, posted) == 0) {
			throw new IllegalStateException("There is no match " + matchId);
		}
		if (!posted.equals(NOTHING) && made.isPresent()) {
			Resolution original = made.get();
			long amountPaise = -Objects.requireNonNull(original.amountPaise());
			Posting back = this.reversals.revokeRestored(resolution.resolutionId(), posted)
				.map((entry) -> new Posting(entry, amountPaise))
				.orElseGet(() -> correct(original.action(), original.businessId(), amountPaise, resolution));
			long pair = this.matches.addRevoked(account, resolution.resolutionId(), posted, back.entry);
			recordPosting(resolution.resolutionId(), pair, back);
		}
		restored.forEach((entry) -> this.matches.addRevoked(account, resolution.resolutionId(), entry,
				this.reversals.revokeRestored(resolution.resolutionId(), entry).orElseThrow()));
		made.ifPresent((original) -> original.breakIds()
			.forEach((breakId) -> this.breaks.recordEvent(breakId, "REVOKED", checker,
					"Resolution %d is revoked: %s".formatted(original.resolutionId(), resolution.reason()))));
	}

	private static final Matches.Entry NOTHING = new Matches.Entry(new UUID(0, 0), new UUID(0, 0));

	private static Optional<UUID> postedBy(Resolution resolution) {
		return Optional.ofNullable(resolution.transactionId());
	}

	private Matches.Entry entryOf(long matchId, UUID transactionId) {
		return this.jdbc
			.sql("SELECT business_id FROM reconciliation_match_item WHERE match_id = :match AND transaction_id = :id")
			.param("match", matchId)
			.param("id", transactionId)
			.query((row, number) -> new Matches.Entry(row.getObject(1, UUID.class), transactionId))
			.optional()
			.orElse(NOTHING);
	}

	private void requireOpen(List<Long> breakIds) {
		long open = this.jdbc.sql("""
				SELECT count(*) FROM reconciliation_break WHERE break_id = ANY (:breaks) AND closed_on IS NULL
				""").param("breaks", breakIds.toArray(Long[]::new)).query(Long.class).single();
		if (open != breakIds.size()) {
			throw new IllegalStateException("Not all of the breaks " + breakIds + " are open");
		}
	}

	/**
	 * Both people have seen the difference of a break. Its items may have changed since,
	 * by a withdrawn statement or by a run that has not recorded its breaks.
	 */
	private void requireUnchanged(List<Long> breakIds) {
		List<Long> changed = this.jdbc
			.sql("""
					SELECT b.break_id FROM reconciliation_break b
					 WHERE b.break_id = ANY (:breaks) AND b.difference_paise <>
					       coalesce((SELECT sum(signed_paise) FROM reconciliation_open_line WHERE break_id = b.break_id), 0)
					     - coalesce((SELECT sum(signed_paise) FROM reconciliation_open_entry WHERE break_id = b.break_id), 0)
					 ORDER BY b.break_id
					""")
			.param("breaks", breakIds.toArray(Long[]::new))
			.query(Long.class)
			.list();
		if (!changed.isEmpty()) {
			throw new IllegalStateException(
					("The open items of the breaks %s do not add up to the difference that was approved; close the day again"
							+ " (a statement gap cannot be resolved)")
						.formatted(changed));
		}
	}

	/** Bank minus ledger over the open items of breaks. */
	private record Posting(Matches.Entry entry, long amountPaise) {
	}

}
