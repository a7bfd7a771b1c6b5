package dev.hundi.sandbox.bank;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What the bank has stated of a day, or of a part of it.
 *
 * @param businessDate such as {@code 2026-11-21}, Asia/Kolkata
 * @param page from 1; a day that goes on after it was stated has a further one
 * @param afterSequence its entries are those of the day after this sequence of the ledger
 * @param toSequence and up to this one
 * @param writtenAt ISO 8601, UTC
 */
record DayStatement(String businessDate, int page, long afterSequence, long toSequence, long openingPaise,
		long closingPaise, long entryCount, String writtenAt) {

	static final String COLUMNS = "business_date, page, after_sequence, to_sequence, opening_paise, closing_paise, "
			+ "entry_count, written_at_ms";

	static DayStatement of(ResultSet row) throws SQLException {
		return new DayStatement(row.getString("business_date"), row.getInt("page"), row.getLong("after_sequence"),
				row.getLong("to_sequence"), row.getLong("opening_paise"), row.getLong("closing_paise"),
				row.getLong("entry_count"), LedgerReader.time(row.getLong("written_at_ms")));
	}

	/** By which the bank knows the statement of the day. */
	String reference() {
		return "SBOX" + this.businessDate.replace("-", "");
	}

	/** The file that tells it. */
	String fileName(StatementForm form) {
		return reference() + "-" + this.page + form.extension();
	}

}
