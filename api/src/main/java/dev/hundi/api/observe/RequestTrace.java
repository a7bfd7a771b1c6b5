package dev.hundi.api.observe;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Ids and error code of the current request, bound to its thread. Contains no data of
 * callers.
 */
public final class RequestTrace {

	/** The answer header with the id of the request. */
	public static final String HEADER = "X-Request-Id";

	private static final String REQUEST_ID = "requestId";

	private static final String BUSINESS_ID = "businessId";

	private static final String PAYOUT_ID = "payoutId";

	private static final ThreadLocal<@Nullable RequestTrace> current = new ThreadLocal<>();

	private final String requestId = newId();

	private final long startNanos = System.nanoTime();

	private final BooleanSupplier closing;

	private @Nullable String code;

	private @Nullable String businessId;

	private @Nullable String payoutId;

	private RequestTrace(BooleanSupplier closing) {
		this.closing = closing;
	}

	/**
	 * Begins a request on this thread.
	 * @param closing whether to close the connection after the answer
	 */
	static RequestTrace begin(BooleanSupplier closing) {
		RequestTrace trace = new RequestTrace(closing);
		trace.resume();
		return trace;
	}

	/** Continues a request that another thread began. */
	void resume() {
		current.set(this);
		MDC.put(REQUEST_ID, this.requestId);
		put(BUSINESS_ID, this.businessId);
		put(PAYOUT_ID, this.payoutId);
	}

	/** Unbinds the request from this thread. */
	static void end() {
		current.remove();
		MDC.remove(REQUEST_ID);
		MDC.remove(BUSINESS_ID);
		MDC.remove(PAYOUT_ID);
	}

	/** The id of the current request, or null. */
	public static @Nullable String currentId() {
		RequestTrace trace = current.get();
		return (trace != null) ? trace.requestId : null;
	}

	/** Whether the connection is to be closed after the answer. */
	public static boolean isLastOfConnection() {
		RequestTrace trace = current.get();
		return trace != null && trace.closing.getAsBoolean();
	}

	/** Records the code of an error answer. */
	public static void code(String code) {
		RequestTrace trace = current.get();
		if (trace != null) {
			trace.code = code;
		}
	}

	/** Records the business of the request. */
	public static void business(UUID businessId) {
		RequestTrace trace = current.get();
		if (trace != null) {
			trace.businessId = businessId.toString();
			MDC.put(BUSINESS_ID, trace.businessId);
		}
	}

	/** Records the payout that the request creates or reads. */
	public static void payout(UUID payoutId) {
		RequestTrace trace = current.get();
		if (trace != null) {
			trace.payoutId = payoutId.toString();
			MDC.put(PAYOUT_ID, trace.payoutId);
		}
	}

	String requestId() {
		return this.requestId;
	}

	/** The code of an error, {@code ok}, or {@code error} for one without a code. */
	String code(int status) {
		String noted = this.code;
		if (noted != null) {
			return noted;
		}
		return (status < 400) ? "ok" : "error";
	}

	long elapsedNanos() {
		return System.nanoTime() - this.startNanos;
	}

	private static void put(String name, @Nullable String value) {
		if (value != null) {
			MDC.put(name, value);
		}
	}

	/** A time-ordered UUID (version 7). The generator does not block. */
	private static String newId() {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		long high = (System.currentTimeMillis() << 16) | 0x7000 | random.nextInt(0x1000);
		long low = (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
		return new UUID(high, low).toString();
	}

}
