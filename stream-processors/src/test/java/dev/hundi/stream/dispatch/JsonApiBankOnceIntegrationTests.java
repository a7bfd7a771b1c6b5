package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.Rail;
import dev.hundi.stream.testing.RawServer;
import dev.hundi.stream.testing.RawServer.Reaction;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** One call is one POST, because a bank may have accepted the order that it read. */
class JsonApiBankOnceIntegrationTests {

	private final RawServer server = new RawServer();

	private final JsonApiBank bank = connect();

	private JsonApiBank connect() {
		BankSettings settings = new BankSettings(URI.create("http://localhost:" + this.server.port()),
				Set.of(Rail.values()), 0, Duration.ofSeconds(15), Duration.ofSeconds(30), 8, 5_000, 1, true, null,
				BankSecurity.NONE, null);
		SslBundles none = new DefaultSslBundleRegistry();
		return new JsonApiBank(new BankHttp("raw", settings, none,
				new BankSignatures(Map.of("raw", settings), none, new SimpleMeterRegistry())));
	}

	@AfterEach
	void close() throws IOException {
		this.bank.close();
		this.server.close();
	}

	@Test
	void postsOnceIfTheBankHangsUpWithoutAnAnswer() {
		this.server.reacts(Reaction.HANG_UP);
		assertThat(this.bank.pay(order("R1"))).isInstanceOf(BankAnswer.Silent.class);
		assertThat(this.server.requests()).hasSize(1);
	}

	@Test
	void postsOnceIfTheBankHangsUpOnAReusedConnection() {
		this.server.reacts(Reaction.ANSWER, Reaction.HANG_UP);
		assertThat(this.bank.pay(order("R1"))).isInstanceOf(BankAnswer.Silent.class);
		assertThat(this.bank.pay(order("R2"))).isInstanceOf(BankAnswer.Silent.class);
		assertThat(this.server.requests()).hasSize(2);
		assertThat(this.server.connections()).isEqualTo(1);
	}

	@Test
	void opensAnotherConnectionIfTheBankHasClosedTheLastOne() {
		this.server.reacts(Reaction.ANSWER_AND_CLOSE, Reaction.ANSWER);
		this.bank.pay(order("R1"));
		await().until(() -> this.server.closed() == 1);
		this.bank.pay(order("R2"));
		assertThat(this.server.requests()).hasSize(2);
		assertThat(this.server.connections()).isEqualTo(2);
	}

	@Test
	void isInDoubtAboutAnAnswerThatIsTooLong() {
		this.server.reacts(Reaction.ANSWER_AT_LENGTH);
		assertThat(this.bank.pay(order("R1"))).isInstanceOfSatisfying(BankAnswer.Silent.class,
				(answer) -> assertThat(answer.reason()).contains("longer than"));
		assertThat(this.server.requests()).hasSize(1);
	}

	@Test
	void sendsTheNarrationAsRemarksOrElseTheTransactionId() {
		this.server.reacts(Reaction.ANSWER, Reaction.ANSWER);
		this.bank.pay(order("R1"));
		this.bank.pay(order("R2", "Salary Nov 2026"));
		assertThat(this.server.requests()).satisfiesExactly(
				(first) -> assertThat(first).contains("\"remarks\":\"TXN1\""),
				(second) -> assertThat(second).contains("\"remarks\":\"Salary Nov 2026\""));
	}

	private static PaymentOrder order(String reference) {
		return order(reference, null);
	}

	private static PaymentOrder order(String reference, @Nullable String narration) {
		Attempt attempt = new Attempt(new PayoutKey(UUID.randomUUID(), UUID.randomUUID()), 1);
		return new PaymentOrder(attempt, reference, Rail.IMPS, 1_00, "Ramesh", "02014457596969", "SBOX0000001", null,
				"TXN1", narration, false);
	}

}
