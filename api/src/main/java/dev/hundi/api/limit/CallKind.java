package dev.hundi.api.limit;

import jakarta.servlet.http.HttpServletRequest;

/**
 * The kinds of requests that have an allowance of their own.
 */
public enum CallKind {

	PAYOUT, WRITE, READ, EXPORT;

	private static final String PAYOUTS = "/v1/payouts";

	private static final String EXPORTS = "/v1/wallet/transactions/export";

	/**
	 * The kind of a request, by its decoded path: another writing of a path must not have
	 * another allowance.
	 */
	public static CallKind of(HttpServletRequest request) {
		return switch (request.getMethod()) {
			case "GET", "HEAD" -> request.getServletPath().equals(EXPORTS) ? EXPORT : READ;
			case "POST" -> request.getServletPath().equals(PAYOUTS) ? PAYOUT : WRITE;
			default -> WRITE;
		};
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
