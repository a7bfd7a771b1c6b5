package dev.hundi.portal.web;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;

import dev.hundi.port.LeastRate;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.coyote.InputBuffer;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * Ends uploads that arrive too slowly, as the API does, because each of them takes
 * {@linkplain UploadPlaces room} from others. A valve, because Tomcat reads multipart
 * bodies itself: no wrapper of the request sees their bytes.
 */
final class PacedUploads extends ValveBase {

	private static final String TOO_SLOW = PacedUploads.class.getName() + ".too-slow";

	private static final long LEAST_BYTES_PER_SECOND = 8 * 1024;

	private static final Duration LONGEST = Duration.ofMinutes(5);

	/** The longest pause between two bytes of a body. */
	private static final Duration PAUSE = Duration.ofSeconds(10);

	PacedUploads() {
		super(true);
	}

	/** Ends the reading of a body after a pause. */
	static void limitPauses(Connector connector) {
		if (!connector.setProperty("disableUploadTimeout", "false")
				|| !connector.setProperty("connectionUploadTimeout", Long.toString(PAUSE.toMillis()))) {
			throw new IllegalStateException("The connector cannot limit pauses");
		}
	}

	/** Whether the upload of a request was ended. */
	static boolean isTooSlow(ServletRequest request) {
		return request.getAttribute(TOO_SLOW) != null;
	}

	@Override
	public void invoke(Request request, Response response) throws IOException, ServletException {
		if (!LimitBody.isMultipart(request.getContentType())) {
			getNext().invoke(request, response);
			return;
		}
		InputBuffer body = request.getCoyoteRequest().getInputBuffer();
		request.getCoyoteRequest().setInputBuffer(new Paced(request, body));
		try {
			getNext().invoke(request, response);
		}
		finally {
			request.getCoyoteRequest().setInputBuffer(body);
		}
	}

	private static final class Paced implements InputBuffer {

		private final Request request;

		private final InputBuffer body;

		private final LeastRate leastRate = new LeastRate(LEAST_BYTES_PER_SECOND, this::waited);

		/** Nanoseconds. What this server spends between reads is not the sender's. */
		private long waited;

		Paced(Request request, InputBuffer body) {
			this.request = request;
			this.body = body;
		}

		@Override
		public int doRead(ApplicationBufferHandler handler) throws IOException {
			try {
				long asked = System.nanoTime();
				int read = this.body.doRead(handler);
				this.waited += System.nanoTime() - asked;
				if (read > 0 && (!this.leastRate.add(read) || this.waited > LONGEST.toNanos())) {
					throw new SocketTimeoutException("The upload is too slow");
				}
				return read;
			}
			catch (SocketTimeoutException ex) {
				this.request.setAttribute(TOO_SLOW, true);
				// What is still to come would be read as slowly.
				this.request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
				throw ex;
			}
		}

		private long waited() {
			return this.waited;
		}

		@Override
		public int available() {
			return this.body.available();
		}

	}

}
