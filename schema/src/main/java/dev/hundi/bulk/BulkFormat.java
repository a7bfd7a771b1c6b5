package dev.hundi.bulk;

/**
 * The file formats of bulk uploads.
 */
public enum BulkFormat {

	CSV("csv", "text/csv"), XLSX("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
	PAIN001("xml", "application/xml");

	private final String extension;

	private final String mediaType;

	BulkFormat(String extension, String mediaType) {
		this.extension = extension;
		this.mediaType = mediaType;
	}

	/** The file name extension, without the dot. */
	public String extension() {
		return this.extension;
	}

	/** The Content-Type of uploads. */
	public String mediaType() {
		return this.mediaType;
	}

}
