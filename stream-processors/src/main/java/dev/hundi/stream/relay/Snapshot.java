package dev.hundi.stream.relay;

import java.util.Arrays;
import java.util.List;

/**
 * A PostgreSQL snapshot: the set of visible transactions.
 *
 * @param end the first id that was not assigned yet
 * @param running transactions before it that have not ended
 */
record Snapshot(long end, List<Long> running) {

	Snapshot {
		running = List.copyOf(running);
	}

	/**
	 * Parses a {@code pg_snapshot}.
	 * @param text such as {@code 731:740:731,735}
	 */
	static Snapshot parse(String text) {
		String[] parts = text.split(":", -1);
		List<Long> running = parts[2].isEmpty() ? List.of()
				: Arrays.stream(parts[2].split(",")).map(Long::valueOf).toList();
		return new Snapshot(Long.parseLong(parts[1]), running);
	}

	/**
	 * Whether the changes of a transaction are visible in this snapshot.
	 * @param transaction the lower 32 bits of its id, which is all that is captured;
	 * concurrent transactions are never further apart
	 */
	boolean sees(long transaction) {
		return (int) (this.end - transaction) > 0
				&& this.running.stream().noneMatch((other) -> (int) (other - transaction) == 0);
	}

}
