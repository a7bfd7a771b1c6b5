package dev.hundi.stream.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;

import javax.net.ssl.SSLSocket;

import org.apache.hc.client5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.DefaultHttpRequestWriterFactory;
import org.apache.hc.core5.http.impl.io.SocketHolder;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * A pooled connection that knows at once whether the server has closed it. The library's
 * own waits a millisecond for data, which delays each call and costs an exception and the
 * time of a timer.
 */
final class CheckedConnection extends DefaultBHttpClientConnection implements ManagedHttpClientConnection {

	private final AtomicBoolean closed = new AtomicBoolean();

	private volatile @Nullable SocketChannel channel;

	private volatile Timeout socketTimeout = Timeout.DISABLED;

	CheckedConnection(Http1Config limits) {
		// Without these factories, the limits of heads would be the library's.
		super(limits, null, null, null, null, new DefaultHttpRequestWriterFactory(limits),
				new DefaultHttpResponseParserFactory(limits));
	}

	@Override
	public void bind(Socket socket) throws IOException {
		requireOpen(socket);
		super.bind(socket);
		this.channel = socket.getChannel();
		this.socketTimeout = Timeout.ofMilliseconds(socket.getSoTimeout());
	}

	@Override
	public void bind(SSLSocket secured, Socket socket) throws IOException {
		requireOpen(secured);
		super.bind(secured, socket);
		this.channel = socket.getChannel();
		this.socketTimeout = Timeout.ofMilliseconds(secured.getSoTimeout());
	}

	/** A call can be cancelled before its connection has a socket. */
	private void requireOpen(Socket socket) throws IOException {
		if (this.closed.get()) {
			socket.close();
			throw new InterruptedIOException("Connection already shutdown");
		}
	}

	/**
	 * Whether the server has closed this idle connection, or has sent something that no
	 * request asked for, such as TLS's announcement of the end.
	 */
	@Override
	public boolean isStale() throws IOException {
		SocketChannel unread = this.channel;
		if (unread == null) {
			return super.isStale();
		}
		if (!isOpen()) {
			return true;
		}
		try {
			unread.configureBlocking(false);
			try {
				return unread.read(ByteBuffer.allocate(1)) != 0;
			}
			finally {
				unread.configureBlocking(true);
			}
		}
		catch (ClosedChannelException ex) {
			return true;
		}
	}

	@Override
	public @Nullable Socket getSocket() {
		SocketHolder holder = getSocketHolder();
		return (holder != null) ? holder.getSocket() : null;
	}

	@Override
	public void setSocketTimeout(Timeout timeout) {
		super.setSocketTimeout(timeout);
		this.socketTimeout = timeout;
	}

	@Override
	public void passivate() {
		super.setSocketTimeout(Timeout.DISABLED);
	}

	@Override
	public void activate() {
		super.setSocketTimeout(this.socketTimeout);
	}

	@Override
	public void close() throws IOException {
		if (this.closed.compareAndSet(false, true)) {
			super.close();
		}
	}

	@Override
	public void close(CloseMode mode) {
		if (this.closed.compareAndSet(false, true)) {
			super.close(mode);
		}
	}

}
