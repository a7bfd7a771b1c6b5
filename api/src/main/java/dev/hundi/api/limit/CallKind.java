package dev.hundi.api.limit;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The kinds of requests that have an allowance of their own.
 */
public enum CallKind {

	PAYOUT, WRITE, READ, EXPORT;

	private static final String PAYOUTS = "/v1/payouts";

	private static final String EXPORTS = "/v1/wallet/transactions/export";

	private static final String BULK = "/v1/bulk-payouts/";

	/**
	 * The kind of a request, by its decoded path: another writing of a path must not have
	 * another allowance.
	 */
	public static CallKind of(HttpServletRequest request) {
		return switch (request.getMethod()) {
			case "GET", "HEAD" -> isFile(request.getServletPath()) ? EXPORT : READ;
			case "POST" -> request.getServletPath().equals(PAYOUTS) ? PAYOUT : WRITE;
			default -> WRITE;
		};
	}

	/** Files that are as long as somebody's rows. */
	private static boolean isFile(String path) {
		return path.equals(EXPORTS)
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
