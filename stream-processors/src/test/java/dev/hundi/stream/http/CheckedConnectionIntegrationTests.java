package dev.hundi.stream.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.io.CloseMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

class CheckedConnectionIntegrationTests {

	private final ServerSocket server = listen();

	private final CheckedConnection connection = new CheckedConnection(Http1Config.DEFAULT);

	private Socket accepted = new Socket();

	@BeforeEach
	void connect() throws IOException {
		this.connection.bind(SocketChannel.open(this.server.getLocalSocketAddress()).socket());
		this.accepted = this.server.accept();
	}

	@AfterEach
	void close() throws IOException {
		this.connection.close();
		this.accepted.close();
		this.server.close();
	}

	@Test
	void isUsedAgainWhileTheServerKeepsIt() throws Exception {
		assertThat(this.connection.isStale()).isFalse();
		assertThat(this.connection.isStale()).isFalse();
		this.accepted.getOutputStream().write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
		assertThat(this.connection.receiveResponseHeader().getCode()).isEqualTo(204);
		assertThat(this.connection.isStale()).isFalse();
	}

	@Test
	void isStaleOnceTheServerHasClosedIt() throws IOException {
		this.accepted.close();
		await().until(this.connection::isStale);
	}

	@Test
	void isStaleIfTheServerSendsWhatNoRequestAskedFor() throws IOException {
		this.accepted.getOutputStream().write(21);
		await().until(this.connection::isStale);
	}

	@Test
	void isStaleAfterItWasClosedHere() throws IOException {
		this.connection.close(CloseMode.IMMEDIATE);
		assertThat(this.connection.isStale()).isTrue();
	}

	@Test
	void getsNoSocketAfterItsCallWasCancelled() throws IOException {
		CheckedConnection cancelled = new CheckedConnection(Http1Config.DEFAULT);
		cancelled.close();
		try (Socket late = SocketChannel.open(this.server.getLocalSocketAddress()).socket()) {
			assertThatExceptionOfType(InterruptedIOException.class).isThrownBy(() -> cancelled.bind(late));
			assertThat(late.isClosed()).isTrue();
		}
	}

	@Test
	void checksSocketsWithoutChannelAsTheLibraryDoes() throws IOException {
		CheckedConnection plain = new CheckedConnection(Http1Config.DEFAULT);
		plain.bind(new Socket(this.server.getInetAddress(), this.server.getLocalPort()));
		assertThat(plain.isStale()).isFalse();
		plain.close();
		assertThat(plain.isStale()).isTrue();
	}

	private static ServerSocket listen() {
		try {
			return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
