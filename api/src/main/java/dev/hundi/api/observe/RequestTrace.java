package dev.hundi.api.observe;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * What becomes known of a request while it is answered, bound to the thread that answers
 * it. Holds ids and codes only, never anything that a caller wrote.
 */
public final class RequestTrace {

	/** The header that carries the id of a request in its answer. */
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
	 * @param closing whether its connection takes no further request
	 */
	static RequestTrace begin(BooleanSupplier closing) {
		RequestTrace trace = new RequestTrace(closing);
		trace.resume();
		return trace;
	}

	/** Goes on with a request that another thread has begun. */
	void resume() {
		current.set(this);
		MDC.put(REQUEST_ID, this.requestId);
		put(BUSINESS_ID, this.businessId);
		put(PAYOUT_ID, this.payoutId);
	}

	/** Leaves the thread as it was before. */
	static void end() {
		current.remove();
		MDC.remove(REQUEST_ID);
		MDC.remove(BUSINESS_ID);
		MDC.remove(PAYOUT_ID);
	}

	/** The id of the request that this thread answers, or null outside one. */
	public static @Nullable String currentId() {
		RequestTrace trace = current.get();
		return (trace != null) ? trace.requestId : null;
	}

	/**
	 * Whether the connection of the request that this thread answers takes no further
	 * one, which its answer should say.
	 */
	public static boolean isLastOfConnection() {
		RequestTrace trace = current.get();
		return trace != null && trace.closing.getAsBoolean();
	}

	/** Notes the code of an error answer. */
	public static void code(String code) {
		RequestTrace trace = current.get();
		if (trace != null) {
			trace.code = code;
		}
	}

	/** Notes whose request it is. */
	public static void business(UUID businessId) {
		RequestTrace trace = current.get();
		if (trace != null) {
			trace.businessId = businessId.toString();
			MDC.put(BUSINESS_ID, trace.businessId);
		}
	}

	/** Notes the payout that the request made or asks about. */
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

	/**
	 * Ordered by time, like every id here, but from a generator that waits for nobody.
	 */
	private static String newId() {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		long high = (System.currentTimeMillis() << 16) | 0x7000 | random.nextInt(0x1000);
		long low = (random.nextLong() & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
		return new UUID(high, low).toString();
	}

}
