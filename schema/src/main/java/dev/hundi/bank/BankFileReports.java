package dev.hundi.bank;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.bank.ReportedStatus.Kind;
import dev.hundi.text.Beginning;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The statuses of orders that the files of banks report.
 */
@Repository
public class BankFileReports {

	private static final int LONGEST_REASON = 300;

	/** SQL: whether a report names another account than the order {@code o}. */
	private static final String NAMES_OTHER_ACCOUNT = """
			(o.account_number <> 'ERASED' AND right(o.account_number, :compared) <> right(:account, :compared))
			""";

	private final JdbcClient jdbc;

	private final BankConflicts conflicts;

	private final TransactionTemplate transaction;

	BankFileReports(JdbcClient jdbc, BankConflicts conflicts, PlatformTransactionManager transactions) {
		this.jdbc = jdbc;
		this.conflicts = conflicts;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Stores the statuses that a file reports and makes the enquiries due that will read
	 * them. A duplicate file changes nothing.
	 * @param sha256 of its bytes, lower-case hex
	 * @return whether the file was new
	 */
	public boolean receive(String bank, String sha256, String fileName, List<ReportedStatus> reports) {
		return Boolean.TRUE.equals(this.transaction.execute((status) -> {
			int fresh = this.jdbc.sql("""
					INSERT INTO bank_file_received (bank, sha256, file_name) VALUES (:bank, :sha256, :fileName)
					ON CONFLICT DO NOTHING
					""").param("bank", bank).param("sha256", sha256).param("fileName", fileName).update();
			if (fresh == 1) {
				endDeliveries(bank, reports);
				lockPayouts(bank, reports);
				for (int i = 0; i < reports.size(); i++) {
					insert(bank, sha256, i + 1, reports.get(i));
				}
				markContradictions(bank, sha256, reports);
				enquire(bank, reports);
				recordConflicts(bank, fileName, reports);
			}
			return fresh == 1;
		}));
	}

	/**
	 * A bank that reports an order has its file, although no process may have recorded
	 * that. It gets no second copy, which it might reject after a rejection of the first
	 * has refunded the order. Waits for a delivery that runs.
	 */
	private void endDeliveries(String bank, List<ReportedStatus> reports) {
		this.jdbc.sql("""
				UPDATE bank_file f SET written_at = now()
				  FROM (SELECT message_id FROM bank_file
				         WHERE bank = :bank AND written_at IS NULL AND deliveries > 0
				           AND message_id IN (SELECT message_id FROM bank_file_order
				                               WHERE bank = :bank AND reference = ANY (:references))
				         ORDER BY message_id FOR NO KEY UPDATE) AS reported
				 WHERE f.bank = :bank AND f.message_id = reported.message_id
				""").param("bank", bank).param("references", references(reports)).update();
	}

	/**
	 * Files about the same orders, and what is recorded of these orders, wait for each
	 * other: the later one sees the earlier one.
	 */
	private void lockPayouts(String bank, List<ReportedStatus> reports) {
		this.jdbc.sql("""
				SELECT FROM payout p
				  JOIN bank_file_order o ON o.business_id = p.business_id AND o.payout_id = p.payout_id
				 WHERE o.bank = :bank AND o.reference = ANY (:references)
				 ORDER BY p.business_id, p.payout_id
				   FOR NO KEY UPDATE OF p
				""").param("bank", bank).param("references", references(reports)).query((row) -> {
		});
	}

	private static String[] references(List<ReportedStatus> reports) {
		return reports.stream().map(ReportedStatus::reference).toArray(String[]::new);
	}

	/**
	 * A report with another amount or account than the order's is unclear and needs
	 * manual review. A rejection of an order whose file the bank may have twice may be
	 * that of the second copy: the bank has the order, and other reports say whether it
	 * paid it.
	 */
	private void insert(String bank, String sha256, int line, ReportedStatus report) {
		this.jdbc
			.sql("""
					INSERT INTO bank_file_status (bank, sha256, line, reference, status, utr, reason_code, reason)
					SELECT :bank, :sha256, :line, :reference,
					       CASE WHEN o.amount_paise <> :amountPaise OR %1$s THEN 'UNCLEAR'
					            WHEN :status = 'REJECTED' AND f.deliveries > 1 THEN 'ACCEPTED'
					            ELSE :status END, :utr, :reasonCode,
					       CASE WHEN o.amount_paise <> :amountPaise
					            THEN :status || ' of ' || :amountPaise || ' paise, the order is of ' || o.amount_paise
					            WHEN %1$s THEN :status || ' to another account than the order''s'
					            WHEN :status = 'REJECTED' AND f.deliveries > 1
					            THEN left('Rejected, but its file was delivered ' || f.deliveries || ' times' || coalesce(': ' || :reason, ''), :longest)
					            ELSE :reason END
					  FROM (SELECT 1) AS one
					  LEFT JOIN bank_file_order o ON o.bank = :bank AND o.reference = :reference
					  LEFT JOIN bank_file f ON f.bank = o.bank AND f.message_id = o.message_id
					"""
				.formatted(NAMES_OTHER_ACCOUNT))
			.param("bank", bank)
			.param("sha256", sha256)
			.param("line", line)
			.param("reference", report.reference())
			.param("amountPaise", report.amountPaise(), Types.BIGINT)
			.param("account", report.account(), Types.VARCHAR)
			.param("compared", BankReport.COMPARED)
			.param("status", report.kind().name())
			.param("utr", report.utr())
			.param("reasonCode", report.reasonCode())
			.param("longest", LONGEST_REASON)
			.param("reason", (report.reason() != null) ? Beginning.of(report.reason(), LONGEST_REASON) : null)
			.update();
	}

	/** Contradicting reports of several files add one more status: UNCLEAR. */
	private void markContradictions(String bank, String sha256, List<ReportedStatus> reports) {
		this.jdbc.sql("""
				INSERT INTO bank_file_status (bank, sha256, line, reference, status, reason)
				SELECT :bank, :sha256, :lines + row_number() OVER (), reference, 'UNCLEAR',
				       'Contradicts another file'
				  FROM (SELECT reference FROM bank_file_status
				         WHERE bank = :bank AND reference = ANY (:references)
				         GROUP BY reference
				        HAVING bool_or(status IN ('PAID', 'RETURNED')) AND bool_or(status = 'REJECTED')
				           AND NOT bool_or(status = 'UNCLEAR')) AS contradicted
				""")
			.param("bank", bank)
			.param("sha256", sha256)
			.param("lines", reports.size())
			.param("references", references(reports))
			.update();
	}

	/**
	 * A report that contradicts a final state, or names another amount or account,
	 * changes nothing and needs manual review. An order that was queued again keeps the
	 * number of its first attempt; a later one at its bank may have ended the payout.
	 */
	private void recordConflicts(String bank, String fileName, List<ReportedStatus> reports) {
		for (ReportedStatus report : reports) {
			this.jdbc
				.sql("""
						SELECT a.business_id, a.payout_id, a.attempt_number,
						       concat_ws(': ', :fileName::text, CASE WHEN %2$s THEN :status || ' to another account than the order''s' END) AS detail
						  FROM bank_file_order o
						  LEFT JOIN bank_file f ON f.bank = o.bank AND f.message_id = o.message_id
						  JOIN bank_attempt a ON a.business_id = o.business_id AND a.payout_id = o.payout_id AND a.bank = o.bank
						 WHERE o.bank = :bank AND o.reference = :reference
						   AND CASE a.state
						         WHEN 'SUCCEEDED' THEN :status = 'UNCLEAR' OR o.amount_paise <> :amountPaise OR %2$s
						                               OR CASE WHEN %1$s THEN :status = 'PAID'
						                                       ELSE :status = 'REJECTED' AND coalesce(f.deliveries, 0) < 2 END
						         WHEN 'FAILED' THEN :status IN ('PAID', 'RETURNED') END
						 ORDER BY a.attempt_number DESC LIMIT 1
						"""
					.formatted(RefundedUnpaid.sql("o.payout_id"), NAMES_OTHER_ACCOUNT))
				.param("bank", bank)
				.param("fileName", fileName)
				.param("account", report.account(), Types.VARCHAR)
				.param("compared", BankReport.COMPARED)
				.param("reference", report.reference())
				.param("status", report.kind().name())
				.param("amountPaise", report.amountPaise(), Types.BIGINT)
				.query(BankFileReports::contradicted)
				.optional()
				.ifPresent((found) -> this.conflicts.record(found.attempt, BankConflicts.ReportedBy.FILE,
						report.kind().name(), found.detail));
		}
	}

	private static Contradicted contradicted(ResultSet row, int number) throws SQLException {
		PayoutKey payout = new PayoutKey(row.getObject("business_id", UUID.class),
				row.getObject("payout_id", UUID.class));
		return new Contradicted(new Attempt(payout, row.getInt("attempt_number")), row.getString("detail"));
	}

	private record Contradicted(Attempt attempt, String detail) {
	}

	private void enquire(String bank, List<ReportedStatus> reports) {
		this.jdbc.sql(BankAttempts.ASK_NOW + """
				 WHERE bank = :bank AND reference = ANY (:references)
				   AND (state IN ('PENDING', 'IN_DOUBT') OR (state = 'SUCCEEDED' AND reference = ANY (:returned)))
				   AND (due_at IS NULL OR due_at > now())
				""")
			.param("bank", bank)
			.param("references", references(reports))
			.param("returned",
					reports.stream()
						.filter((report) -> report.kind() == Kind.RETURNED)
						.map(ReportedStatus::reference)
						.toArray(String[]::new))
			.update();
	}

	/**
	 * The status of an order according to all files; UNCLEAR if they contradict each
	 * other.
	 * @return empty if no file reports the order
	 */
	public Optional<ReportedStatus> statusOf(String bank, String reference) {
		List<ReportedStatus> reports = this.jdbc
			.sql("""
					SELECT s.reference, s.status, s.utr, s.reason_code,
					       CASE WHEN s.status = 'UNCLEAR' THEN r.file_name || coalesce(': ' || s.reason, '') ELSE s.reason END AS reason
					  FROM bank_file_status s
					  JOIN bank_file_received r ON r.bank = s.bank AND r.sha256 = s.sha256
					 WHERE s.bank = :bank AND s.reference = :reference
					 ORDER BY s.utr NULLS LAST, r.received_at, s.line
					""")
			.param("bank", bank)
			.param("reference", reference)
			.query((row, number) -> new ReportedStatus(row.getString("reference"),
					Kind.valueOf(row.getString("status")), null, null, row.getString("utr"),
					row.getString("reason_code"), row.getString("reason")))
			.list();
		Set<Kind> kinds = reports.stream().map(ReportedStatus::kind).collect(Collectors.toSet());
		boolean paid = kinds.contains(Kind.PAID) || kinds.contains(Kind.RETURNED);
		if (paid && kinds.contains(Kind.REJECTED) && !kinds.contains(Kind.UNCLEAR)) {
			return Optional.of(ReportedStatus.unclear(reference, "The files contradict each other"));
		}
		if (kinds.contains(Kind.RETURNED) && !kinds.contains(Kind.UNCLEAR) && paysMoreThanReturned(bank, reference)) {
			return Optional.of(ReportedStatus.unclear(reference, "The files report more payments than returns"));
		}
		return first(reports, Kind.UNCLEAR).or(() -> returned(reports))
			.or(() -> first(reports, Kind.PAID))
			.or(() -> first(reports, Kind.REJECTED))
			.or(() -> first(reports, Kind.ACCEPTED));
	}

	/** A bank that pays an order twice takes one payment back; the other one stands. */
	private boolean paysMoreThanReturned(String bank, String reference) {
		return this.jdbc
			.sql("""
					SELECT coalesce(max(movements) FILTER (WHERE status = 'PAID') > max(movements) FILTER (WHERE status = 'RETURNED'), false)
					  FROM (SELECT status, greatest(count(DISTINCT utr), max(of_file)) AS movements
					          FROM (SELECT status, utr, count(*) OVER (PARTITION BY status, sha256) AS of_file
					                  FROM bank_file_status WHERE bank = :bank AND reference = :reference) AS reported GROUP BY status) AS counted
					""")
			.param("bank", bank)
			.param("reference", reference)
			.query(Boolean.class)
			.single();
	}

	/**
	 * A return may have no UTR or one of its own. The payout's UTR is that of its
	 * payment, which statements repeat.
	 */
	private static Optional<ReportedStatus> returned(List<ReportedStatus> reports) {
		return first(reports, Kind.RETURNED).map((report) -> first(reports, Kind.PAID).map(ReportedStatus::utr)
			.map((utr) -> new ReportedStatus(report.reference(), Kind.RETURNED, null, null, utr, report.reasonCode(),
					report.reason()))
			.orElse(report));
	}

	private static Optional<ReportedStatus> first(List<ReportedStatus> reports, Kind kind) {
		return reports.stream().filter((report) -> report.kind() == kind).findFirst();
	}

}
