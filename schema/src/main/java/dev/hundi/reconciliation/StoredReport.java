package dev.hundi.reconciliation;

/**
 * A report file of a signed run, byte for byte as it was at sign-off.
 *
 * @param sha256 of the content, lower-case hex
 */
public record StoredReport(byte[] content, String sha256) {

	/**
	 * The digest of a stored file.
	 *
	 * @param sha256 lower-case hex
	 */
	public record Digest(ReportFormat format, int bytes, String sha256) {
	}

}
