package dev.hundi.stream.kafka;

import java.util.List;

/**
 * A processor's work on what one poll has brought.
 *
 * @param <M> kind of message
 */
@FunctionalInterface
public interface BatchHandler<M> {

	/**
	 * Does what the messages ask for. When it returns, their offsets are committed. When
	 * it throws, that is an outage: the same messages come again, for as long as it
	 * takes, so it must be idempotent by the rows in the database.
	 * @param messages in the order of their partitions, at least one
	 * @return those that can never be done, for the dead-letter topic; mostly none
	 */
	List<Poison> handle(List<M> messages);

}
