package dev.hundi.reconciliation;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.RefundedUnpaid;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Whether a wallet has already paid or got back the money of lines that two people want
 * to adjust it by. The break was recorded before: since then a bank's answer may have
 * refunded the payout of a return. And a payout that a statement shows as paid has been
 * debited, whether or not it is settled yet.
 */
final class WalletsOfLines {

	private final JdbcClient jdbc;

	WalletsOfLines(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Requires that the open lines of breaks have not changed a wallet. Locks their
	 * payouts until the transaction ends, so that none is refunded meanwhile.
	 * @throws IllegalStateException if one has
	 */
	void requireUnchanged(UUID businessId, List<Long> breakIds) {
		lines(breakIds).forEach((line) -> payouts(businessId, line).forEach((payoutId) -> {
			this.jdbc.sql("""
					SELECT FROM payout WHERE business_id = :business AND payout_id = :payout FOR NO KEY UPDATE
					""").param("business", businessId).param("payout", payoutId).query((row) -> {
			});
			objection(businessId, payoutId, line).ifPresent((objection) -> {
				throw new IllegalStateException(objection);
			});
		}));
	}

	private List<Line> lines(List<Long> breakIds) {
		return this.jdbc
			.sql("SELECT reference, utr, signed_paise FROM reconciliation_open_line WHERE break_id = ANY (:breaks)")
			.param("breaks", breakIds.toArray(Long[]::new))
			.query((row, number) -> new Line(row.getString("reference"), row.getString("utr"),
					row.getLong("signed_paise")))
			.list();
	}

	/** Also a payout without an attempt, of which no table has the reference. */
	private List<UUID> payouts(UUID businessId, Line line) {
		Optional<UUID> referred = Optional.ofNullable(line.reference).flatMap(BankReference::payoutOf);
		Stream<UUID> named = referred.isPresent() ? referred.stream()
				: this.jdbc.sql("SELECT payout_id FROM payout_utr WHERE utr = :utr AND business_id = :business")
					.param("utr", Objects.requireNonNullElse(line.utr, ""))
					.param("business", businessId)
					.query(UUID.class)
					.list()
					.stream();
		return named.sorted().toList();
	}

	/**
	 * Why a line of the amount of a payout is no adjustment: the payout is open, or no
	 * line is matched with its posting for this one. The refund of a payout that was
	 * never settled, or that two people refunded as never paid, stands for the return
	 * too, unless people have debited the wallet for the payment.
	 */
	private Optional<String> objection(UUID businessId, UUID payoutId, Line line) {
		return this.jdbc
			.sql("""
					WITH unpaid AS MATERIALIZED (
					  SELECT %s AS is_unpaid
					), posting AS (
					  SELECT t.kind, EXISTS (SELECT FROM reconciliation_match_item m WHERE m.transaction_id = t.transaction_id)
					                 AND NOT (t.kind = 'PAYOUT_REVERSAL' AND is_unpaid) AS matched
					    FROM ledger_transaction t CROSS JOIN unpaid
					   WHERE t.business_id = :business AND t.payout_id = :payout AND t.kind IN ('PAYOUT_SETTLEMENT', 'PAYOUT_REVERSAL')
					), payment AS (
					  SELECT EXISTS (SELECT FROM posting WHERE kind = 'PAYOUT_SETTLEMENT') AND NOT is_unpaid AS settled,
					         EXISTS (SELECT FROM bank_statement_line d
					                   JOIN reconciliation_match_item m ON m.bank_statement_id = d.bank_statement_id AND m.line_number = d.line_number
					                   JOIN reconciliation_resolution r ON r.resolution_id = m.resolution_id AND r.action = 'ADJUST_WALLET'
					                  WHERE (d.reference = :reference
					                         OR d.utr = (SELECT utr FROM payout WHERE business_id = :business AND payout_id = :payout))
					                    AND d.direction = 'DEBIT' AND r.business_id = :business) AS debited
					    FROM unpaid
					)
					SELECT p.transaction_id, p.status, payment.settled
					  FROM payout p CROSS JOIN payment
					 WHERE p.business_id = :business AND p.payout_id = :payout AND p.amount_paise = abs(:signed)
					   AND (p.status = 4
					        OR p.status = 3 AND :signed < 0
					        OR EXISTS (SELECT FROM posting
					                    WHERE kind = CASE WHEN :signed < 0 THEN 'PAYOUT_SETTLEMENT' ELSE 'PAYOUT_REVERSAL' END AND NOT matched)
					           AND (payment.settled OR NOT payment.debited))
					""".formatted(RefundedUnpaid.sql(":payout")))
			.param("business", businessId)
			.param("payout", payoutId)
			.param("reference", BankReference.of(payoutId))
			.param("signed", line.signedPaise)
			.query((row, number) -> objection(row.getString("transaction_id"), row.getInt("status"),
					row.getBoolean("settled"), line))
			.optional();
	}

	private static String objection(String transactionId, int status, boolean settled, Line line) {
		String reason;
		if (line.signedPaise < 0) {
			reason = (status == 3)
					? "The wallet will be debited for payout %s, whose payment this is, unless it is cancelled"
					: "The wallet was debited for payout %s, whose payment this is; a run settles the payout, or its bank does";
		}
		else if (status == 4) {
			reason = "Payout %s, whose return this is, is not settled; a run or its bank refunds it";
		}
		else {
			reason = settled ? "The wallet was credited for payout %s, whose return this is; close the day again"
					: "The wallet was credited for payout %s, which failed; match this return with the debit of the bank";
		}
		return reason.formatted(transactionId);
	}

	/**
	 * An open line.
	 *
	 * @param signedPaise plus is money in
	 */
	private record Line(@Nullable String reference, @Nullable String utr, long signedPaise) {
	}

}
