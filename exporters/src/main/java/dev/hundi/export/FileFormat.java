package dev.hundi.export;

/**
 * The formats of a {@link Table}.
 */
public enum FileFormat {

	/** For programs: only the table. */
	CSV("csv", "text/csv; charset=UTF-8"),

	/**
	 * For spreadsheets: BIFF8, with the table on the first sheet and the report header on
	 * the last.
	 */
	XLS("xls", "application/vnd.ms-excel"),

	/** For people and printers: the report header, then the table, paginated. */
	PDF("pdf", "application/pdf");

	private final String extension;

	private final String mediaType;

	FileFormat(String extension, String mediaType) {
		this.extension = extension;
		this.mediaType = mediaType;
	}

	/** The file name extension, without the dot. */
	public String extension() {
		return this.extension;
	}

	/** The {@code Content-Type}. */
	public String mediaType() {
		return this.mediaType;
	}

}
