package dev.hundi.portal.credential;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.person.SignInThrottle;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.FreePorts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Which sign-ins compute a hash: all places of hashes are taken. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PasswordHashesIntegrationTests {

	private static final String ADDRESS = "127.0.0.1";

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

	private final int management = FreePorts.next();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy copy;

	@BeforeAll
	void start() {
		this.portal.person("owner@example.com", this.business, Role.OWNER);
		int port = FreePorts.next();
		this.copy = this.portal.start(Audience.MERCHANT, port, URI.create("http://localhost:" + port),
				"--hundi.management.port=" + this.management);
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void aBlockedNetworkCostsNoHash() {
		Member member = this.portal.person("network@example.com", this.business, Role.MAKER);
		SignInThrottle throttle = this.copy.context().getBean(SignInThrottle.class);
		for (int i = 0; i < SignInThrottle.FAILURES_PER_ADDRESS; i++) {
			throttle.failedAddress(Audience.MERCHANT, ADDRESS);
		}
		Semaphore places = places();
		int taken = places.drainPermits();
		try {
			Visitor.Page page = new Visitor(this.copy.url()).password(member.email(), TestPortal.PASSWORD);
			assertThat(page.status()).isEqualTo(200);
			assertThat(page.text()).contains("too many attempts");
		}
		finally {
			places.release(taken);
			this.portal.jdbc().sql("DELETE FROM sign_in_throttle").update();
		}
	}

	@Test
	void aBlockedPersonCostsAHashAndOthersAreServedMeanwhile() throws Exception {
		Member member = this.portal.person("blocked@example.com", this.business, Role.MAKER);
		Visitor visitor = new Visitor(this.copy.url());
		for (int i = 0; i < SignInThrottle.FAILURES_PER_EMAIL; i++) {
			visitor.password(member.email(), "wrong password " + i);
		}
		Semaphore places = places();
		int taken = places.drainPermits();
		int waiting = 4;
		List<Future<Visitor.Page>> pages = new ArrayList<>();
		try (ExecutorService threads = Executors.newFixedThreadPool(waiting)) {
			try {
				for (int i = 0; i < waiting; i++) {
					String email = (i % 2 == 0) ? member.email() : "nobody" + i + "@example.com";
					pages.add(threads.submit(() -> new Visitor(this.copy.url()).password(email, TestPortal.PASSWORD)));
				}
				await().until(() -> places.getQueueLength() == waiting);
				assertThat(new Visitor(this.copy.url()).get("/sign-in").status()).isEqualTo(200);
				assertThat(readiness()).isEqualTo(200);
			}
			finally {
				places.release(taken);
			}
			for (Future<Visitor.Page> page : pages) {
				assertThat(page.get().text()).contains("too many attempts");
			}
		}
	}

	private Semaphore places() {
		return this.copy.context().getBean(Passwords.class).places();
	}

	private int readiness() throws IOException, InterruptedException {
		try (HttpClient http = HttpClient.newHttpClient()) {
			return http
				.send(HttpRequest
					.newBuilder(URI.create("http://localhost:" + this.management + "/actuator/health/readiness"))
					.build(), HttpResponse.BodyHandlers.discarding())
				.statusCode();
		}
	}

}
