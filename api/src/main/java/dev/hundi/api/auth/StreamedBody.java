package dev.hundi.api.auth;

import java.io.IOException;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request body that is too large for memory. Closed at the end of its request.
 */
public interface StreamedBody extends AutoCloseable {

	/**
	 * Reads the body to its end.
	 * @param keep whether to keep the content; false for unknown callers, whose body is
	 * only hashed
	 * @return the SHA-256 of the content
	 * @throws dev.hundi.api.answer.Refusal {@code payload_too_large},
	 * {@code request_timeout}, or {@code bad_request} if the body contradicts its headers
	 */
	byte[] receive(HttpServletRequest request, boolean keep);

	@Override
	void close() throws IOException;

	/**
	 * Selects the requests whose bodies are streamed.
	 */
	@FunctionalInterface
	interface Receiver {

		/**
		 * Prepares to receive a body, before anything is read.
		 * @return null if the body is to be read into memory
		 * @throws dev.hundi.api.answer.Refusal {@code temporarily_unavailable} if too
		 * many bodies are being received
		 */
		@Nullable StreamedBody begin(HttpServletRequest request);

	}

}
