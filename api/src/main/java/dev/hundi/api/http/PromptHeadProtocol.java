package dev.hundi.api.http;

import java.io.IOException;

import dev.hundi.port.QuietProtocol;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 with a timeout for the whole head of a request. Tomcat's own timeout restarts
 * with every byte, so a slow caller could hold a connection for hours. Public because
 * Tomcat instantiates it by class name.
 */
public final class PromptHeadProtocol extends QuietProtocol {

	private static final long NANOS_PER_MS = 1_000_000;

	@Override
	protected Processor createProcessor() {
		return new PromptHeadProcessor(this, getAdapter(), getConnectionTimeout() * NANOS_PER_MS);
	}

	/**
	 * Called each time a part of the head arrives; closes the connection after the
	 * timeout. Tomcat reuses processors for other connections.
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
