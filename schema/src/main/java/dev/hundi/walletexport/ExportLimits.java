package dev.hundi.walletexport;

/**
 * Maximum numbers of open exports, pending ones included.
 *
 * @param perBusiness of one business
 * @param total of all businesses
 * @param totalXls of all businesses in XLS, which is built in memory
 */
public record ExportLimits(int perBusiness, int total, int totalXls) {

	/** Unless the API is set otherwise; the portal has no settings for them. */
	public static final int PER_BUSINESS = 3;

	public static final int TOTAL = 64;

	public static final int TOTAL_XLS = 8;

	public static final ExportLimits DEFAULT = new ExportLimits(PER_BUSINESS, TOTAL, TOTAL_XLS);

	public ExportLimits {
		if (perBusiness < 1 || total < 1 || totalXls < 1) {
			throw new IllegalArgumentException("Limits of exports must be 1 or more");
		}
	}

}
