package dev.hundi.reconciliation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.hundi.payout.PayoutStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** The bank's side of a break beside the ledger's. */
@Repository
public class CompareSides {

	/** A field shows the first texts of a side that has thousands of lines. */
	private static final int MOST_TEXTS = 20;

	private final JdbcClient jdbc;

	private final Breaks breaks;

	CompareSides(JdbcClient jdbc, Breaks breaks) {
		this.jdbc = jdbc;
		this.breaks = breaks;
	}

	/**
	 * Both sides of a break. A closed break has no open items; its sides are the line and
	 * the ledger transaction that it was opened for.
	 *
	 * @param narrations what the bank wrote, which says who sent or got the money
	 * @param virtualAccounts where credits were sent to, with the business that has it
	 * @param payout the payout, if the break is about one
	 */
	public record Sides(List<BreakItem> bank, List<BreakItem> ledger, Set<String> narrations,
			Set<String> virtualAccounts, @Nullable PayoutSide payout) {

		public Sides {
			bank = List.copyOf(bank);
			ledger = List.copyOf(ledger);
			narrations = new TreeSet<>(narrations);
			virtualAccounts = new TreeSet<>(virtualAccounts);
		}

		/** The fields of both sides, in the order of a page. */
		public List<Field> fields() {
			List<Field> fields = new ArrayList<>();
			fields.add(field("amount", sum(this.bank), sum(this.ledger)));
			fields.add(field("items", this.bank.size(), this.ledger.size()));
			fields.add(field("booked", texts(this.bank, BreakItem::bookedOn), texts(this.ledger, BreakItem::bookedOn)));
			fields.add(field("utr", texts(this.bank, BreakItem::utr), texts(this.ledger, BreakItem::utr)));
			fields.add(field("reference", texts(this.bank, BreakItem::reference),
					texts(this.ledger, BreakItem::reference)));
			fields.add(field("account", texts(this.bank, BreakItem::account), texts(this.ledger, BreakItem::account)));
			fields.add(new Field("narration", joined(this.narrations), "", false));
			fields.add(new Field("virtual", joined(this.virtualAccounts), "", false));
			return fields;
		}

		private static String joined(Set<String> texts) {
			return texts.stream().limit(MOST_TEXTS).collect(Collectors.joining(", "));
		}

		private Field field(String name, Object atBank, Object inLedger) {
			return new Field(name, atBank, inLedger, !Objects.equals(atBank, inLedger));
		}

		private static long sum(List<BreakItem> items) {
			return items.stream().mapToLong(BreakItem::signedPaise).sum();
		}

		private static String texts(List<BreakItem> items, Function<BreakItem, @Nullable Object> value) {
			return items.stream()
				.map(value)
				.filter(Objects::nonNull)
				.map(String::valueOf)
				.collect(Collectors.toCollection(TreeSet::new))
				.stream()
				.limit(MOST_TEXTS)
				.collect(Collectors.joining(", "));
		}

	}

	/**
	 * A field of both sides.
	 *
	 * @param name amount (paise), items, booked, utr, reference, account, narration or
	 * virtual
	 */
	public record Field(String name, Object bank, Object ledger, boolean differs) {
	}

	/** What we know of the payout of a break; paise. */
	public record PayoutSide(UUID payoutId, String transactionId, PayoutStatus status, long amountPaise,
			@Nullable String utr) {
	}

	@Transactional(readOnly = true)
	public Sides of(OpenBreak found) {
		List<BreakItem> items = this.breaks.items(found.breakId());
		List<BreakItem> open = items.isEmpty() ? itemsOf(found.breakId()) : items;
		List<BreakItem> bank = open.stream().filter((item) -> item.statementId() != null).toList();
		Set<String> narrations = new TreeSet<>();
		Set<String> virtualAccounts = new TreeSet<>();
		lines(bank, narrations, virtualAccounts);
		return new Sides(bank, open.stream().filter((item) -> item.transactionId() != null).toList(), narrations,
				virtualAccounts, payout(found).orElse(null));
	}

	private void lines(List<BreakItem> bank, Set<String> narrations, Set<String> virtualAccounts) {
		this.jdbc
			.sql("""
					SELECT l.narration, l.virtual_account_number || coalesce(' (' || b.business_name || ')', '')
					  FROM unnest(:statements::uuid[], :lines::integer[]) AS item (bank_statement_id, line_number)
					  JOIN bank_statement_line l ON l.bank_statement_id = item.bank_statement_id AND l.line_number = item.line_number
					  LEFT JOIN wallet w ON w.virtual_account_number = l.virtual_account_number
					  LEFT JOIN business b ON b.business_id = w.business_id
					""")
			.param("statements", bank.stream().map(BreakItem::statementId).toArray(UUID[]::new))
			.param("lines", bank.stream().map(BreakItem::lineNumber).toArray(Integer[]::new))
			.query((row) -> {
				Optional.ofNullable(row.getString(1)).ifPresent(narrations::add);
				Optional.ofNullable(row.getString(2)).ifPresent(virtualAccounts::add);
			});
	}

	/** The line and the ledger transaction that the row of the break names. */
	private List<BreakItem> itemsOf(long breakId) {
		return this.jdbc
			.sql("""
					SELECT l.bank_statement_id, l.line_number, NULL::uuid AS transaction_id, l.kind,
					       CASE l.direction WHEN 'CREDIT' THEN l.amount_paise ELSE -l.amount_paise END AS signed_paise, l.booked_on, l.utr, l.reference,
					       '…' || right(l.counterparty_account, 4) AS account
					  FROM reconciliation_break b
					  JOIN bank_statement_line l ON l.bank_statement_id = b.bank_statement_id AND l.line_number = b.line_number
					 WHERE b.break_id = :id
					UNION ALL
					SELECT NULL, NULL, t.transaction_id, t.kind, -e.amount_paise,
					       (uuid_extract_timestamp(t.transaction_id) AT TIME ZONE 'Asia/Kolkata')::date,
					       coalesce(p.utr, CASE t.kind WHEN 'TOPUP' THEN t.reference END), NULL, NULL
					  FROM reconciliation_break b
					  JOIN ledger_transaction t ON t.business_id = b.business_id AND t.transaction_id = b.transaction_id
					  JOIN ledger_entry e ON e.business_id = t.business_id AND e.transaction_id = t.transaction_id AND e.account_id = 1
					  LEFT JOIN payout p ON p.business_id = t.business_id AND p.payout_id = t.payout_id
					 WHERE b.break_id = :id
					""")
			.param("id", breakId)
			.query(CompareSides::item)
			.list();
	}

	private Optional<PayoutSide> payout(OpenBreak found) {
		return this.jdbc.sql("""
				SELECT payout_id, transaction_id, status, amount_paise, utr FROM payout
				 WHERE business_id = :business::uuid AND payout_id = :payout::uuid
				""")
			.param("business", found.businessId())
			.param("payout", found.payoutId())
			.query((row, number) -> new PayoutSide(row.getObject(1, UUID.class), row.getString(2),
					PayoutStatus.of(row.getInt(3)), row.getLong(4), row.getString(5)))
			.optional();
	}

	static BreakItem item(ResultSet row, int number) throws SQLException {
		return new BreakItem(row.getObject(1, UUID.class), row.getObject(2, Integer.class),
				row.getObject(3, UUID.class), row.getString(4), row.getLong(5), row.getObject(6, LocalDate.class),
				row.getString(7), row.getString(8), row.getString(9));
	}

}
