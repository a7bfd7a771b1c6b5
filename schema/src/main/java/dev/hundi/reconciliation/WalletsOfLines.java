package dev.hundi.reconciliation;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.bank.BankReference;
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
			changedBy(businessId, payoutId, line).ifPresent((transactionId) -> {
				throw new IllegalStateException(((line.signedPaise < 0)
						? "The wallet was debited for payout %s, whose payment this is; a run settles the payout, or its bank does"
						: "The wallet was credited for payout %s, whose return this is; close the day again")
					.formatted(transactionId));
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
	 * The transaction id of a payout of the line's amount whose posting for it no line is
	 * matched with.
	 */
	private Optional<String> changedBy(UUID businessId, UUID payoutId, Line line) {
		return this.jdbc
			.sql("""
					SELECT p.transaction_id FROM payout p
					 WHERE p.business_id = :business AND p.payout_id = :payout AND p.amount_paise = abs(:signed)
					   AND (p.status = 4 AND :signed < 0
					        OR EXISTS (SELECT FROM ledger_transaction t
					                    WHERE t.business_id = p.business_id AND t.payout_id = p.payout_id
					                      AND t.kind = CASE WHEN :signed < 0 THEN 'PAYOUT_SETTLEMENT' ELSE 'PAYOUT_REVERSAL' END
					                      AND NOT EXISTS (SELECT FROM reconciliation_match_item m WHERE m.transaction_id = t.transaction_id))
					           AND EXISTS (SELECT FROM ledger_transaction t
					                        WHERE t.business_id = p.business_id AND t.payout_id = p.payout_id AND t.kind = 'PAYOUT_SETTLEMENT'))
					""")
			.param("business", businessId)
			.param("payout", payoutId)
			.param("signed", line.signedPaise)
			.query(String.class)
			.optional();
	}

	/**
	 * An open line.
	 *
	 * @param signedPaise plus is money in
	 */
	private record Line(@Nullable String reference, @Nullable String utr, long signedPaise) {
	}

}
