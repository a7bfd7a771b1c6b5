package dev.hundi.api.auth;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.business.Caller;
import dev.hundi.business.RequestNonces;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request whose signature is right: who calls, and the bytes that were signed.
 * <p>
 * It also carries the replay token. Every request but one has spent it before its
 * endpoint runs; {@code POST /v1/payouts} spends it in the very statement that stores the
 * payout, so that accepting stays one round trip.
 */
public final class SignedCall {

	private static final String ATTRIBUTE = SignedCall.class.getName();

	private static final String PAYOUTS = "/v1/payouts";

	private final Caller caller;

	private final byte[] body;

	private final RequestNonces nonces;

	private @Nullable String unspentToken;

	private @Nullable Upload upload;

	SignedCall(Caller caller, byte[] body, @Nullable String replayToken, RequestNonces nonces) {
		this.caller = caller;
		this.body = body;
		this.unspentToken = replayToken;
		this.nonces = nonces;
	}

	/**
	 * The call behind a request to {@code /v1}.
	 * @throws IllegalStateException if it was not authenticated
	 */
	public static SignedCall of(HttpServletRequest request) {
		if (request.getAttribute(ATTRIBUTE) instanceof SignedCall call) {
			return call;
		}
		throw new IllegalStateException("A route outside /v1 asked for its caller");
	}

	/**
	 * Spends what a refused request left unspent; does nothing for requests outside
	 * {@code /v1} or with nothing to spend.
	 * @throws Refusal {@code request_replayed} if the token was spent before
	 */
	public static void spendBeforeRefusal(HttpServletRequest request) {
		if (request.getAttribute(ATTRIBUTE) instanceof SignedCall call) {
			call.spendReplayToken();
		}
	}

	/** With a body that is kept as a file. */
	SignedCall with(Upload received) {
		this.upload = received;
		return this;
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

	/**
	 * The body of an upload, complete and signed, which becomes a file when it is
	 * published.
	 * @throws Refusal {@code route_not_found} for every other request, such as another
	 * writing of the path
	 */
	public Upload upload() {
		if (this.upload == null) {
			throw new Refusal(ErrorCode.ROUTE_NOT_FOUND);
		}
		return this.upload;
	}

	/** The exact bytes of the body; not to be changed. */
	public byte[] body() {
		return this.body;
	}

	/**
	 * Makes sure that the request is seen for the first time.
	 * @throws Refusal {@code request_replayed}
	 */
	public void spendReplayToken() {
		String token = this.unspentToken;
		if (token != null) {
			this.unspentToken = null;
			if (!this.nonces.use(this.caller.apiKey(), token)) {
				throw new Refusal(ErrorCode.REQUEST_REPLAYED);
			}
		}
	}

	/**
	 * Hands the replay token over to a statement that spends it.
	 * @throws Refusal {@code route_not_found} if it is spent, which is so for every other
	 * writing of the path, such as {@code /v1/payouts;a=b}
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
