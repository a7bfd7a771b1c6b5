package dev.hundi.api.limit;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The kinds of requests with separate rate limits.
 */
public enum CallKind {

	PAYOUT, WRITE, READ, EXPORT;

	private static final String PAYOUTS = "/v1/payouts";

	private static final String EXPORTS = "/v1/wallet/transactions/export";

	private static final String EXPORT_FILES = "/v1/wallet/exports/";

	private static final String BULK = "/v1/bulk-payouts/";

	/**
	 * The kind of a request. Uses the decoded path, so that another spelling of a path
	 * has the same limit.
	 */
	public static CallKind of(HttpServletRequest request) {
		return switch (request.getMethod()) {
			case "GET", "HEAD" -> isFile(request.getServletPath()) ? EXPORT : READ;
			case "POST" -> request.getServletPath().equals(PAYOUTS) ? PAYOUT : WRITE;
			default -> WRITE;
		};
	}

	/** Files whose size depends on the number of rows. */
	private static boolean isFile(String path) {
		return path.equals(EXPORTS) || (path.startsWith(EXPORT_FILES) && path.endsWith("/file"))
				|| (path.startsWith(BULK) && (path.endsWith("/result") || path.endsWith("/failed-rows")));
	}

	Rate rate(RateLimitSettings settings) {
		return switch (this) {
			case PAYOUT -> settings.payouts();
			case WRITE -> settings.writes();
			case READ -> settings.reads();
			case EXPORT -> settings.exports();
		};
	}

}
