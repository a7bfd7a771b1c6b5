package dev.hundi.stream.message;

/**
 * What reading a message's bytes comes to.
 *
 * @param <M> kind of message
 */
public sealed interface Parsed<M> {

	/** The bytes are a message. */
	record Message<M>(M message) implements Parsed<M> {
	}

	/**
	 * The bytes are none, and never will be.
	 *
	 * @param reason what is wrong with them, short enough for a message header
	 */
	record Malformed<M>(String reason) implements Parsed<M> {
	}

}
