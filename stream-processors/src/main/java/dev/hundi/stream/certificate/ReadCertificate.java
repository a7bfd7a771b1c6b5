package dev.hundi.stream.certificate;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

import dev.hundi.certificate.Identity;
import dev.hundi.stream.certificate.ServerAddress.Kind;

/**
 * Reads the certificates of a server in a handshake of its own, in which nothing is sent
 * and nothing believed: the clients verify what they connect to, and a certificate that
 * has expired is one that must be seen.
 */
final class ReadCertificate implements X509TrustManager {

	private static final int TIMEOUT_MS = 5_000;

	/** The request for TLS: its length and its code. */
	private static final byte[] REQUEST = ByteBuffer.allocate(8).putInt(8).putInt(80_877_103).array();

	private X509Certificate[] chain = new X509Certificate[0];

	private ReadCertificate() {
	}

	/**
	 * Returns the earliest end of the certificates that the server presents; empty if the
	 * server has no TLS.
	 * @throws IOException if the server does not answer
	 */
	static Optional<Instant> end(ServerAddress server) throws IOException {
		ReadCertificate reader = new ReadCertificate();
		try (Socket plain = new Socket()) {
			plain.connect(new InetSocketAddress(server.host(), server.port()), TIMEOUT_MS);
			plain.setSoTimeout(TIMEOUT_MS);
			if (server.kind() == Kind.KAFKA || reader.isPromised(plain)) {
				reader.handshake(plain, server);
			}
		}
		return Stream.of(reader.chain).map(Identity::endOf).min(Instant::compareTo);
	}

	private boolean isPromised(Socket plain) throws IOException {
		plain.getOutputStream().write(REQUEST);
		return plain.getInputStream().read() == 'S';
	}

	/** A server that asks for a certificate of ours refuses, but shows its own first. */
	private void handshake(Socket plain, ServerAddress server) throws IOException {
		try (SSLSocket encrypted = (SSLSocket) context().getSocketFactory()
			.createSocket(plain, server.host(), server.port(), true)) {
			encrypted.startHandshake();
		}
		catch (IOException ex) {
			if (this.chain.length == 0) {
				throw ex;
			}
		}
	}

	private SSLContext context() {
		try {
			SSLContext context = SSLContext.getInstance("TLS");
			context.init(null, new TrustManager[] { this }, null);
			return context;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("This Java has no TLS", ex);
		}
	}

	@Override
	public void checkServerTrusted(X509Certificate[] presented, String authType) {
		this.chain = presented.clone();
	}

	@Override
	public void checkClientTrusted(X509Certificate[] presented, String authType) {
		throw new UnsupportedOperationException("This is no server");
	}

	@Override
	public X509Certificate[] getAcceptedIssuers() {
		return new X509Certificate[0];
	}

}
