package dev.hundi.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Reads the trial balance and the journal of a period in one snapshot. The journal is
 * read row by row, so memory use does not depend on its length, and is compared with the
 * trial balance, account by account. A period is read once no transaction can post for it
 * any more.
 */
@Component
public class ReadLedger {

	/** Rows fetched at a time. */
	private static final int FETCH_ROWS = 1000;

	private final JdbcClient jdbc;

	private final AwaitPostings postings;

	private final TransactionTemplate snapshot;

	ReadLedger(DataSource dataSource, PlatformTransactionManager transactionManager) {
		JdbcTemplate template = new JdbcTemplate(dataSource);
		template.setFetchSize(FETCH_ROWS);
		this.jdbc = JdbcClient.create(template);
		this.postings = new AwaitPostings(this.jdbc);
		this.snapshot = new TransactionTemplate(transactionManager);
		this.snapshot.setReadOnly(true);
		this.snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
	}

	/**
	 * Reads the trial balance.
	 * @throws IllegalArgumentException if the period is not over
	 * @throws UnbalancedLedgerException if its sums are not zero
	 */
	public List<AccountBalance> balances(LedgerPeriod period) {
		awaitEnd(period);
		return Objects.requireNonNull(this.snapshot.execute((transaction) -> readBalances(period)));
	}

	/**
	 * Reads the trial balance, then the journal, oldest posting first.
	 * @throws IllegalArgumentException if the period is not over
	 * @throws UnbalancedLedgerException if a posting does not balance, or the journal
	 * differs from the trial balance
	 */
	public void journal(LedgerPeriod period, Reader reader) {
		awaitEnd(period);
		this.snapshot.executeWithoutResult((transaction) -> {
			List<AccountBalance> balances = readBalances(period);
			reader.balances(balances);
			Totals totals = new Totals();
			readPostings(period, (posting) -> {
				posting.entries().forEach(totals::add);
				reader.accept(posting);
			});
			totals.requireEqual(balances);
		});
	}

	/** Before the snapshot, which would not see what is committed meanwhile. */
	private void awaitEnd(LedgerPeriod period) {
		period.requireOver(this.jdbc.sql("SELECT (clock_timestamp() AT TIME ZONE 'Asia/Kolkata')::date")
			.query(LocalDate.class)
			.single());
		this.postings.await();
	}

	private List<AccountBalance> readBalances(LedgerPeriod period) {
		List<AccountBalance> balances = this.jdbc
			.sql("""
					SELECT a.code, b.business_code,
					       coalesce(sum(e.amount_paise) FILTER (WHERE e.transaction_id < :from), 0) AS opening_paise,
					       coalesce(-sum(e.amount_paise) FILTER (WHERE e.transaction_id >= :from AND e.amount_paise < 0), 0) AS debit_paise,
					       coalesce(sum(e.amount_paise) FILTER (WHERE e.transaction_id >= :from AND e.amount_paise > 0), 0) AS credit_paise
					  FROM (SELECT account_id, transaction_id, amount_paise FROM ledger_entry
					         WHERE transaction_id < :to AND :business::uuid IS NULL
					        UNION ALL
					        SELECT own.account_id, own.transaction_id, own.amount_paise
					          FROM ledger_transaction t
					          JOIN ledger_entry own ON own.business_id = t.business_id AND own.transaction_id = t.transaction_id
					         WHERE t.business_id = :business::uuid AND t.transaction_id < :to) AS e
					  JOIN ledger_account a ON a.account_id = e.account_id
					  LEFT JOIN business b ON b.business_id = a.business_id
					 GROUP BY a.account_id, a.code, b.business_code
					 ORDER BY a.account_id
					""")
			.param("from", period.firstId())
			.param("to", period.endId())
			.param("business", period.businessId())
			.query((row, number) -> new AccountBalance(
					new AccountName(row.getString("code"), row.getString("business_code")),
					row.getBigDecimal("opening_paise").longValueExact(),
					row.getBigDecimal("debit_paise").longValueExact(),
					row.getBigDecimal("credit_paise").longValueExact()))
			.list();
		if (balances.stream().mapToLong(AccountBalance::openingPaise).sum() != 0
				|| balances.stream().mapToLong(AccountBalance::closingPaise).sum() != 0) {
			throw new UnbalancedLedgerException("The balances of the ledger do not sum to zero");
		}
		return balances;
	}

	private void readPostings(LedgerPeriod period, Consumer<Posting> to) {
		Gathering gathering = new Gathering(to);
		this.jdbc
			.sql("""
					SELECT t.transaction_id, t.kind, o.business_code AS of_business, coalesce(t.reference, p.transaction_id) AS reference,
					       p.utr, a.code, b.business_code, e.amount_paise
					  FROM ledger_transaction t
					  JOIN business o ON o.business_id = t.business_id
					  JOIN ledger_entry e ON e.business_id = t.business_id AND e.transaction_id = t.transaction_id
					  JOIN ledger_account a ON a.account_id = e.account_id
					  LEFT JOIN business b ON b.business_id = a.business_id
					  LEFT JOIN payout p ON p.business_id = t.business_id AND p.payout_id = t.payout_id
					 WHERE t.transaction_id >= :from AND t.transaction_id < :to
					   AND (:business::uuid IS NULL OR t.business_id = :business::uuid)
					 ORDER BY t.transaction_id, e.line
					""")
			.param("from", period.firstId())
			.param("to", period.endId())
			.param("business", period.businessId())
			.query(gathering::row);
		gathering.end();
	}

	/** Receives a trial balance and its journal. An exception ends the reading. */
	public interface Reader extends Consumer<Posting> {

		/** Called once, before the first posting. */
		void balances(List<AccountBalance> balances);

	}

	/** Puts the rows of a posting together. */
	private static final class Gathering {

		private final Consumer<Posting> to;

		private final List<Posting.Entry> entries = new ArrayList<>();

		private @Nullable Head head;

		Gathering(Consumer<Posting> to) {
			this.to = to;
		}

		void row(ResultSet row) throws SQLException {
			UUID id = row.getObject("transaction_id", UUID.class);
			Head present = this.head;
			if (present == null || !present.id.equals(id)) {
				end();
				this.head = new Head(id, row.getString("kind"), row.getString("of_business"),
						row.getString("reference"), row.getString("utr"));
			}
			this.entries.add(new Posting.Entry(new AccountName(row.getString("code"), row.getString("business_code")),
					row.getLong("amount_paise")));
		}

		void end() {
			Head present = this.head;
			if (present != null) {
				this.to.accept(new Posting(present.id, present.kind, present.businessCode, present.reference,
						present.utr, this.entries));
				this.entries.clear();
				this.head = null;
			}
		}

		private record Head(UUID id, String kind, String businessCode, String reference, @Nullable String utr) {
		}

	}

	/** What a journal moved on each account. */
	private static final class Totals {

		private final Map<AccountName, long[]> sums = new HashMap<>();

		void add(Posting.Entry entry) {
			long[] sum = this.sums.computeIfAbsent(entry.account(), (account) -> new long[2]);
			sum[0] = Math.addExact(sum[0], entry.debitPaise());
			sum[1] = Math.addExact(sum[1], entry.creditPaise());
		}

		void requireEqual(List<AccountBalance> balances) {
			for (AccountBalance balance : balances) {
				long[] sum = this.sums.getOrDefault(balance.account(), new long[2]);
				if (sum[0] != balance.debitPaise() || sum[1] != balance.creditPaise()) {
					throw new UnbalancedLedgerException(
							"The journal of account " + balance.account() + " differs from its trial balance");
				}
			}
		}

	}

}
