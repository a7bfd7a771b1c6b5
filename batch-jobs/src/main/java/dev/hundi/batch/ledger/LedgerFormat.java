package dev.hundi.batch.ledger;

import java.util.Locale;
import java.util.stream.Stream;

/** Formats of exports of the ledger. */
enum LedgerFormat {

	CSV,

	/** As Tally imports it. */
	XML;

	/**
	 * The format with an extension.
	 * @throws IllegalArgumentException if there is none
	 */
	static LedgerFormat of(String extension) {
		return Stream.of(values())
			.filter((one) -> one.extension().equals(extension))
			.findAny()
			.orElseThrow(() -> new IllegalArgumentException("format must be csv or xml"));
	}

	String extension() {
		return name().toLowerCase(Locale.ROOT);
	}

}
