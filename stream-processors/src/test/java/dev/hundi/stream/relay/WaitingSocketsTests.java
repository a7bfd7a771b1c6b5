package dev.hundi.stream.relay;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class WaitingSocketsTests {

	private final ServerSocket server;

	private final Socket client;

	private final Socket accepted;

	WaitingSocketsTests() throws IOException {
		this.server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
		this.client = new WaitingSockets(Duration.ZERO).createSocket();
		this.client.connect(this.server.getLocalSocketAddress());
		this.accepted = this.server.accept();
	}

	@AfterEach
	void close() throws IOException {
		this.client.close();
		this.accepted.close();
		this.server.close();
	}

	@Test
	void losesNoByteOfWhatItWaitedFor() throws IOException {
		InputStream input = this.client.getInputStream();
		this.accepted.getOutputStream().write("abcdef".getBytes(StandardCharsets.US_ASCII));
		Awaitility.await().until(() -> input.available() == 6);
		assertThat(new String(input.readNBytes(6), StandardCharsets.US_ASCII)).isEqualTo("abcdef");
	}

	@Test
	void returnsAsSoonAsAByteArrives() throws Exception {
		InputStream input = this.client.getInputStream();
		AtomicInteger found = new AtomicInteger();
		Thread waiting = Thread.ofVirtual().start(() -> {
			try {
				int bytes = input.available();
				while (bytes == 0) {
					bytes = input.available();
				}
				found.set(bytes);
			}
			catch (IOException ex) {
				found.set(-1);
			}
		});
		this.accepted.getOutputStream().write(7);
		waiting.join();
		assertThat(found).hasValue(1);
		assertThat(input.read()).isEqualTo(7);
	}

	@Test
	void keepsTheTimeoutOfTheSocketAndReportsNothingIfNothingArrives() throws IOException {
		this.client.setSoTimeout(1234);
		assertThat(this.client.getInputStream().available()).isZero();
		assertThat(this.client.getSoTimeout()).isEqualTo(1234);
	}

	@Test
	void reportsNothingAtTheEndAndFailsWhenClosed() throws IOException {
		InputStream input = this.client.getInputStream();
		this.accepted.close();
		assertThat(input.available()).isZero();
		assertThat(input.read()).isEqualTo(-1);
		this.client.close();
		assertThatExceptionOfType(IOException.class).isThrownBy(input::available);
	}

}
