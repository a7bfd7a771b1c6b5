package dev.hundi.api.http;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.KeptConnection;
import dev.hundi.api.testing.Merchant;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** Timeouts of the tests themselves only limit how long a failing test hangs. */
@Timeout(600)
class SlowCallersIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final RunningApi api = RunningApi.start(database, "--hundi.http.read-timeout=2s",
			"--hundi.http.max-connections=200");

	private final IssuedKey key = api.bean(ApiKeys.class).issue(TestBusiness.create(database).id());

	@AfterAll
	static void stop() {
		api.close();
		database.close();
	}

	@Test
	void closesConnectionWithIncompleteHead() {
		for (String start : List.of("", "G", "GET /v1/wallet HTTP/1.1\r\n",
				"GET /v1/wallet HTTP/1.1\r\nHost: a\r\nX-A: b")) {
			try (KeptConnection slow = api.connect()) {
				slow.write(bytes(start));

				assertThat(slow.endsWithoutAnswer()).as(start).isTrue();
			}
		}
	}

	@Test
	void closesConnectionWithSlowHead() {
		try (KeptConnection slow = api.connect()) {
			slow.write(bytes("GET /v1/wallet HTTP/1.1\r\nHost: a\r\nX-Slow: "));

			// Each byte arrives within the timeout, but the head never completes.
			await().until(() -> !canWrite(slow, "x"));
		}
	}

	@Test
	void timesOutSlowBody() {
		String head = "POST /v1/payouts HTTP/1.1\r\nHost: a\r\nx-api-key: " + this.key.apiKey() + "\r\nx-timestamp: "
				+ System.currentTimeMillis() + "\r\nx-signature: " + "0".repeat(64)
				+ "\r\nContent-Length: 60000\r\n\r\n";
		try (KeptConnection slow = api.connect()) {
			slow.write(bytes(head));
			Thread.startVirtualThread(() -> await().until(() -> !canWrite(slow, " ")));

			Answer answer = slow.read();
			assertThat(answer.refusal()).isEqualTo("408 request_timeout");
			assertThat(answer.header("Connection")).isEqualTo("close");
		}
	}

	@Test
	void timesOutIncompleteBody() {
		String head = "POST /v1/payouts HTTP/1.1\r\nHost: a\r\nx-api-key: " + this.key.apiKey() + "\r\nx-timestamp: "
				+ System.currentTimeMillis() + "\r\nx-signature: " + "0".repeat(64)
				+ "\r\nContent-Length: 10\r\nConnection: close\r\n\r\n{";

		assertThat(api.sendBytes(bytes(head)).refusal()).isEqualTo("408 request_timeout");
	}

	@Test
	void servesOthersWhileManyCallersAreSlow() {
		List<KeptConnection> slow = new ArrayList<>();
		try {
			for (int i = 0; i < 150; i++) {
				slow.add(api.connect()
					.write(bytes((i % 2 == 0) ? "GET /v1/wallet HTTP/1.1\r\nHo"
							: "POST /v1/payouts HTTP/1.1\r\nHost: a\r\nx-api-key: " + this.key.apiKey()
									+ "\r\nx-timestamp: " + System.currentTimeMillis() + "\r\nx-signature: "
									+ "0".repeat(64) + "\r\nContent-Length: 10\r\n\r\n{")));
			}
			assertThat(api.send(Call.get("/v1/wallet"), this.key).status()).isEqualTo(200);
			for (int i = 0; i < slow.size(); i++) {
				if (i % 2 == 0) {
					assertThat(slow.get(i).endsWithoutAnswer()).isTrue();
				}
				else {
					assertThat(slow.get(i).read().refusal()).isEqualTo("408 request_timeout");
				}
			}
		}
		finally {
			slow.forEach(KeptConnection::close);
		}
	}

	@Test
	void servesManyRequestsOnOneConnection() {
		Merchant merchant = new Merchant();
		try (KeptConnection kept = RunningApi.shared().connect()) {
			for (int i = 0; i < 50; i++) {
				assertThat(kept.send(Call.get("/v1/wallet"), merchant.key()).status()).isEqualTo(200);
			}
		}
	}

	@Test
	void acceptsHeadInSeveralPackets() {
		Merchant merchant = new Merchant();
		Call call = Call.get("/v1/wallet").keepAlive();
		try (KeptConnection kept = RunningApi.shared().connect()) {
			for (byte each : call.bytes(merchant.key())) {
				kept.write(new byte[] { each });
			}
			assertThat(kept.read().status()).isEqualTo(200);
			assertThat(kept.send(Call.get("/v1/wallet"), merchant.key()).status()).isEqualTo(200);
		}
	}

	@Test
	void rejectsTimeoutsAndDrainOutOfRange() {
		for (String[] wrong : new String[][] { { "0ms", "0s" }, { "2h", "0s" }, { "10s", "-1s" }, { "10s", "10m" } }) {
			assertThatIllegalArgumentException().isThrownBy(() -> new HttpSettings(0, null, null, true, List.of(), 1,
					org.springframework.boot.convert.DurationStyle.detectAndParse(wrong[0]),
					org.springframework.boot.convert.DurationStyle.detectAndParse(wrong[1])));
		}
	}

	private static boolean canWrite(KeptConnection connection, String text) {
		try {
			connection.write(bytes(text));
			return true;
		}
		catch (UncheckedIOException ex) {
			return false;
		}
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
