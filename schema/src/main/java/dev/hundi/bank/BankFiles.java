package dev.hundi.bank;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.hundi.payout.Rail;
import dev.hundi.time.Timestamps;
import dev.hundi.work.DueCondition;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Orders that are sent to banks in files. An order belongs to one file: its row names the
 * file, and the database rejects a change of it. {@link BankFileReports} has what the
 * banks report.
 */
@Repository
public class BankFiles {

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

	private final TransactionTemplate transaction;

	BankFiles(JdbcClient jdbc, PlatformTransactionManager transactions) {
		this.jdbc = jdbc;
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
		Objects.requireNonNull(begun).ifPresent((file) -> deliver(bank, file));
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
			this.jdbc.sql("""
					UPDATE bank_file SET begun_at = coalesce(begun_at, now()), deliveries = deliveries + 1
					 WHERE bank = :bank AND message_id = :messageId
					""").param("bank", bank).param("messageId", messageId).update();
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

	/** The delivery is counted already: if this process dies, the bank may have it. */
	private void deliver(String bank, Begun file) {
		try {
			if (!Boolean.TRUE.equals(this.transaction.execute((status) -> deliverUnwritten(bank, file)))) {
				takeBack(bank, file.messageId);
			}
		}
		catch (NotDelivered ex) {
			takeBack(bank, file.messageId);
			throw ex;
		}
	}

	/**
	 * Another process may have delivered it meanwhile, or does so now: it is waited for.
	 * @return whether this process delivered it
	 */
	private boolean deliverUnwritten(String bank, Begun file) {
		boolean isUnwritten = this.jdbc.sql("""
				SELECT message_id FROM bank_file WHERE bank = :bank AND message_id = :messageId AND written_at IS NULL
				   FOR NO KEY UPDATE
				""").param("bank", bank).param("messageId", file.messageId).query(String.class).optional().isPresent();
		if (isUnwritten) {
			file.delivery.run();
			this.jdbc.sql("UPDATE bank_file SET written_at = now() WHERE bank = :bank AND message_id = :messageId")
				.param("bank", bank)
				.param("messageId", file.messageId)
				.update();
		}
		return isUnwritten;
	}

	private void takeBack(String bank, String messageId) {
		this.jdbc.sql("UPDATE bank_file SET deliveries = deliveries - 1 WHERE bank = :bank AND message_id = :messageId")
			.param("bank", bank)
			.param("messageId", messageId)
			.update();
	}

	/** Prepares files for the bank. */
	@FunctionalInterface
	public interface Writer {

		/**
		 * Does all that can fail while the bank cannot see the file.
		 * @return lets the bank see it; throws {@link NotDelivered} if the bank certainly
		 * does not
		 */
		Runnable prepare(BankFile file);

		/** Removes what was prepared for a file that every order has left. */
		default void discard(String messageId) {
		}

	}

	/** A delivery failed, and the bank certainly cannot see the file. */
	public static class NotDelivered extends RuntimeException {

		public NotDelivered(String message, Throwable cause) {
			super(message, cause);
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

}
