package dev.hundi.walletexport;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

import dev.hundi.list.SearchPhrase;
import dev.hundi.time.Timestamps;
import dev.hundi.walletexport.ExportRequestResult.Accepted;
import dev.hundi.walletexport.ExportRequestResult.NoBusiness;
import dev.hundi.walletexport.ExportRequestResult.TooMany;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Requests an export: stores one row that batch-jobs claims, unless there is one for the
 * same request that is being written, or whose file shows what the list shows now.
 */
@Component
public class RequestExport {

	/** Advisory lock, "HUND" and a number that is unique in Hundi. */
	private static final long LOCK_KEY = 0x48554E44_00000000L + 920;

	private final JdbcClient jdbc;

	private final TransactionTemplate transaction;

	RequestExport(JdbcClient jdbc, PlatformTransactionManager transactionManager) {
		this.jdbc = jdbc;
		this.transaction = new TransactionTemplate(transactionManager);
	}

	public ExportRequestResult request(ExportRequest request, ExportLimits limits) {
		Optional<Wallet> wallet = wallet(request);
		if (wallet.isEmpty()) {
			return new NoBusiness();
		}
		Optional<WalletExport> same = same(request, wallet.get());
		if (same.isPresent()) {
			return new Accepted(same.get());
		}
		return Objects.requireNonNull(this.transaction.execute((status) -> store(request, wallet.get(), limits)));
	}

	/**
	 * Serialised, so that the limits are exact and concurrent equal requests are one
	 * export.
	 */
	private ExportRequestResult store(ExportRequest request, Wallet wallet, ExportLimits limits) {
		this.jdbc.sql("SELECT pg_advisory_xact_lock(:key)").param("key", LOCK_KEY).query((row) -> {
		});
		Optional<WalletExport> same = same(request, wallet);
		if (same.isPresent()) {
			return new Accepted(same.get());
		}
		Optional<TooMany> full = full(request, limits);
		if (full.isPresent()) {
			return full.get();
		}
		expireSame(request, wallet);
		return new Accepted(insert(request, wallet));
	}

	/**
	 * The missing references of a window only become fewer: as many as before are the
	 * same ones. They are looked up among the open payouts, which are few.
	 */
	private Optional<Wallet> wallet(ExportRequest request) {
		return this.jdbc.sql("""
				SELECT b.business_code, last.sequence AS last_sequence, coalesce(w.created_at, now()) AS opened_at,
				       now() AS asked_at,
				       (SELECT count(*) + count(*) FILTER (WHERE p.bank_reference IS NULL)
				          FROM payout p
				         WHERE p.status IN (3, 4) AND NOT p.held AND p.status = 4 AND p.business_id = b.business_id
				           AND EXISTS (SELECT FROM wallet_movement m
				                        WHERE m.payout_id = p.payout_id AND m.business_id = p.business_id
				                          AND m.sequence <= last.sequence)) AS missing_references
				  FROM business b
				  LEFT JOIN wallet w ON w.business_id = b.business_id
				 CROSS JOIN LATERAL (SELECT CASE WHEN w.business_id IS NULL THEN 0
				                                 WHEN :until::timestamptz IS NULL THEN w.last_sequence
				                                 ELSE movements_before(w.business_id, :until) END AS sequence) AS last
				 WHERE b.business_id = :businessId
				""")
			.param("businessId", request.businessId())
			.param("until", request.window().untilParameter())
			.query((row, number) -> new Wallet(row.getString("business_code"), row.getLong("last_sequence"),
					row.getInt("missing_references"), Timestamps.instant(row, "opened_at"),
					Timestamps.instant(row, "asked_at")))
			.optional();
	}

	private Optional<WalletExport> same(ExportRequest request, Wallet wallet) {
		return bound(this.jdbc.sql("SELECT " + WalletExports.COLUMNS + """
				 FROM wallet_export e
				WHERE e.business_id = :businessId AND e.kind = 'REQUESTED' AND e.format = :format
				  AND e.search IS NOT DISTINCT FROM :search::text
				  AND e.since IS NOT DISTINCT FROM :since::timestamptz
				  AND e.until IS NOT DISTINCT FROM :until::timestamptz
				  AND e.last_sequence = :lastSequence
				  AND (e.status IN ('PENDING', 'RUNNING')
				       OR e.status = 'DONE' AND e.expires_at > now() AND e.missing_references = :missingReferences)
				ORDER BY e.status = 'DONE' DESC
				LIMIT 1
				"""), request, wallet).query(WalletExports::row).optional();
	}

	private Optional<TooMany> full(ExportRequest request, ExportLimits limits) {
		return this.jdbc.sql("""
				SELECT count(*) FILTER (WHERE business_id = :businessId) AS own, count(*) AS total,
				       count(*) FILTER (WHERE format = 'XLS') AS xls
				  FROM wallet_export
				 WHERE status IN ('PENDING', 'RUNNING') AND kind = 'REQUESTED'
				""").param("businessId", request.businessId()).query((row, number) -> {
			if (row.getInt("own") >= limits.perBusiness()) {
				return Optional.of(TooMany.OF_THE_BUSINESS);
			}
			boolean full = row.getInt("total") >= limits.total()
					|| (request.format() == ExportFormat.XLS && row.getInt("xls") >= limits.totalXls());
			return full ? Optional.of(TooMany.OF_ALL) : Optional.<TooMany>empty();
		}).single();
	}

	/** An expired export that is not swept yet would block the same request. */
	private void expireSame(ExportRequest request, Wallet wallet) {
		bound(this.jdbc
			.sql("""
					UPDATE wallet_export e SET status = 'EXPIRED'
					 WHERE e.business_id = :businessId AND e.kind = 'REQUESTED' AND e.format = :format
					   AND e.search IS NOT DISTINCT FROM :search::text
					   AND e.since IS NOT DISTINCT FROM :since::timestamptz
					   AND e.until IS NOT DISTINCT FROM :until::timestamptz
					   AND e.last_sequence = :lastSequence AND e.missing_references = :missingReferences AND e.status = 'DONE'
					"""),
				request, wallet)
			.update();
	}

	private WalletExport insert(ExportRequest request, Wallet wallet) {
		return bound(this.jdbc
			.sql("""
					WITH notified AS (
					  SELECT pg_notify(:channel, '')
					)
					INSERT INTO wallet_export AS e (business_id, kind, format, search, since, until, last_sequence,
					                                missing_references, file_name)
					SELECT :businessId, 'REQUESTED', :format, :search, :since::timestamptz, :until::timestamptz, :lastSequence,
					       :missingReferences, :fileName
					  FROM notified
					RETURNING\s"""
					+ WalletExports.COLUMNS),
				request, wallet)
			.param("channel", WalletExports.DUE)
			.param("fileName",
					ExportFileNames.of(wallet.businessCode(), request.format(), request.window(), wallet.openedAt(),
							wallet.askedAt()))
			.query(WalletExports::row)
			.single();
	}

	private static JdbcClient.StatementSpec bound(JdbcClient.StatementSpec sql, ExportRequest request, Wallet wallet) {
		SearchPhrase search = request.search();
		return sql.param("businessId", request.businessId())
			.param("format", request.format().name())
			.param("search", (search != null) ? search.text() : null)
			.param("since", request.window().sinceParameter())
			.param("until", request.window().untilParameter())
			.param("lastSequence", wallet.lastSequence())
			.param("missingReferences", wallet.missingReferences());
	}

	private record Wallet(String businessCode, long lastSequence, int missingReferences, Instant openedAt,
			Instant askedAt) {
	}

}
