package dev.hundi.portal.onboarding;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

import dev.hundi.audit.Actor;
import dev.hundi.digest.Sha256;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Uploads;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.FreePorts;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Uploads are opened one at a time: whose is next. */
class UploadTurnsIntegrationTests {

	private final Map<String, String> names = new ConcurrentHashMap<>();

	@Test
	void manyUploadsOfABusinessDelayAnotherByOne() throws Exception {
		try (TestPortal portal = new TestPortal();
				SlowScanner scanner = new SlowScanner();
				ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			int port = FreePorts.next();
			TestPortal.Copy merchants = portal.start(Audience.MERCHANT, port, URI.create("http://localhost:" + port),
					"--hundi.portal.virus-scanner=tcp://localhost:" + scanner.port());
			StoreUpload uploads = merchants.context().getBean(StoreUpload.class);
			Visitor many = owner(portal, merchants, "many@example.com");
			Visitor one = owner(portal, merchants, "one@example.com");
			List<Future<Visitor.Page>> answers = new ArrayList<>();
			for (int i = 1; i <= 3; i++) {
				byte[] file = file("many " + i);
				answers.add(threads.submit(() -> upload(many, file)));
			}
			assertThat(scanner.next()).startsWith("many");
			await().until(() -> uploads.waiting() == 2);
			byte[] file = file("one");
			answers.add(threads.submit(() -> upload(one, file)));
			await().until(() -> uploads.waiting() == 3);
			scanner.answer();
			assertThat(scanner.next()).isEqualTo("one");
			scanner.answer();
			for (int i = 1; i < 3; i++) {
				assertThat(scanner.next()).startsWith("many");
				scanner.answer();
			}
			for (Future<Visitor.Page> answer : answers) {
				assertThat(answer.get().location()).startsWith("/onboarding/tasks/documents?added=");
			}
		}
	}

	private static Visitor owner(TestPortal portal, TestPortal.Copy merchants, String email) {
		UUID business = portal.business();
		portal.owner(OnboardingCases.class).open(business, Actor.INSTALLATION);
		return Visitor.signedIn(merchants.url(), portal.person(email, business, Role.OWNER));
	}

	private static Visitor.Page upload(Visitor visitor, byte[] file) {
		return visitor.upload("/onboarding/uploads/PAN_CARD", "scan.pdf", file);
	}

	private byte[] file(String name) {
		byte[] file = Uploads.pdf(name, 1);
		this.names.put(Sha256.hex(file), name);
		return file;
	}

	/** Speaks clamd's INSTREAM, and finds no file infected once it may answer. */
	private final class SlowScanner implements AutoCloseable {

		private final ServerSocket server = new ServerSocket(0);

		private final BlockingQueue<String> scanned = new LinkedBlockingQueue<>();

		private final Semaphore answers = new Semaphore(0);

		SlowScanner() throws IOException {
			Thread.ofVirtual().start(this::serve);
		}

		int port() {
			return this.server.getLocalPort();
		}

		/** The name of the file that is scanned next. */
		String next() {
			return await().until(this.scanned::poll, (name) -> name != null);
		}

		void answer() {
			this.answers.release();
		}

		@Override
		public void close() throws IOException {
			this.answers.release(Integer.MAX_VALUE / 2);
			this.server.close();
		}

		private void serve() {
			while (!this.server.isClosed()) {
				try (Socket socket = this.server.accept()) {
					DataInputStream in = new DataInputStream(socket.getInputStream());
					in.readNBytes("zINSTREAM\0".length());
					ByteArrayOutputStream content = new ByteArrayOutputStream();
					for (int length = in.readInt(); length > 0; length = in.readInt()) {
						content.writeBytes(in.readNBytes(length));
					}
					this.scanned.add(UploadTurnsIntegrationTests.this.names
						.getOrDefault(Sha256.hex(content.toByteArray()), "unknown"));
					this.answers.acquireUninterruptibly();
					socket.getOutputStream().write("stream: OK\0".getBytes(StandardCharsets.US_ASCII));
				}
				catch (IOException ex) {
					// The next connection, or the end.
				}
			}
		}

	}

}
