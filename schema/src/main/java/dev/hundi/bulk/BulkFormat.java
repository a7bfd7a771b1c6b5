package dev.hundi.bulk;

/**
 * The kinds of file that payouts are uploaded as.
 */
public enum BulkFormat {

	CSV("csv", "text/csv"), XLSX("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
	/** ISO 20022 pain.001, customer credit transfer initiation. */
	PAIN001("xml", "application/xml");

	private final String extension;

	private final String mediaType;

	BulkFormat(String extension, String mediaType) {
		this.extension = extension;
		this.mediaType = mediaType;
	}

	/** Of its file names, without the dot. */
	public String extension() {
		return this.extension;
	}

	/** The Content-Type it is uploaded with. */
	public String mediaType() {
		return this.mediaType;
	}

}
