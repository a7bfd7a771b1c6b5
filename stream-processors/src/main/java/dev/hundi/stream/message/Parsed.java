package dev.hundi.stream.message;

/**
 * The result of reading a message.
 *
 * @param <M> kind of message
 */
public sealed interface Parsed<M> {

	record Message<M>(M message) implements Parsed<M> {
	}

	/**
	 * Bytes that are not a valid message.
	 *
	 * @param reason why, short enough for a message header
	 */
	record Malformed<M>(String reason) implements Parsed<M> {
	}

}
