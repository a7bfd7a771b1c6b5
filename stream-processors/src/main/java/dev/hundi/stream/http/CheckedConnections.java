package dev.hundi.stream.http;

import java.io.IOException;
import java.net.Proxy;
import java.net.Socket;
import java.nio.channels.SocketChannel;

import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SchemePortResolver;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.DetachedSocketFactory;
import org.apache.hc.client5.http.io.HttpClientConnectionOperator;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.HttpConnectionFactory;
import org.jspecify.annotations.Nullable;

/** Pools whose connections are checked before each use, without waiting for it. */
public final class CheckedConnections extends PoolingHttpClientConnectionManagerBuilder {

	private CheckedConnections() {
	}

	/**
	 * Builds a pool. Whether it checks its connections is a setting of its connections.
	 * @param limits of what a server may send
	 */
	public static PoolingHttpClientConnectionManagerBuilder pool(Http1Config limits) {
		return new CheckedConnections().setConnectionFactory(new Factory(limits));
	}

	@Override
	protected HttpClientConnectionOperator createConnectionOperator(SchemePortResolver ports, DnsResolver names,
			TlsSocketStrategy tls) {
		return new DefaultHttpClientConnectionOperator(new ChannelSockets(), ports, names,
				RegistryBuilder.<TlsSocketStrategy>create().register(URIScheme.HTTPS.id, tls).build());
	}

	private record Factory(Http1Config limits) implements HttpConnectionFactory<ManagedHttpClientConnection> {

		@Override
		public ManagedHttpClientConnection createConnection(@Nullable Socket socket) throws IOException {
			CheckedConnection connection = new CheckedConnection(this.limits);
			if (socket != null) {
				connection.bind(socket);
			}
			return connection;
		}

	}

	/** Sockets that can be asked for data without waiting. */
	private static final class ChannelSockets implements DetachedSocketFactory {

		@Override
		public Socket create(@Nullable Proxy proxy) throws IOException {
			return (proxy != null) ? new Socket(proxy) : SocketChannel.open().socket();
		}

	}

}
