package dev.hundi.portal;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.SlowNames;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.FreePorts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Webhook addresses whose name server, which a merchant chooses, does not answer. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlowNamesIntegrationTests {

	private static final int CONNECTIONS = 3;

	private final TestPortal portal = new TestPortal();

	private final int port = FreePorts.next();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@BeforeAll
	void start() {
		this.merchants = this.portal.start(Audience.MERCHANT, this.port, URI.create("http://localhost:" + this.port),
				"--hundi.database.pool-size=" + CONNECTIONS);
	}

	@AfterAll
	void stop() {
		SlowNames.answer();
		this.portal.close();
	}

	@Test
	void lookUpsOfAMerchantHoldNoConnectionOfThePortal() throws Exception {
		Visitor developer = visitor("developer@names.example", Role.DEVELOPER);
		Visitor other = visitor("viewer@names.example", Role.VIEWER);
		String token = developer.get("/profile").document().select("meta[name=csrf-token]").attr("content");
		List<Future<Visitor.Page>> added = new ArrayList<>();
		try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (int i = 1; i <= CONNECTIONS; i++) {
				String form = "_csrf=%s&form=%s&url=https://host-%d%s/hooks&events=Failed".formatted(token,
						UUID.randomUUID(), i, SlowNames.DOMAIN);
				added.add(threads.submit(() -> developer.postForm("/developers/webhooks", form)));
			}
			try {
				await().until(() -> SlowNames.waiting() == CONNECTIONS);
				assertThat(other.get("/wallet").status()).as("of another business").isEqualTo(200);
			}
			finally {
				SlowNames.answer();
			}
			for (Future<Visitor.Page> page : added) {
				assertThat(page.get().text()).contains("The host name cannot be resolved.");
			}
		}
		assertThat(developer.get("/developers/webhooks").document().select(".endpoint")).isEmpty();
	}

	private Visitor visitor(String email, Role role) {
		return Visitor.signedIn(this.merchants.url(), this.portal.person(email, this.portal.business(), role));
	}

}
