package dev.hundi.api.auth;

import java.io.IOException;
import java.util.UUID;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * A request body that is too large for memory. Closed at the end of its request.
 */
public interface StreamedBody extends AutoCloseable {

	/**
	 * Checks the announced size.
	 * @throws dev.hundi.api.answer.Refusal {@code payload_too_large}
	 */
	void requireSize(HttpServletRequest request);

	/**
	 * Takes a place among the bodies that are being received.
	 * @param businessId the business of a key that may send the body; null for any other
	 * caller, whose body is hashed and not kept
	 * @throws dev.hundi.api.answer.Refusal {@code temporarily_unavailable} if no place is
	 * free
	 */
	void admit(@Nullable UUID businessId);

	/**
	 * Reads the body of an admitted caller to its end.
	 * @return the SHA-256 of the content
	 * @throws dev.hundi.api.answer.Refusal {@code payload_too_large},
	 * {@code request_timeout}, or {@code bad_request} if the body contradicts its headers
	 */
	byte[] receive(HttpServletRequest request);

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
		 */
		@Nullable StreamedBody begin(HttpServletRequest request);

	}

}
