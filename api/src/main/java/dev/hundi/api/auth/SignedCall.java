package dev.hundi.api.auth;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.business.Caller;
import dev.hundi.business.RequestNonces;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * An authenticated request: its caller, its signed body and its replay token.
 * <p>
 * The token is spent before the endpoint runs, except for {@code POST /v1/payouts}, which
 * spends it in the statement that stores the payout, so that accepting a payout stays one
 * round trip.
 */
public final class SignedCall {

	private static final String ATTRIBUTE = SignedCall.class.getName();

	private static final String PAYOUTS = "/v1/payouts";

	private final Caller caller;

	private final byte[] body;

	private final RequestNonces nonces;

	private @Nullable String unspentToken;

	private boolean replay;

	SignedCall(Caller caller, byte[] body, @Nullable String replayToken, RequestNonces nonces) {
		this.caller = caller;
		this.body = body;
		this.unspentToken = replayToken;
		this.nonces = nonces;
	}

	/**
	 * The call of a request to {@code /v1}.
	 * @throws IllegalStateException if the request was not authenticated
	 */
	public static SignedCall of(HttpServletRequest request) {
		if (request.getAttribute(ATTRIBUTE) instanceof SignedCall call) {
			return call;
		}
		throw new IllegalStateException("The request was not authenticated");
	}

	/**
	 * Spends the replay token of a refused request, if it has an unspent one.
	 * @throws Refusal {@code request_replayed} if the token was spent by another request
	 */
	public static void spendBeforeRefusal(HttpServletRequest request) {
		if (request.getAttribute(ATTRIBUTE) instanceof SignedCall call) {
			call.spendReplayToken();
		}
	}

	static boolean acceptsPayout(HttpServletRequest request) {
		return request.getMethod().equals("POST") && request.getRequestURI().equals(PAYOUTS);
	}

	void attachTo(HttpServletRequest request) {
		request.setAttribute(ATTRIBUTE, this);
	}

	public Caller caller() {
		return this.caller;
	}

	/** The exact bytes of the body, which callers must not modify. */
	public byte[] body() {
		return this.body;
	}

	/**
	 * Spends the replay token.
	 * @throws Refusal {@code request_replayed} if it was spent by another request
	 */
	public void spendReplayToken() {
		String token = this.unspentToken;
		if (token != null) {
			this.unspentToken = null;
			if (!this.nonces.use(this.caller.apiKey(), token)) {
				throw replayed();
			}
		}
	}

	/** The refusal of this request because another request spent its replay token. */
	public Refusal replayed() {
		this.replay = true;
		return new Refusal(ErrorCode.REQUEST_REPLAYED);
	}

	boolean isReplay() {
		return this.replay;
	}

	/**
	 * Hands the replay token over to a statement that spends it.
	 * @throws Refusal {@code route_not_found} if it is already spent, which the one
	 * spelling of the path prevents
	 */
	public String handOverReplayToken() {
		String token = this.unspentToken;
		if (token == null) {
			throw new Refusal(ErrorCode.ROUTE_NOT_FOUND);
		}
		this.unspentToken = null;
		return token;
	}

}
