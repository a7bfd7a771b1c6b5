package dev.hundi.bank;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.bank.ReportedStatus.Kind;
import dev.hundi.payout.Rail;
import dev.hundi.text.Beginning;
import dev.hundi.time.Timestamps;
import dev.hundi.work.DueCondition;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Orders that are sent to banks in files, and the statuses that the banks' files report.
 * An order belongs to one file: its row names the file, and the database rejects a change
 * of it.
 */
@Repository
public class BankFiles {

	private static final int LONGEST_REASON = 300;

	/** An order {@code o} that no other way of payment is known to overtake. */
	private static final String MAY_BE_SENT = """
			EXISTS (SELECT FROM bank_attempt a
			         WHERE a.business_id = o.business_id AND a.payout_id = o.payout_id AND a.bank = o.bank
			           AND a.state IN ('CLAIMED', 'PENDING', 'IN_DOUBT')
			        OFFSET 0)
			AND NOT EXISTS (SELECT FROM bank_attempt n WHERE n.bank <> o.bank AND %s OFFSET 0)
			AND NOT %s
			""".formatted(BankCallbacks.calledBackSql("o.business_id", "o.payout_id", ":possiblyPaid"),
			ShownAsPaid.sql("o.reference"));

	private final JdbcClient jdbc;

	private final BankConflicts conflicts;

	private final TransactionTemplate transaction;

	BankFiles(JdbcClient jdbc, BankConflicts conflicts, PlatformTransactionManager transactions) {
		this.jdbc = jdbc;
		this.conflicts = conflicts;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Queues an order for the next file; a known order stays where it is, unless it was
	 * {@linkplain BankCallbacks#recallCalledBack recalled}.
	 */
	public void queue(String bank, PaymentOrder order) {
		this.jdbc
			.sql("""
					INSERT INTO bank_file_order (bank, reference, business_id, payout_id, attempt_number, rail, amount_paise,
					                             beneficiary_name, account_number, ifsc, transaction_id, narration)
					VALUES (:bank, :reference, :businessId, :payoutId, :number, :rail, :amountPaise, :name, :account, :ifsc,
					        :transactionId, :narration)
					ON CONFLICT (bank, reference) DO UPDATE SET recalled_at = NULL WHERE bank_file_order.recalled_at IS NOT NULL
					""")
			.param("bank", bank)
			.param("reference", order.reference())
			.param("businessId", order.attempt().payout().businessId())
			.param("payoutId", order.attempt().payout().payoutId())
			.param("number", order.attempt().number())
			.param("rail", order.rail().code())
			.param("amountPaise", order.amountPaise())
			.param("name", order.beneficiaryName())
			.param("account", order.accountNumber())
			.param("ifsc", order.ifsc())
			.param("transactionId", order.transactionId())
			.param("narration", order.narration())
			.update();
	}

	/** Whether an order was ever queued. */
	public boolean contains(String bank, String reference) {
		return this.jdbc
			.sql("SELECT EXISTS (SELECT FROM bank_file_order WHERE bank = :bank AND reference = :reference)")
			.param("bank", bank)
			.param("reference", reference)
			.query(Boolean.class)
			.single();
	}

	/**
	 * Whether an order of a bank waits for a file, or a file is not written, for
	 * {@link dev.hundi.work.LookForWork}.
	 */
	public DueCondition whenDue(Collection<String> banks) {
		return new DueCondition(
				"""
						EXISTS (SELECT FROM unnest(:file_banks::text[]) AS asked (bank)
						         CROSS JOIN LATERAL (
						           SELECT FROM bank_file_order o
						            WHERE o.bank = asked.bank AND o.message_id IS NULL ORDER BY o.rail, o.queued_at LIMIT 1) AS queued)
						    OR EXISTS (SELECT FROM bank_file WHERE bank = ANY (:file_banks::text[]) AND written_at IS NULL)
						""",
				Map.of("file_banks", banks.toArray(String[]::new)));
	}

	/** The rails of orders that wait for a file. */
	public List<Rail> queuedRails(String bank) {
		return this.jdbc.sql("SELECT DISTINCT rail FROM bank_file_order WHERE bank = :bank AND message_id IS NULL")
			.param("bank", bank)
			.query((row, number) -> Rail.stored(row.getString("rail")))
			.list();
	}

	/**
	 * Creates a file of the orders queued longest, once the first has waited
	 * {@code longestWait} or {@code maxOrders} are queued; none while the staff has
	 * switched the bank or the rail off. An order whose payout has ended, or that a bank
	 * statement shows as paid, stays out: a person paid it at the bank while it waited.
	 * So does one that another bank may have paid.
	 * @return whether a file was created
	 */
	public boolean createNext(String bank, Rail rail, Duration longestWait, int maxOrders) {
		return this.jdbc.sql("""
				WITH queued AS (
				  SELECT bank, reference, queued_at FROM bank_file_order o
				   WHERE bank = :bank AND rail = :rail AND message_id IS NULL AND recalled_at IS NULL
				     AND NOT EXISTS (SELECT FROM bank_switch s
				                      WHERE coalesce(s.bank, :bank) = :bank AND coalesce(s.rail, :rail) = :rail)
				     AND %s
				   ORDER BY queued_at, reference LIMIT :maxOrders FOR UPDATE SKIP LOCKED
				), file AS (
				  INSERT INTO bank_file (bank, message_id, rail)
				  SELECT :bank, 'HNF' || replace(uuidv7()::text, '-', ''), :rail
				    FROM queued
				  HAVING min(queued_at) <= now() - :longestWait::interval OR count(*) = :maxOrders
				  RETURNING message_id
				), assigned AS (
				  UPDATE bank_file_order o SET message_id = file.message_id
				    FROM queued, file
				   WHERE o.bank = queued.bank AND o.reference = queued.reference
				  RETURNING 1
				)
				SELECT count(*) > 0 FROM assigned
				""".formatted(MAY_BE_SENT))
			.param("bank", bank)
			.param("rail", rail.code())
			.param("possiblyPaid", BankCallbacks.names(BankCallbacks.POSSIBLY_PAID))
			.param("longestWait", longestWait.toMillis() + " milliseconds")
			.param("maxOrders", maxOrders)
			.query(Boolean.class)
			.single();
	}

	/**
	 * Delivers the oldest unwritten file. Until its bytes may first be at the bank,
	 * orders leave it that {@link #createNext} would leave out now, also those that are
	 * overtaken while the bytes are prepared. From then on they stay, and the same file
	 * is delivered again if a delivery fails. No other process writes it at the same
	 * time.
	 * @return whether there was one
	 */
	public boolean writeNext(String bank, Writer writer) {
		Optional<Begun> begun = this.transaction.execute((status) -> begin(bank, writer));
		Objects.requireNonNull(begun)
			.ifPresent((file) -> this.transaction.executeWithoutResult((status) -> deliver(bank, file)));
		return begun.isPresent();
	}

	private Optional<Begun> begin(String bank, Writer writer) {
		Optional<String> next = this.jdbc.sql("""
				SELECT message_id FROM bank_file WHERE bank = :bank AND written_at IS NULL
				 ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED
				""").param("bank", bank).query(String.class).optional();
		return next.map((messageId) -> {
			removeOvertaken(bank, messageId);
			Runnable delivery;
			do {
				delivery = hasOrders(bank, messageId) ? writer.prepare(file(bank, messageId))
						: () -> writer.discard(messageId);
			}
			while (removeOvertaken(bank, messageId) > 0);
			this.jdbc
				.sql("""
						UPDATE bank_file SET begun_at = now() WHERE bank = :bank AND message_id = :messageId AND begun_at IS NULL
						""")
				.param("bank", bank)
				.param("messageId", messageId)
				.update();
			return new Begun(messageId, delivery);
		});
	}

	private boolean hasOrders(String bank, String messageId) {
		return this.jdbc
			.sql("SELECT EXISTS (SELECT FROM bank_file_order WHERE bank = :bank AND message_id = :messageId)")
			.param("bank", bank)
			.param("messageId", messageId)
			.query(Boolean.class)
			.single();
	}

	/**
	 * They wait in the queue again, until the bank that may have paid them is asked.
	 * @return how many left the file
	 */
	private int removeOvertaken(String bank, String messageId) {
		return this.jdbc.sql("""
				UPDATE bank_file_order o SET message_id = NULL
				  FROM bank_file f
				 WHERE f.bank = :bank AND f.message_id = :messageId AND f.begun_at IS NULL
				   AND o.bank = f.bank AND o.message_id = f.message_id AND NOT (%s)
				""".formatted(MAY_BE_SENT))
			.param("bank", bank)
			.param("messageId", messageId)
			.param("possiblyPaid", BankCallbacks.names(BankCallbacks.POSSIBLY_PAID))
			.update();
	}

	/** Another process may have delivered it meanwhile, or does so now. */
	private void deliver(String bank, Begun file) {
		boolean isUnwritten = this.jdbc.sql("""
				SELECT message_id FROM bank_file WHERE bank = :bank AND message_id = :messageId AND written_at IS NULL
				   FOR UPDATE SKIP LOCKED
				""").param("bank", bank).param("messageId", file.messageId).query(String.class).optional().isPresent();
		if (isUnwritten) {
			file.delivery.run();
			this.jdbc.sql("UPDATE bank_file SET written_at = now() WHERE bank = :bank AND message_id = :messageId")
				.param("bank", bank)
				.param("messageId", file.messageId)
				.update();
		}
	}

	/** Prepares files for the bank. */
	@FunctionalInterface
	public interface Writer {

		/**
		 * Does all that can fail while the bank cannot see the file.
		 * @return lets the bank see it
		 */
		Runnable prepare(BankFile file);

		/** Removes what was prepared for a file that every order has left. */
		default void discard(String messageId) {
		}

	}

	/**
	 * A file from which no order is removed any more.
	 *
	 * @param delivery lets the bank see it
	 */
	private record Begun(String messageId, Runnable delivery) {
	}

	private BankFile file(String bank, String messageId) {
		List<BankFile.Order> orders = this.jdbc.sql("""
				SELECT reference, amount_paise, beneficiary_name, account_number, ifsc,
				       coalesce(narration, transaction_id) AS remittance
				  FROM bank_file_order
				 WHERE bank = :bank AND message_id = :messageId ORDER BY reference
				""").param("bank", bank).param("messageId", messageId).query(BankFiles::order).list();
		return this.jdbc.sql("""
				SELECT rail, date_trunc('milliseconds', created_at) AS created_at FROM bank_file
				 WHERE bank = :bank AND message_id = :messageId
				""")
			.param("bank", bank)
			.param("messageId", messageId)
			.query((row, number) -> new BankFile(bank, messageId, Rail.stored(row.getString("rail")),
					Timestamps.instant(row, "created_at"), orders))
			.single();
	}

	private static BankFile.Order order(ResultSet row, int number) throws SQLException {
		return new BankFile.Order(row.getString("reference"), row.getLong("amount_paise"),
				row.getString("beneficiary_name"), row.getString("account_number"), row.getString("ifsc"),
				row.getString("remittance"));
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
	 * manual review.
	 */
	private void insert(String bank, String sha256, int line, ReportedStatus report) {
		this.jdbc
			.sql("""
					INSERT INTO bank_file_status (bank, sha256, line, reference, status, utr, reason_code, reason)
					SELECT :bank, :sha256, :line, :reference,
					       CASE WHEN o.amount_paise <> :amountPaise OR right(o.account_number, :compared) <> right(:account, :compared)
					            THEN 'UNCLEAR' ELSE :status END, :utr, :reasonCode,
					       CASE WHEN o.amount_paise <> :amountPaise
					            THEN :status || ' of ' || :amountPaise || ' paise, the order is of ' || o.amount_paise
					            WHEN right(o.account_number, :compared) <> right(:account, :compared)
					            THEN :status || ' to another account than the order''s'
					            ELSE :reason END
					  FROM (SELECT 1) AS one
					  LEFT JOIN bank_file_order o ON o.bank = :bank AND o.reference = :reference
					""")
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
	 * A report that contradicts a final state, or names another amount, changes nothing
	 * and needs manual review. An order that was queued again keeps the number of its
	 * first attempt; a later one at its bank may have ended the payout.
	 */
	private void recordConflicts(String bank, String fileName, List<ReportedStatus> reports) {
		for (ReportedStatus report : reports) {
			this.jdbc
				.sql("""
						SELECT a.business_id, a.payout_id, a.attempt_number
						  FROM bank_file_order o
						  JOIN bank_attempt a ON a.business_id = o.business_id AND a.payout_id = o.payout_id AND a.bank = o.bank
						 WHERE o.bank = :bank AND o.reference = :reference
						   AND CASE a.state
						         WHEN 'SUCCEEDED' THEN :status = 'UNCLEAR' OR o.amount_paise <> :amountPaise
						                               OR :status = CASE WHEN %s THEN 'PAID' ELSE 'REJECTED' END
						         WHEN 'FAILED' THEN :status IN ('PAID', 'RETURNED') END
						 ORDER BY a.attempt_number DESC LIMIT 1
						"""
					.formatted(RefundedUnpaid.sql("o.payout_id")))
				.param("bank", bank)
				.param("reference", report.reference())
				.param("status", report.kind().name())
				.param("amountPaise", report.amountPaise(), Types.BIGINT)
				.query((row,
						number) -> new Attempt(new PayoutKey(row.getObject("business_id", UUID.class),
								row.getObject("payout_id", UUID.class)), row.getInt("attempt_number")))
				.optional()
				.ifPresent((attempt) -> this.conflicts.record(attempt, BankConflicts.ReportedBy.FILE,
						report.kind().name(), fileName));
		}
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
