package dev.hundi.sandbox.bank.statement;

import java.util.Locale;

import dev.hundi.sandbox.bank.ledger.DayStatement;

/** Format of account statements. */
public enum StatementForm {

	CAMT053(".xml", "application/xml"), MT940(".sta", "text/plain; charset=utf-8"),
	CSV(".csv", "text/csv; charset=utf-8");

	private final String extension;

	private final String mediaType;

	StatementForm(String extension, String mediaType) {
		this.extension = extension;
		this.mediaType = mediaType;
	}

	/**
	 * The form of a name in any case.
	 * @throws IllegalArgumentException if there is none
	 */
	public static StatementForm named(String name) {
		return valueOf(name.toUpperCase(Locale.ROOT));
	}

	/** The file name of a statement, such as {@code SBOX20261121-1.xml}. */
	public String fileName(DayStatement statement) {
		return statement.reference() + "-" + statement.page() + this.extension;
	}

	public String mediaType() {
		return this.mediaType;
	}

}
