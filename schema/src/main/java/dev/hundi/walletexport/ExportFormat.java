package dev.hundi.walletexport;

import java.util.Locale;

/**
 * The kinds of file that wallet movements are exported as.
 */
public enum ExportFormat {

	CSV("text/csv;charset=UTF-8"),

	XLS("application/vnd.ms-excel"),

	PDF("application/pdf");

	private final String mediaType;

	ExportFormat(String mediaType) {
		this.mediaType = mediaType;
	}

	/** As requests and file names have it: lower-case letters. */
	public String extension() {
		return name().toLowerCase(Locale.ROOT);
	}

	/** The Content-Type it is served with: decisions, "Wallet". */
	public String mediaType() {
		return this.mediaType;
	}

}
