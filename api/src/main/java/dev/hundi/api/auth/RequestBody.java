package dev.hundi.api.auth;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import jakarta.servlet.http.HttpServletRequest;

/**
 * Reads a body into memory, within limits of size and time.
 */
final class RequestBody {

	private static final int MAX_BYTES = 64 * 1024;

	private static final int USUAL_BYTES = 1024;

	private static final byte[] EMPTY = {};

	private RequestBody() {
	}

	/**
	 * The exact bytes.
	 * @param atMost maximum time for all bytes to arrive
	 * @throws Refusal {@code payload_too_large}, {@code request_timeout}, or
	 * {@code bad_request} if the body contradicts its headers
	 */
	static byte[] read(HttpServletRequest request, Duration atMost) {
		long announced = request.getContentLengthLong();
		if (announced > MAX_BYTES) {
			throw new Refusal(ErrorCode.PAYLOAD_TOO_LARGE);
		}
		if (announced == 0 || (announced < 0 && request.getHeader("Transfer-Encoding") == null)) {
			return EMPTY;
		}
		try {
			return read(request.getInputStream(), (announced > 0) ? (int) announced : USUAL_BYTES, atMost.toNanos());
		}
		catch (SocketTimeoutException ex) {
			throw new Refusal(ErrorCode.REQUEST_TIMEOUT);
		}
		catch (IOException | IllegalStateException ex) {
			// Tomcat reports too many trailers as IllegalStateException.
			throw new Refusal(ErrorCode.BAD_REQUEST, "The body could not be read");
		}
	}

	/**
	 * Checks the time between reads, because the timeout of the connection restarts with
	 * every byte.
	 */
	private static byte[] read(InputStream in, int expected, long maxNanos) throws IOException {
		long start = System.nanoTime();
		// One byte more than expected, so that the end is found without growing.
		byte[] buffer = new byte[expected + 1];
		int length = 0;
		for (int read = in.read(buffer, 0, buffer.length); read >= 0; read = in.read(buffer, length,
				buffer.length - length)) {
			length += read;
			if (length > MAX_BYTES) {
				throw new Refusal(ErrorCode.PAYLOAD_TOO_LARGE);
			}
			if (System.nanoTime() - start > maxNanos) {
				throw new Refusal(ErrorCode.REQUEST_TIMEOUT);
			}
			if (length == buffer.length) {
				buffer = Arrays.copyOf(buffer, Math.min(2 * length, MAX_BYTES + 1));
			}
		}
		return Arrays.copyOf(buffer, length);
	}

}
