package dev.hundi.stream.relay;

import java.util.Arrays;
import java.util.List;

/**
 * Which transactions a statement that begins now sees, as PostgreSQL tells it.
 *
 * @param end the first transaction that was not there yet
 * @param running those before that have not ended
 */
record Snapshot(long end, List<Long> running) {

	Snapshot {
		running = List.copyOf(running);
	}

	/**
	 * Reads a {@code pg_snapshot}.
	 * @param text such as {@code 731:740:731,735}
	 */
	static Snapshot parse(String text) {
		String[] parts = text.split(":", -1);
		List<Long> running = parts[2].isEmpty() ? List.of()
				: Arrays.stream(parts[2].split(",")).map(Long::valueOf).toList();
		return new Snapshot(Long.parseLong(parts[1]), running);
	}

	/**
	 * Whether it sees what a transaction has committed.
	 * @param transaction the lower 32 bits of its id, which is all that is captured with
	 * a row: ids that far apart are never open at once
	 */
	boolean sees(long transaction) {
		return (int) (this.end - transaction) > 0
				&& this.running.stream().noneMatch((other) -> (int) (other - transaction) == 0);
	}

}
