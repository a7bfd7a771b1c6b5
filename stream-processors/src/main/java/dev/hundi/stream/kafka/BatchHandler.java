package dev.hundi.stream.kafka;

import java.util.List;

/**
 * Processes the messages of one poll.
 *
 * @param <M> kind of message
 */
@FunctionalInterface
public interface BatchHandler<M> {

	/**
	 * Processes messages. Their offsets are committed when this method returns. If it
	 * throws, the same messages are redelivered until it succeeds, so it must be
	 * idempotent.
	 * @param messages in the order of their partitions, not empty
	 * @return the messages that can never succeed, for the dead-letter topic; usually
	 * none
	 */
	List<PoisonMessage> handle(List<M> messages);

}
