package dev.hundi.sandbox.bank.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * An account statement of a day or of a part of a day.
 *
 * @param businessDate such as {@code 2026-11-21}, Asia/Kolkata
 * @param page from 1; entries after the first statement of a day form further pages
 * @param afterSequence its entries are those of the day after this sequence of the ledger
 * @param toSequence and up to this one
 * @param writtenAt ISO 8601, UTC
 */
public record DayStatement(String businessDate, int page, long afterSequence, long toSequence, long openingPaise,
		long closingPaise, long entryCount, String writtenAt) {

	static final String COLUMNS = "business_date, page, after_sequence, to_sequence, opening_paise, closing_paise, "
			+ "entry_count, written_at_ms";

	static DayStatement of(ResultSet row) throws SQLException {
		return new DayStatement(row.getString("business_date"), row.getInt("page"), row.getLong("after_sequence"),
				row.getLong("to_sequence"), row.getLong("opening_paise"), row.getLong("closing_paise"),
				row.getLong("entry_count"), LedgerReader.time(row.getLong("written_at_ms")));
	}

	/** Reference of the statement. */
	public String reference() {
		return "SBOX" + this.businessDate.replace("-", "");
	}

}
