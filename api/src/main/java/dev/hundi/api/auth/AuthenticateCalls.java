package dev.hundi.api.auth;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Outages;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.limit.CallKind;
import dev.hundi.api.limit.RateLimits;
import dev.hundi.api.observe.RequestTrace;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.Caller;
import dev.hundi.business.RequestNonces;
import dev.hundi.port.SourceAddress;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authenticates every request to {@code /v1}, in the order of docs/api-decisions.md,
 * "Authentication", and attaches the {@link SignedCall}.
 */
public final class AuthenticateCalls extends HttpFilter {

	private static final long serialVersionUID = 1L;

	private static final Logger logger = LoggerFactory.getLogger(AuthenticateCalls.class);

	private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

	private static final long SKEW_MS = Duration.ofSeconds(300).toMillis();

	private static final byte[] EMPTY = {};

	/** Letters, digits and {@code - . _ ~} (RFC 3986, section 2.3). */
	private static final Pattern ENCODED_UNRESERVED = Pattern
		.compile("%(?:2[DEde]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa]|5[Ff]|7[Ee])");

	/**
	 * Version 1 has no nonce. Its signature is the replay token, needed for writes only.
	 */
	private static final Set<String> WRITES = Set.of("POST", "PATCH", "DELETE");

	private final transient ApiKeys keys;

	private final transient RequestNonces nonces;

	private final transient SourceAddress sources;

	private final transient RateLimits limits;

	private final transient Duration bodyTimeout;

	private final transient StreamedBody.Receiver streamedBodies;

	private final transient Clock clock;

	private final transient Signatures signatures = new Signatures();

	/**
	 * Creates the filter.
	 * @param bodyTimeout maximum time to read a body into memory
	 */
	public AuthenticateCalls(ApiKeys keys, RequestNonces nonces, SourceAddress sources, RateLimits limits,
			Duration bodyTimeout, StreamedBody.Receiver streamedBodies, Clock clock) {
		this.keys = keys;
		this.nonces = nonces;
		this.sources = sources;
		this.limits = limits;
		this.bodyTimeout = bodyTimeout;
		this.streamedBodies = streamedBodies;
		this.clock = clock;
	}

	@Override
	protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		try (StreamedBody streamed = this.streamedBodies.begin(request)) {
			doFilter(request, response, chain, streamed);
		}
	}

	private void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain,
			@Nullable StreamedBody streamed) throws IOException, ServletException {
		SignedCall call;
		try {
			call = authenticate(request, response, streamed);
			takeAllowance(call, request, response);
			try {
				requireOneSpelling(request);
				requireScope(call, request);
			}
			finally {
				endReplay(call, request);
			}
			call.attachTo(request);
		}
		catch (Refusal ex) {
			Envelope.refuse(response, ex);
			return;
		}
		catch (RuntimeException ex) {
			Envelope.refuse(response, Outages.refusalOf(ex, logger, "A request could not be authenticated"));
			return;
		}
		chain.doFilter(request, response);
		endReplay(call, request);
	}

	/**
	 * A replay by someone else must not use up the allowance of the business. It counts
	 * against its address.
	 */
	private void endReplay(SignedCall call, HttpServletRequest request) {
		if (call.isReplay()) {
			this.limits.giveBack(call.caller().businessId(), CallKind.of(request));
			this.limits.failed(this.sources.of(request));
		}
	}

	private SignedCall authenticate(HttpServletRequest request, HttpServletResponse response,
			@Nullable StreamedBody streamed) {
		AuthHeaders headers = AuthHeaders.read(request);
		if (streamed != null && headers.version() != SignatureVersion.V2) {
			throw new Refusal(ErrorCode.HMAC_V2_REQUIRED, "A file must be signed with version 2");
		}
		InetAddress source = this.sources.of(request);
		long waitNanos = this.limits.waitAfterFailures(source);
		if (waitNanos > 0) {
			throw rateLimited(response, waitNanos, "Too many requests of this address failed authentication");
		}
		byte[] body = EMPTY;
		if (streamed != null) {
			streamed.requireSize(request);
		}
		else {
			body = RequestBody.read(request, this.bodyTimeout);
		}
		requireCurrent(headers.timestampMs());
		try {
			return admit(verify(headers, request, body, streamed, source), headers, request);
		}
		catch (Refusal ex) {
			if (ex.code() != ErrorCode.TEMPORARILY_UNAVAILABLE) {
				this.limits.failed(source);
			}
			throw ex;
		}
	}

	/** Verifies the signature of a request, and the key and the address before it. */
	private SignedCall verify(AuthHeaders headers, HttpServletRequest request, byte[] body,
			@Nullable StreamedBody streamed, InetAddress source) {
		Optional<Caller> caller = this.keys.find(headers.apiKey());
		if (caller.isPresent()) {
			RequestTrace.business(caller.get().businessId());
			if (!caller.get().ipRules().allows(source)) {
				throw new Refusal(ErrorCode.IP_NOT_ALLOWED);
			}
		}
		SignedRequest signed = (streamed == null) ? SignedRequest.of(headers, request, body)
				: SignedRequest.ofHashed(headers, request, receive(streamed, headers, request, caller));
		// Computed for unknown keys too, so that timing does not reveal which keys exist.
		byte[] signingKey = caller.map(Caller::signingKey).orElseGet(Signatures::noKey);
		if (!this.signatures.match(signed, signingKey) || caller.isEmpty()) {
			throw new Refusal(ErrorCode.SIGNATURE_INVALID);
		}
		return new SignedCall(caller.get(), body, replayToken(signed), this.nonces);
	}

	/**
	 * Receives a body whose signature cannot be verified before its end. A caller that
	 * will be refused gets the same answer as without this, after the body, so that only
	 * the owner of the signing key learns the reason.
	 */
	private byte[] receive(StreamedBody streamed, AuthHeaders headers, HttpServletRequest request,
			Optional<Caller> caller) {
		streamed.admit(caller.filter((each) -> each.apiAccessEnabled() && RequiredScope.allows(each, request))
			.map(Caller::businessId)
			.orElse(null));
		// Queried for unknown keys too, for the same timing.
		boolean used = this.nonces.isUsed(headers.apiKey(), Objects.requireNonNullElse(headers.nonce(), ""));
		if (used && caller.isPresent()) {
			throw new Refusal(ErrorCode.REQUEST_REPLAYED);
		}
		return streamed.receive(request);
	}

	/** Checks what a verified call may do. */
	private SignedCall admit(SignedCall call, AuthHeaders headers, HttpServletRequest request) {
		Caller caller = call.caller();
		if (headers.version().number() < caller.rules().leastSignatureVersion()) {
			throw new Refusal(ErrorCode.HMAC_V2_REQUIRED, "This key accepts signature version 2 only");
		}
		this.keys.used(caller);
		if (!caller.apiAccessEnabled()) {
			call.spendReplayToken();
			throw new Refusal(ErrorCode.KYC_REQUIRED);
		}
		if (!SignedCall.acceptsPayout(request)) {
			call.spendReplayToken();
		}
		return call;
	}

	private void takeAllowance(SignedCall call, HttpServletRequest request, HttpServletResponse response) {
		long waitNanos = this.limits.take(call.caller().businessId(), CallKind.of(request));
		if (waitNanos > 0) {
			try {
				call.spendReplayToken();
			}
			catch (Refusal ex) {
				this.limits.failed(this.sources.of(request));
				throw ex;
			}
			throw rateLimited(response, waitNanos, ErrorCode.RATE_LIMITED.message());
		}
	}

	private static Refusal rateLimited(HttpServletResponse response, long waitNanos, String message) {
		response.setHeader("Retry-After", Long.toString(Math.ceilDiv(waitNanos, NANOS_PER_SECOND)));
		return new Refusal(ErrorCode.RATE_LIMITED, message);
	}

	private static void requireScope(SignedCall call, HttpServletRequest request) {
		try {
			RequiredScope.check(call.caller(), request);
		}
		catch (Refusal ex) {
			call.spendReplayToken();
			throw ex;
		}
	}

	/**
	 * Rejects path parameters and unreserved characters in percent-encoding. Spring
	 * ignores the former and decodes the latter, so that a route would have many
	 * spellings, while proxies and access rules in front of the API know one.
	 */
	private static void requireOneSpelling(HttpServletRequest request) {
		String path = request.getRequestURI();
		if (path.indexOf(';') >= 0 || ENCODED_UNRESERVED.matcher(path).find()) {
			throw new Refusal(ErrorCode.ROUTE_NOT_FOUND);
		}
	}

	private void requireCurrent(long timestampMs) {
		if (Math.abs(this.clock.millis() - timestampMs) > SKEW_MS) {
			throw new Refusal(ErrorCode.TIMESTAMP_EXPIRED);
		}
	}

	private static @Nullable String replayToken(SignedRequest signed) {
		return switch (signed.headers().version()) {
			case V1 -> WRITES.contains(signed.method()) ? signed.headers().signature() : null;
			case V2 -> signed.headers().nonce();
		};
	}

}
