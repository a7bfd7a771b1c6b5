package dev.hundi.api.auth;

import java.io.IOException;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

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
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every request to {@code /v1} in the order of decisions, "Authentication", and
 * hands it on as a {@link SignedCall}.
 */
public final class AuthenticateCalls extends HttpFilter {

	private static final long serialVersionUID = 1L;

	private static final Logger logger = LoggerFactory.getLogger(AuthenticateCalls.class);

	private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

	private static final long SKEW_MS = Duration.ofSeconds(300).toMillis();

	/** Version 1 has no nonce, and only a write does harm when it is sent again. */
	private static final byte[] EMPTY = {};

	private static final Set<String> WRITES = Set.of("POST", "PATCH", "DELETE");

	private final transient ApiKeys keys;

	private final transient RequestNonces nonces;

	private final transient SourceAddress sources;

	private final transient RateLimits limits;

	private final transient Duration bodyTimeout;

	private final transient ReceiveUploads uploads;

	private final transient Clock clock;

	private final transient Signatures signatures = new Signatures();

	/**
	 * Checks requests.
	 * @param bodyTimeout how long a body may take to arrive
	 * @param uploads where bodies go that are kept as files
	 */
	public AuthenticateCalls(ApiKeys keys, RequestNonces nonces, SourceAddress sources, RateLimits limits,
			Duration bodyTimeout, ReceiveUploads uploads, Clock clock) {
		this.keys = keys;
		this.nonces = nonces;
		this.sources = sources;
		this.limits = limits;
		this.bodyTimeout = bodyTimeout;
		this.uploads = uploads;
		this.clock = clock;
	}

	@Override
	protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws IOException, ServletException {
		if (ReceiveUploads.isUpload(request)) {
			try (Upload upload = this.uploads.begin(request)) {
				doFilter(request, response, chain, upload);
			}
			catch (Refusal ex) {
				Envelope.refuse(response, ex);
			}
			return;
		}
		doFilter(request, response, chain, null);
	}

	private void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain,
			@Nullable Upload upload) throws IOException, ServletException {
		SignedCall call;
		try {
			call = authenticate(request, upload);
			takeAllowance(call, request, response);
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
		if (response.getStatus() == ErrorCode.REQUEST_REPLAYED.status()) {
			// All other checks that answer so came before: a stranger sent a request of
			// the
			// owner's again, and must not use up what the owner may send.
			this.limits.giveBack(call.caller().apiKey(), CallKind.of(request));
		}
	}

	private SignedCall authenticate(HttpServletRequest request, @Nullable Upload upload) {
		AuthHeaders headers = AuthHeaders.read(request);
		if (upload != null && headers.version() != SignatureVersion.V2) {
			throw new Refusal(ErrorCode.HMAC_V2_REQUIRED, "A file must be signed with version 2");
		}
		byte[] body = (upload == null) ? RequestBody.read(request, this.bodyTimeout) : EMPTY;
		requireNow(headers.timestampMs());
		Optional<Caller> caller = this.keys.find(headers.apiKey());
		if (caller.isPresent()) {
			RequestTrace.business(caller.get().businessId());
			requireListed(caller.get(), request);
		}
		if (upload != null) {
			// A stranger's bytes are hashed like anybody's, and kept by nobody.
			upload.receive(request, caller.isPresent());
		}
		SignedRequest signed = (upload != null) ? SignedRequest.ofHashed(headers, request, upload.sha256())
				: SignedRequest.of(headers, request, body);
		// Without a caller the signature is computed all the same, so that time does not
		// tell which keys exist.
		byte[] signingKey = caller.map(Caller::signingKey).orElseGet(Signatures::noKey);
		if (!this.signatures.match(signed, signingKey) || caller.isEmpty()) {
			throw new Refusal(ErrorCode.SIGNATURE_INVALID);
		}
		SignedCall call = new SignedCall(caller.get(), body, replayToken(signed), this.nonces);
		if (upload != null) {
			call.with(upload);
		}
		if (!caller.get().apiAccessEnabled()) {
			call.spendReplayToken();
			throw new Refusal(ErrorCode.KYC_REQUIRED);
		}
		if (!SignedCall.acceptsPayout(request)) {
			call.spendReplayToken();
		}
		return call;
	}

	private void takeAllowance(SignedCall call, HttpServletRequest request, HttpServletResponse response) {
		long waitNanos = this.limits.take(call.caller().apiKey(), CallKind.of(request));
		if (waitNanos > 0) {
			call.spendReplayToken();
			response.setHeader("Retry-After", Long.toString(Math.ceilDiv(waitNanos, NANOS_PER_SECOND)));
			throw new Refusal(ErrorCode.RATE_LIMITED);
		}
	}

	private void requireNow(long timestampMs) {
		if (Math.abs(this.clock.millis() - timestampMs) > SKEW_MS) {
			throw new Refusal(ErrorCode.TIMESTAMP_EXPIRED);
		}
	}

	private void requireListed(Caller caller, HttpServletRequest request) {
		InetAddress source = this.sources.of(request);
		if (!caller.ipRules().allows(source)) {
			throw new Refusal(ErrorCode.IP_NOT_ALLOWED);
		}
	}

	private static @Nullable String replayToken(SignedRequest signed) {
		return switch (signed.headers().version()) {
			case V1 -> WRITES.contains(signed.method()) ? signed.headers().signature() : null;
			case V2 -> signed.headers().nonce();
		};
	}

}
