package dev.hundi.stream.webhook;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

import dev.hundi.webhook.NewDelivery;

/**
 * Deliveries that are not stored and wait for capacity of their endpoint, each endpoint's
 * in the order of their arrival. They wait so briefly that the sweep does not look for
 * them, and are stored then.
 */
final class QueuedDeliveries {

	/** With the age of an event and the timeout of an attempt below twenty seconds. */
	private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

	/**
	 * Limit of an endpoint, as a multiple of its attempts. A receiver that keeps up with
	 * a released file answers so many within the longest wait.
	 */
	private static final int OF_ENDPOINT = 64;

	/**
	 * Limit of all endpoints, as a multiple of the concurrency: with the default
	 * settings, three endpoints with full queues leave room for others.
	 */
	private static final int OF_ALL = 16;

	private final Map<UUID, Deque<Queued>> queues = new LinkedHashMap<>();

	private final Map<UUID, List<NewDelivery>> givenUp = new LinkedHashMap<>();

	private final int perEndpoint;

	private final int limit;

	private final LongSupplier nanos;

	private int size;

	/**
	 * Creates empty queues.
	 * @param perEndpoint maximum number of an endpoint
	 * @param limit maximum number of all endpoints
	 */
	QueuedDeliveries(int perEndpoint, int limit, LongSupplier nanos) {
		this.perEndpoint = perEndpoint;
		this.limit = limit;
		this.nanos = nanos;
	}

	static QueuedDeliveries of(WebhookSettings settings, LongSupplier nanos) {
		return new QueuedDeliveries(OF_ENDPOINT * settings.perEndpoint(), OF_ALL * settings.concurrency(), nanos);
	}

	/**
	 * Adds a delivery.
	 * @return false if there is no room for it, or if it would overtake others of its
	 * endpoint that were given up
	 */
	synchronized boolean add(NewDelivery delivery) {
		UUID added = delivery.delivery().endpointId();
		if (this.givenUp.containsKey(added)) {
			return false;
		}
		Deque<Queued> queue = this.queues.computeIfAbsent(delivery.delivery().endpointId(),
				(endpointId) -> new ArrayDeque<>());
		if (this.size >= this.limit || queue.size() >= this.perEndpoint) {
			return false;
		}
		this.size++;
		return queue.add(new Queued(delivery, this.nanos.getAsLong()));
	}

	synchronized int size() {
		return this.size;
	}

	/**
	 * Takes those that may be attempted, and none that has waited for too long.
	 * @param capacity maximum number
	 * @param ofEndpoint maximum number of an endpoint
	 */
	synchronized List<NewDelivery> take(int capacity, ToIntFunction<UUID> ofEndpoint) {
		List<NewDelivery> taken = new ArrayList<>();
		for (Iterator<Map.Entry<UUID, Deque<Queued>>> each = this.queues.entrySet().iterator(); each.hasNext();) {
			Map.Entry<UUID, Deque<Queued>> queue = each.next();
			int free = Math.min(capacity - taken.size(), ofEndpoint.applyAsInt(queue.getKey()));
			for (; free > 0 && !queue.getValue().isEmpty() && !isLate(queue.getValue().element()); free--) {
				taken.add(queue.getValue().remove().delivery);
			}
			if (queue.getValue().isEmpty()) {
				each.remove();
			}
		}
		this.size -= taken.size();
		return taken;
	}

	/** Lets the deliveries of an endpoint be stored instead. */
	synchronized void giveUp(UUID endpointId) {
		Deque<Queued> queue = this.queues.remove(endpointId);
		if (queue != null) {
			List<NewDelivery> ofEndpoint = this.givenUp.computeIfAbsent(endpointId, (added) -> new ArrayList<>());
			queue.forEach((queued) -> ofEndpoint.add(queued.delivery));
		}
	}

	synchronized boolean hasLate() {
		return !this.givenUp.isEmpty()
				|| this.queues.values().stream().anyMatch((queue) -> !queue.isEmpty() && isLate(queue.element()));
	}

	/** Takes those that were given up or have waited for too long. */
	synchronized List<NewDelivery> takeLate() {
		List.copyOf(this.queues.entrySet())
			.stream()
			.filter((queue) -> !queue.getValue().isEmpty() && isLate(queue.getValue().element()))
			.forEach((queue) -> giveUp(queue.getKey()));
		List<NewDelivery> late = this.givenUp.values().stream().flatMap(List::stream).toList();
		this.givenUp.clear();
		this.size -= late.size();
		return late;
	}

	synchronized List<NewDelivery> takeAll() {
		List.copyOf(this.queues.keySet()).forEach(this::giveUp);
		return takeLate();
	}

	private boolean isLate(Queued queued) {
		return this.nanos.getAsLong() - queued.sinceNanos > LONGEST_WAIT.toNanos();
	}

	private record Queued(NewDelivery delivery, long sinceNanos) {
	}

}
