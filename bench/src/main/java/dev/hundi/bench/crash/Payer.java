package dev.hundi.bench.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.client.MerchantClient;
import dev.hundi.sandbox.client.Reply;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A merchant who pays, schedules and cancels continuously and records every answer.
 * Without an answer it repeats the request under the same idempotency key, as
 * docs/specification.md requires.
 */
final class Payer {

	private static final JsonMapper json = JsonMapper.shared();

	private static final Duration BETWEEN = Duration.ofMillis(120);

	private static final Duration BETWEEN_TRIES = Duration.ofMillis(300);

	/** The API accepts no time within a minute of the receipt of a request. */
	private static final Duration SOONEST = Duration.ofSeconds(75);

	/** A request that waited this long for a killed process names a time too close. */
	private static final Duration TOO_LATE = Duration.ofSeconds(14);

	/** One in this many answered payouts is requested again. */
	private static final int ASKED_AGAIN = 10;

	/** One in this many payouts waits for a checker, and as many for a time. */
	private static final int HELD = 5;

	/**
	 * After one in this many held payouts one is cancelled: it, or an earlier one that a
	 * checker or the time may release at the same moment.
	 */
	private static final int CANCELLED = 4;

	/** So many of the last held payouts may be cancelled. */
	private static final int CANCELLABLE = 8;

	private final DemoBusiness business;

	private final MerchantClient client;

	private final HttpClient http = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(Duration.ofSeconds(5))
		.build();

	private final Random random;

	private final Map<Target, String> beneficiaries = new HashMap<>();

	private final Map<String, UUID> accepted = new HashMap<>();

	private final Map<UUID, Held> held = new HashMap<>();

	private final List<UUID> lastHeld = new ArrayList<>();

	private final Set<UUID> cancelled = new HashSet<>();

	private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();

	private final AtomicLong retries = new AtomicLong();

	private final AtomicLong replays = new AtomicLong();

	private volatile boolean stopped;

	Payer(Platform platform, DemoBusiness business, long seed) {
		this.business = business;
		this.client = new MerchantClient(platform.apiUrl(), business.apiKey(), business.signingKey());
		this.random = new Random(seed);
	}

	/** Registers every target, before the first kill. */
	void registerBeneficiaries() {
		for (Target target : Target.ALL) {
			Map<String, String> body = new HashMap<>(target.fields());
			body.put("name", "Ramesh Kumar");
			body.put("phoneNumber", "9876543210");
			this.beneficiaries.put(target,
					this.client.post("/v1/beneficiaries", body).expect(201).data().path("beneficiaryId").asString());
		}
	}

	/** Pays until {@link #stop}; a payout in flight is finished. */
	void payOnAndOn() {
		while (!this.stopped) {
			pay();
			LockSupport.parkNanos((long) (BETWEEN.toNanos() * 2 * this.random.nextDouble()));
		}
	}

	void stop() {
		this.stopped = true;
	}

	DemoBusiness business() {
		return this.business;
	}

	/** Payout ids by idempotency key, of every request answered with 200. */
	Map<String, UUID> accepted() {
		return Map.copyOf(this.accepted);
	}

	/** Payouts that were requested with an approval or a time. */
	Map<UUID, Held> held() {
		return Map.copyOf(this.held);
	}

	/** Payouts of every cancellation answered with 200. */
	Set<UUID> cancelled() {
		return Set.copyOf(this.cancelled);
	}

	/** Answers that are always wrong. */
	List<String> violations() {
		return List.copyOf(this.violations);
	}

	long retries() {
		return this.retries.get();
	}

	long replays() {
		return this.replays.get();
	}

	private void pay() {
		Target target = Target.ALL.get(this.random.nextInt(Target.ALL.size()));
		String key = new UUID(this.random.nextLong(), this.random.nextLong()).toString();
		boolean approved = this.random.nextInt(HELD) == 0;
		boolean scheduled = this.random.nextInt(HELD) == 0;
		Map<String, Object> fields = new HashMap<>(Map.of("beneficiaryId", this.beneficiaries.getOrDefault(target, ""),
				"amount", "%d.%02d".formatted(1 + this.random.nextInt(400), this.random.nextInt(100)),
				"transactionType", target.rail(), "merchantReferenceId", "ORD-" + key.substring(0, 8)));
		if (approved) {
			fields.put("requiresApproval", true);
		}
		Instant notBefore = Instant.now().plus(SOONEST);
		// A request that is repeated after a minute names a later time. The first stored
		// one counts.
		Supplier<String> body = () -> {
			if (scheduled) {
				fields.put("scheduledFor", Instant.now().plus(SOONEST).toString());
			}
			return json.writeValueAsString(fields);
		};
		UUID payout = untilAnswered(key, body);
		this.accepted.put(key, payout);
		if (this.random.nextInt(ASKED_AGAIN) == 0) {
			UUID again = untilAnswered(key, body);
			if (!again.equals(payout)) {
				this.violations.add("key %s returned payout %s and then %s".formatted(key, payout, again));
			}
		}
		if (approved || scheduled) {
			this.held.put(payout, new Held(approved, scheduled ? notBefore : null));
			this.lastHeld.add(payout);
			if (this.lastHeld.size() > CANCELLABLE) {
				this.lastHeld.removeFirst();
			}
			if (this.random.nextInt(CANCELLED) == 0) {
				cancelUntilAnswered(this.lastHeld.get(this.random.nextInt(this.lastHeld.size())));
			}
		}
	}

	private UUID untilAnswered(String key, Supplier<String> body) {
		while (true) {
			Instant begin = Instant.now();
			HttpRequest request = this.client.signed("POST", "/v1/payouts", body.get(), Map.of("Idempotency-Key", key));
			try {
				Reply reply = send(request);
				if (reply.status() == 200) {
					replay(key, request);
					return UUID.fromString(reply.data().path("payoutTransactionId").asString());
				}
				if (reply.status() != 503 && !cameTooLate(reply, begin)) {
					this.violations.add("key %s got status %d: %s".formatted(key, reply.status(), reply.body()));
				}
			}
			catch (UncheckedIOException ex) {
				// The outcome is unknown, so repeat the request.
			}
			awaitNextTry();
		}
	}

	/** The repeated request names a later time. */
	private static boolean cameTooLate(Reply reply, Instant begin) {
		return reply.status() == 400 && Instant.now().isAfter(begin.plus(TOO_LATE))
				&& reply.data().at("/errors/0/field").asString().equals("scheduledFor");
	}

	/**
	 * 409 after an unanswered request says nothing: that request may have cancelled it.
	 */
	private void cancelUntilAnswered(UUID payout) {
		while (true) {
			try {
				Reply reply = send(this.client.signed("POST", "/v1/payouts/" + payout + "/cancel", "", Map.of()));
				if (reply.status() == 200) {
					this.cancelled.add(payout);
				}
				if (reply.status() == 200 || reply.status() == 409) {
					return;
				}
				if (reply.status() != 503) {
					this.violations.add(
							"the cancellation of %s got status %d: %s".formatted(payout, reply.status(), reply.body()));
				}
			}
			catch (UncheckedIOException ex) {
				// The outcome is unknown, so repeat the request.
			}
			awaitNextTry();
		}
	}

	private void awaitNextTry() {
		this.retries.incrementAndGet();
		LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
	}

	/** A byte-for-byte replay must be refused, even by a freshly started api. */
	private void replay(String key, HttpRequest request) {
		if (this.random.nextInt(ASKED_AGAIN) != 0) {
			return;
		}
		try {
			Reply reply = send(request);
			this.replays.incrementAndGet();
			if (reply.status() == 200) {
				this.violations.add("the request of key %s was accepted twice, byte for byte".formatted(key));
			}
		}
		catch (UncheckedIOException ex) {
			// An unavailable api also refuses the replay.
		}
	}

	private Reply send(HttpRequest request) {
		try {
			HttpResponse<byte[]> response = this.http.send(request, HttpResponse.BodyHandlers.ofByteArray());
			return new Reply(response.statusCode(), json.readTree(response.body()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new UncheckedIOException(new IOException("Interrupted", ex));
		}
	}

	/**
	 * What a payout was requested to wait for.
	 *
	 * @param notBefore the earliest time that was requested, UTC; null for at once
	 */
	record Held(boolean approval, @Nullable Instant notBefore) {
	}

}
