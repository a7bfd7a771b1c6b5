package dev.hundi.api.http;

import java.io.IOException;

import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 that gives the head of a request so much time as a whole. Tomcat's own timeout
 * starts anew with every byte, so a caller that sends one now and then could hold a
 * connection for hours. Public because Tomcat makes it by its class name.
 */
public final class PromptHeadProtocol extends Http11NioProtocol {

	private static final long NANOS_PER_MS = 1_000_000;

	@Override
	protected Processor createProcessor() {
		return new PromptHeadProcessor(this, getAdapter(), getConnectionTimeout() * NANOS_PER_MS);
	}

	/**
	 * Is called again each time a part of a head arrives, and closes the connection if
	 * that is too late. Used for one connection after another.
	 */
	private static final class PromptHeadProcessor extends Http11Processor {

		private final long maxNanos;

		private @Nullable SocketWrapperBase<?> unfinished;

		private long startNanos;

		PromptHeadProcessor(AbstractHttp11Protocol<?> protocol, Adapter adapter, long maxNanos) {
			super(protocol, adapter);
			this.maxNanos = maxNanos;
		}

		@Override
		@SuppressWarnings("ReferenceEquality")
		public SocketState service(SocketWrapperBase<?> socket) throws IOException {
			if (this.unfinished != socket) {
				this.startNanos = System.nanoTime();
			}
			else if (System.nanoTime() - this.startNanos > this.maxNanos) {
				this.unfinished = null;
				return SocketState.CLOSED;
			}
			SocketState state = super.service(socket);
			this.unfinished = (state == SocketState.LONG && !isAsync()) ? socket : null;
			return state;
		}

	}

}
