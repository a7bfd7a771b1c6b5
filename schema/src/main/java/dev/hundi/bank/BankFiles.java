package dev.hundi.bank;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.bank.ReportedStatus.Kind;
import dev.hundi.payout.Rail;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Orders that go to banks in files, and what the banks' files say of them. An order is in
 * one file for ever: its row names the file, and the database lets nobody change that.
 */
@Repository
public class BankFiles {

	private static final int LONGEST_REASON = 300;

	private final JdbcClient jdbc;

	private final BankConflicts conflicts;

	private final TransactionTemplate transaction;

	BankFiles(JdbcClient jdbc, BankConflicts conflicts, PlatformTransactionManager transactions) {
		this.jdbc = jdbc;
		this.conflicts = conflicts;
		this.transaction = new TransactionTemplate(transactions);
	}

	/** Puts an order in line for the next file; one that is known stays where it is. */
	public void queue(String bank, PaymentOrder order) {
		this.jdbc
			.sql("""
					INSERT INTO bank_file_order (bank, reference, business_id, payout_id, attempt_number, rail, amount_paise,
					                             beneficiary_name, account_number, ifsc, transaction_id)
					VALUES (:bank, :reference, :businessId, :payoutId, :number, :rail, :amountPaise, :name, :account, :ifsc,
					        :transactionId)
					ON CONFLICT (bank, reference) DO NOTHING
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
			.update();
	}

	/** Whether an order was ever put in line. */
	public boolean contains(String bank, String reference) {
		return this.jdbc
			.sql("SELECT EXISTS (SELECT FROM bank_file_order WHERE bank = :bank AND reference = :reference)")
			.param("bank", bank)
			.param("reference", reference)
			.query(Boolean.class)
			.single();
	}

	/**
	 * Makes a file of the orders that are longest in line, once the first has waited long
	 * enough or there are enough of them.
	 * @return whether there was one to make
	 */
	public boolean createNext(String bank, Rail rail, Duration longestWait, int maxOrders) {
		return this.jdbc.sql("""
				WITH queued AS (
				  SELECT bank, reference, queued_at FROM bank_file_order
				   WHERE bank = :bank AND rail = :rail AND message_id IS NULL
				   ORDER BY queued_at, reference LIMIT :maxOrders FOR UPDATE SKIP LOCKED
				), file AS (
				  INSERT INTO bank_file (bank, message_id, rail)
				  SELECT :bank, 'HNF' || replace(uuidv7()::text, '-', ''), :rail
				    FROM queued
				  HAVING min(queued_at) <= now() - :longestWait::interval OR count(*) = :maxOrders
				  RETURNING message_id
				), gathered AS (
				  UPDATE bank_file_order o SET message_id = file.message_id
				    FROM queued, file
				   WHERE o.bank = queued.bank AND o.reference = queued.reference
				  RETURNING 1
				)
				SELECT count(*) > 0 FROM gathered
				""")
			.param("bank", bank)
			.param("rail", rail.code())
			.param("longestWait", longestWait.toMillis() + " milliseconds")
			.param("maxOrders", maxOrders)
			.query(Boolean.class)
			.single();
	}

	/**
	 * Has a file written that is not yet, and remembers it. While it is written no other
	 * process writes it; if the writer fails it is written again.
	 * @return whether there was one
	 */
	public boolean writeNext(String bank, Writer writer) {
		return Boolean.TRUE.equals(this.transaction.execute((status) -> {
			Optional<String> next = this.jdbc.sql("""
					SELECT message_id FROM bank_file WHERE bank = :bank AND written_at IS NULL
					 ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED
					""").param("bank", bank).query(String.class).optional();
			next.ifPresent((messageId) -> {
				writer.write(file(bank, messageId));
				this.jdbc.sql("UPDATE bank_file SET written_at = now() WHERE bank = :bank AND message_id = :messageId")
					.param("bank", bank)
					.param("messageId", messageId)
					.update();
			});
			return next.isPresent();
		}));
	}

	/** Puts a file where the bank finds it. */
	@FunctionalInterface
	public interface Writer {

		void write(BankFile file);

	}

	private BankFile file(String bank, String messageId) {
		List<BankFile.Order> orders = this.jdbc
			.sql("""
					SELECT reference, amount_paise, beneficiary_name, account_number, ifsc, transaction_id FROM bank_file_order
					 WHERE bank = :bank AND message_id = :messageId ORDER BY reference
					""")
			.param("bank", bank)
			.param("messageId", messageId)
			.query(BankFiles::order)
			.list();
		return this.jdbc.sql("""
				SELECT rail, date_trunc('milliseconds', created_at) AS created_at FROM bank_file
				 WHERE bank = :bank AND message_id = :messageId
				""")
			.param("bank", bank)
			.param("messageId", messageId)
			.query((row, number) -> new BankFile(bank, messageId, Rail.stored(row.getString("rail")),
					row.getObject("created_at", OffsetDateTime.class).toInstant(), orders))
			.single();
	}

	private static BankFile.Order order(ResultSet row, int number) throws SQLException {
		return new BankFile.Order(row.getString("reference"), row.getLong("amount_paise"),
				row.getString("beneficiary_name"), row.getString("account_number"), row.getString("ifsc"),
				row.getString("transaction_id"));
	}

	/**
	 * Keeps what a file says and makes the enquiries due that will read it. The same file
	 * again changes nothing.
	 * @param sha256 of its bytes, lower-case hex
	 * @return whether it was new
	 */
	public boolean receive(String bank, String sha256, String fileName, List<ReportedStatus> words) {
		return Boolean.TRUE.equals(this.transaction.execute((status) -> {
			int fresh = this.jdbc.sql("""
					INSERT INTO bank_file_received (bank, sha256, file_name) VALUES (:bank, :sha256, :fileName)
					ON CONFLICT DO NOTHING
					""").param("bank", bank).param("sha256", sha256).param("fileName", fileName).update();
			if (fresh == 1) {
				for (int i = 0; i < words.size(); i++) {
					keep(bank, sha256, i + 1, words.get(i));
				}
				markContradictions(bank, sha256, words);
				enquire(bank, words);
				recordConflicts(bank, fileName, words);
			}
			return fresh == 1;
		}));
	}

	/** An amount that is not the order's makes the word one for a person. */
	private void keep(String bank, String sha256, int line, ReportedStatus word) {
		this.jdbc.sql("""
				INSERT INTO bank_file_status (bank, sha256, line, reference, status, utr, reason_code, reason)
				SELECT :bank, :sha256, :line, :reference,
				       CASE WHEN o.amount_paise <> :amountPaise THEN 'UNCLEAR' ELSE :status END, :utr, :reasonCode,
				       CASE WHEN o.amount_paise <> :amountPaise
				            THEN :status || ' of ' || :amountPaise || ' paise, the order is of ' || o.amount_paise
				            ELSE :reason END
				  FROM (SELECT 1) AS one
				  LEFT JOIN bank_file_order o ON o.bank = :bank AND o.reference = :reference
				""")
			.param("bank", bank)
			.param("sha256", sha256)
			.param("line", line)
			.param("reference", word.reference())
			.param("amountPaise", word.amountPaise(), java.sql.Types.BIGINT)
			.param("status", word.kind().name())
			.param("utr", word.utr())
			.param("reasonCode", word.reasonCode())
			.param("reason",
					(word.reason() != null)
							? word.reason().substring(0, Math.min(LONGEST_REASON, word.reason().length())) : null)
			.update();
	}

	/** Words of several files that cannot all be true are one more word: unclear. */
	private void markContradictions(String bank, String sha256, List<ReportedStatus> words) {
		this.jdbc.sql("""
				INSERT INTO bank_file_status (bank, sha256, line, reference, status, reason)
				SELECT :bank, :sha256, :lines + row_number() OVER (), reference, 'UNCLEAR',
				       'This contradicts what another file said'
				  FROM (SELECT reference FROM bank_file_status
				         WHERE bank = :bank AND reference = ANY (:references)
				         GROUP BY reference
				        HAVING bool_or(status IN ('PAID', 'RETURNED')) AND bool_or(status = 'REJECTED')
				           AND NOT bool_or(status = 'UNCLEAR')) AS contradicted
				""")
			.param("bank", bank)
			.param("sha256", sha256)
			.param("lines", words.size())
			.param("references", words.stream().map(ReportedStatus::reference).toArray(String[]::new))
			.update();
	}

	/** What contradicts a final state changes nothing and is for a person. */
	private void recordConflicts(String bank, String fileName, List<ReportedStatus> words) {
		for (ReportedStatus word : words) {
			this.jdbc.sql("""
					SELECT a.business_id, a.payout_id, a.attempt_number
					  FROM bank_file_order o
					  JOIN bank_attempt a ON a.business_id = o.business_id AND a.payout_id = o.payout_id
					   AND a.attempt_number = o.attempt_number
					 WHERE o.bank = :bank AND o.reference = :reference
					   AND ((a.state = 'SUCCEEDED' AND :status = 'REJECTED')
					        OR (a.state = 'FAILED' AND :status IN ('PAID', 'RETURNED')))
					""")
				.param("bank", bank)
				.param("reference", word.reference())
				.param("status", word.kind().name())
				.query((row,
						number) -> new Attempt(new PayoutKey(row.getObject("business_id", UUID.class),
								row.getObject("payout_id", UUID.class)), row.getInt("attempt_number")))
				.optional()
				.ifPresent((attempt) -> this.conflicts.record(attempt, BankConflicts.ReportedBy.FILE,
						word.kind().name(), fileName));
		}
	}

	private void enquire(String bank, List<ReportedStatus> words) {
		this.jdbc.sql("""
				UPDATE bank_attempt SET due_at = now()
				 WHERE bank = :bank AND reference = ANY (:references)
				   AND (state IN ('PENDING', 'IN_DOUBT') OR (state = 'SUCCEEDED' AND reference = ANY (:returned)))
				   AND (due_at IS NULL OR due_at > now())
				""")
			.param("bank", bank)
			.param("references", words.stream().map(ReportedStatus::reference).toArray(String[]::new))
			.param("returned",
					words.stream()
						.filter((word) -> word.kind() == Kind.RETURNED)
						.map(ReportedStatus::reference)
						.toArray(String[]::new))
			.update();
	}

	/**
	 * What all files together say of an order. Words that cannot both be true are
	 * unclear.
	 * @return empty if none says anything
	 */
	public Optional<ReportedStatus> statusOf(String bank, String reference) {
		List<ReportedStatus> words = this.jdbc.sql("""
				SELECT reference, status, utr, reason_code, reason FROM bank_file_status
				 WHERE bank = :bank AND reference = :reference ORDER BY utr NULLS LAST
				""")
			.param("bank", bank)
			.param("reference", reference)
			.query((row, number) -> new ReportedStatus(row.getString("reference"),
					Kind.valueOf(row.getString("status")), null, row.getString("utr"), row.getString("reason_code"),
					row.getString("reason")))
			.list();
		Set<Kind> kinds = EnumSet.noneOf(Kind.class);
		words.forEach((word) -> kinds.add(word.kind()));
		boolean paid = kinds.contains(Kind.PAID) || kinds.contains(Kind.RETURNED);
		if (kinds.contains(Kind.UNCLEAR) || (paid && kinds.contains(Kind.REJECTED))) {
			return Optional
				.of(new ReportedStatus(reference, Kind.UNCLEAR, null, null, null, "The files contradict each other"));
		}
		return first(words, Kind.RETURNED).or(() -> first(words, Kind.PAID))
			.or(() -> first(words, Kind.REJECTED))
			.or(() -> first(words, Kind.ACCEPTED));
	}

	private static Optional<ReportedStatus> first(List<ReportedStatus> words, Kind kind) {
		return words.stream().filter((word) -> word.kind() == kind).findFirst();
	}

}
