package dev.hundi.work;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A queue in memory. The kind of an item is its first letter. */
final class FakeQueue implements WorkQueue<Character, String> {

	private final Deque<String> due = new ArrayDeque<>();

	private final List<String> held = new ArrayList<>();

	private final List<String> givenBack = new ArrayList<>();

	private int renewals;

	private int claimFailures;

	synchronized void add(String... items) {
		this.due.addAll(List.of(items));
	}

	synchronized void failClaims(int count) {
		this.claimFailures = count;
	}

	synchronized void end(String item) {
		this.held.remove(item);
	}

	synchronized List<String> held() {
		return List.copyOf(this.held);
	}

	synchronized List<String> givenBack() {
		return List.copyOf(this.givenBack);
	}

	synchronized int renewals() {
		return this.renewals;
	}

	@Override
	public synchronized Optional<String> claim(Set<Character> kinds, Duration lease) {
		if (this.claimFailures-- > 0) {
			throw new IllegalStateException("The queue is not available");
		}
		Optional<String> next = this.due.stream().filter((item) -> kinds.contains(kindOf(item))).findFirst();
		next.ifPresent((item) -> {
			this.due.remove(item);
			this.held.add(item);
		});
		return next;
	}

	@Override
	public Character kindOf(String item) {
		return item.charAt(0);
	}

	@Override
	public synchronized boolean renew(String item, Duration lease) {
		this.renewals++;
		return this.held.contains(item);
	}

	@Override
	public synchronized void giveBack(String item) {
		if (this.held.remove(item)) {
			this.givenBack.add(item);
		}
	}

}
