package dev.hundi.sandbox.http;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;

/**
 * Result of a handler: a response, a response that never comes, or a closed connection.
 */
public sealed interface Answer {

	/** A status and a body written as JSON. */
	record Json(int status, Object body) implements Answer {
	}

	/** Bytes of any media type. */
	record Content(int status, Map<String, String> headers, byte[] body) implements Answer {

		/** A 200. */
		public Content(String mediaType, byte[] body) {
			this(200, Map.of("Content-Type", mediaType), body);
		}

	}

	/** A 200 whose JSON body is written piece by piece. */
	record Streamed(BodyWriter writer) implements Answer {
	}

	/** No response: the connection closes after this time. */
	record Held(Duration atMost) implements Answer {
	}

	/** No response: the connection closes immediately. */
	record HungUp() implements Answer {
	}

	static Answer ok(Object body) {
		return new Json(200, body);
	}

	/** Writes a body to a stream that the server closes. */
	@FunctionalInterface
	interface BodyWriter {

		void writeTo(OutputStream out) throws IOException;

	}

}
