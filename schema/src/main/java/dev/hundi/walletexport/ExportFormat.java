package dev.hundi.walletexport;

import java.util.Locale;

/**
 * The file formats of wallet exports.
 */
public enum ExportFormat {

	CSV("text/csv;charset=UTF-8"),

	XLS("application/vnd.ms-excel"),

	PDF("application/pdf");

	private final String mediaType;

	ExportFormat(String mediaType) {
		this.mediaType = mediaType;
	}

	/** The file name extension, also the format's name in requests. */
	public String extension() {
		return name().toLowerCase(Locale.ROOT);
	}

	/** The Content-Type (docs/api-decisions.md, "Wallet"). */
	public String mediaType() {
		return this.mediaType;
	}

}
