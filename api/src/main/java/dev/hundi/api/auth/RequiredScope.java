package dev.hundi.api.auth;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.business.Caller;
import dev.hundi.business.KeyScope;
import jakarta.servlet.http.HttpServletRequest;

/** The scope that a request needs. */
final class RequiredScope {

	private static final String PAYOUTS = "/v1/payouts";

	private static final String BENEFICIARIES = "/v1/beneficiaries";

	private static final String BULK = "/v1/bulk-payouts";

	private RequiredScope() {
	}

	/**
	 * Requires that a key has the scope of a request. A path that no route has needs
	 * {@code READ}, and is then not found.
	 * @throws Refusal {@code scope_required}
	 */
	static void check(Caller caller, HttpServletRequest request) {
		if (!allows(caller, request)) {
			throw new Refusal(ErrorCode.SCOPE_REQUIRED,
					"The key needs the scope " + of(request.getMethod(), request.getRequestURI()));
		}
	}

	static boolean allows(Caller caller, HttpServletRequest request) {
		return caller.rules().scopes().contains(of(request.getMethod(), request.getRequestURI()));
	}

	static KeyScope of(String method, String path) {
		if (method.equals("GET") || method.equals("HEAD") || method.equals("OPTIONS")) {
			return KeyScope.READ;
		}
		if (isUnder(PAYOUTS, path)) {
			return KeyScope.PAY;
		}
		if (isUnder(BENEFICIARIES, path)) {
			return KeyScope.BENEFICIARIES;
		}
		if (isUnder(BULK, path)) {
			return path.endsWith("/release") ? KeyScope.BULK_RELEASE : KeyScope.BULK_MAKE;
		}
		return KeyScope.READ;
	}

	private static boolean isUnder(String root, String path) {
		return path.equals(root) || path.startsWith(root + "/");
	}

}
