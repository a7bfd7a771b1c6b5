package dev.hundi.export;

/**
 * The kinds of file a {@link Table} can be.
 */
public enum FileFormat {

	/**
	 * For programs: nothing but the table.
	 */
	CSV("csv", "text/csv; charset=UTF-8"),

	/**
	 * For spreadsheets: BIFF8, the table on the first sheet and the statement on the
	 * last.
	 */
	XLS("xls", "application/vnd.ms-excel"),

	/**
	 * For people and printers: the statement, then the table, page by page.
	 */
	PDF("pdf", "application/pdf");

	private final String extension;

	private final String mediaType;

	FileFormat(String extension, String mediaType) {
		this.extension = extension;
		this.mediaType = mediaType;
	}

	/**
	 * How the name of such a file ends, without the dot.
	 * @return lower-case letters
	 */
	public String extension() {
		return this.extension;
	}

	/**
	 * The value of {@code Content-Type} such a file is served with.
	 * @return a media type
	 */
	public String mediaType() {
		return this.mediaType;
	}

}
