package dev.hundi.batch.ledger;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

import dev.hundi.export.Column;
import dev.hundi.export.FileFormat;
import dev.hundi.export.ReportHeader;
import dev.hundi.export.Table;
import dev.hundi.ledger.AccountBalance;
import dev.hundi.ledger.LedgerPeriod;
import dev.hundi.ledger.Posting;
import dev.hundi.ledger.ReadLedger;

import org.springframework.stereotype.Component;

/** Writes a trial balance or a journal, row by row. */
@Component
class WriteLedger {

	private static final String UTR_EXAMPLE = "HDFCR52026112112345678";

	private static final List<Column<AccountBalance>> BALANCE = List.of(
			new Column.Text<>("Account", (row) -> row.account().text()),
			new Column.Text<>("Group", (row) -> TallyGroup.of(row.account()).title()),
			new Column.Rupees<>("Opening Debit", (row) -> Math.max(0, -row.openingPaise()), true),
			new Column.Rupees<>("Opening Credit", (row) -> Math.max(0, row.openingPaise()), true),
			new Column.Rupees<>("Debit", AccountBalance::debitPaise, true),
			new Column.Rupees<>("Credit", AccountBalance::creditPaise, true),
			new Column.Rupees<>("Closing Debit", (row) -> Math.max(0, -row.closingPaise()), true),
			new Column.Rupees<>("Closing Credit", (row) -> Math.max(0, row.closingPaise()), true));

	private static final List<Column<Row>> JOURNAL = List.of(
			new Column.Moment<>("Posted At", (row) -> row.posting.postedAt()),
			new Column.Identifier<>("Voucher", (row) -> row.posting.transactionId().toString(),
					"019a9f60-0000-7000-8000-000000000000"),
			new Column.Text<>("Kind", (row) -> row.posting.kind()),
			new Column.Text<>("Business", (row) -> row.posting.businessCode()),
			new Column.Text<>("Reference", (row) -> row.posting.reference()),
			new Column.Identifier<>("UTR", (row) -> row.posting.utr(), UTR_EXAMPLE),
			new Column.Text<>("Account", (row) -> row.entry.account().text()),
			new Column.Rupees<>("Debit", (row) -> row.entry.debitPaise(), true),
			new Column.Rupees<>("Credit", (row) -> row.entry.creditPaise(), true));

	private final ReadLedger ledger;

	WriteLedger(ReadLedger ledger) {
		this.ledger = ledger;
	}

	/**
	 * Writes one file.
	 * @param out not closed
	 * @throws dev.hundi.ledger.UnbalancedLedgerException if the ledger contradicts itself
	 */
	void write(LedgerContent content, LedgerFormat format, LedgerPeriod period, OutputStream out) throws IOException {
		switch (format) {
			case CSV -> csv(content, period, out);
			case XML -> xml(content, period, out);
		}
	}

	private void csv(LedgerContent content, LedgerPeriod period, OutputStream out) throws IOException {
		switch (content) {
			case TRIAL_BALANCE -> {
				try (Table<AccountBalance> table = table("Trial balance", BALANCE, out)) {
					this.ledger.balances(period).forEach(table::add);
				}
			}
			case JOURNAL -> {
				try (Table<Row> table = table("Journal", JOURNAL, out)) {
					this.ledger.journal(period, new ReadLedger.Reader() {

						@Override
						public void balances(List<AccountBalance> balances) {
						}

						@Override
						public void accept(Posting posting) {
							posting.entries().forEach((entry) -> table.add(new Row(posting, entry)));
						}

					});
				}
			}
		}
	}

	private void xml(LedgerContent content, LedgerPeriod period, OutputStream out) throws IOException {
		try (TallyFile file = TallyFile.start(content, out)) {
			switch (content) {
				case TRIAL_BALANCE -> file.masters(this.ledger.balances(period), true);
				case JOURNAL -> this.ledger.journal(period, new ReadLedger.Reader() {

					@Override
					public void balances(List<AccountBalance> balances) {
						file.masters(balances, false);
					}

					@Override
					public void accept(Posting posting) {
						file.voucher(posting);
					}

				});
			}
			file.end();
		}
	}

	private static <R> Table<R> table(String title, List<Column<R>> columns, OutputStream out) {
		return Table.start(FileFormat.CSV, new ReportHeader(title, List.of()), columns, out);
	}

	private record Row(Posting posting, Posting.Entry entry) {
	}

}
