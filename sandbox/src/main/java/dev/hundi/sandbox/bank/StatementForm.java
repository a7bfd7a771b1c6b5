package dev.hundi.sandbox.bank;

import java.util.Locale;

/** How the bank writes its statements. */
enum StatementForm {

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
	static StatementForm named(String name) {
		return valueOf(name.toUpperCase(Locale.ROOT));
	}

	String extension() {
		return this.extension;
	}

	String mediaType() {
		return this.mediaType;
	}

}
