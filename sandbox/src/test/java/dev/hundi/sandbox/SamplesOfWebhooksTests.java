package dev.hundi.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The sample receivers against events that they do not know and requests that are broken.
 */
class SamplesOfWebhooksTests {

	private static final String SECRET = "whsec_sample";

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BASH")
	void everySampleTellsUnknownEventsApartAndGoesOnAfterABadOne(Sample sample) throws Exception {
		try (OtherProgram receiver = sample.receive(0, SECRET)) {
			URI url = url(receiver);

			assertThat(post(url, event("1", "Test", "{\"timestamp\":\"2026-11-21T08:15:31.204Z\"}"))).isEqualTo(200);
			assertThat(post(url, event("2", "LowBalance", "{\"balancePaise\":\"100\"}"))).isEqualTo(200);
			assertThat(post(url, "not JSON")).isEqualTo(200);
			assertThat(post(url, event("3", "Successful", "{}"))).as("without payout").isEqualTo(200);
			assertThat(post(url, event("4", "Successful", "{\"payoutTransactionId\":\"P4\"}"))).isEqualTo(200);
			assertThat(post(url, event("1", "Test", "{}"))).isEqualTo(200);

			await().atMost(PATIENCE).until(() -> receiver.lines().contains("again 1"));
			assertThat(receiver.lines().subList(1, receiver.lines().size()))
				.extracting((line) -> line.startsWith("failed ") ? "failed" : line)
				.containsExactly("ignored 1 Test", "ignored 2 LowBalance", "failed", "failed", "event 4 Successful P4",
						"again 1");
		}
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BASH")
	void everySampleSurvivesABodyThatBreaksOffAndRefusesALargeOne(Sample sample) throws Exception {
		try (OtherProgram receiver = sample.receive(0, SECRET)) {
			URI url = url(receiver);

			breakOff(url);
			postTooLarge(url);
			assertThat(post(url, event("1", "Successful", "{\"payoutTransactionId\":\"P1\"}"))).isEqualTo(200);

			await().atMost(PATIENCE).until(() -> receiver.lines().contains("event 1 Successful P1"));
			assertThat(receiver.lines()).hasSize(2);
		}
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BASH")
	void everySampleRefusesATimestampThatIsNoTime(Sample sample) throws Exception {
		try (OtherProgram receiver = sample.receive(0, SECRET)) {
			for (String time : List.of("", "soon", "-1", "1".repeat(16), "9".repeat(5_000))) {
				assertThat(post(url(receiver), "{}", time)).as("%.20s", time).isEqualTo(401);
			}
		}
	}

	private static URI url(OtherProgram receiver) {
		await().atMost(PATIENCE).until(() -> !receiver.lines().isEmpty());
		return URI.create("http://127.0.0.1:" + receiver.lines().getFirst().replace("listening ", ""));
	}

	private static String event(String id, String event, String data) {
		return "{\"payoutWebhookId\":\"%s\",\"event\":\"%s\",\"data\":%s}".formatted(id, event, data);
	}

	/** Announces a body, sends half of it and resets the connection. */
	private static void breakOff(URI url) throws IOException {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
			socket.getOutputStream()
				.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"event\""
					.getBytes(StandardCharsets.US_ASCII));
			socket.getOutputStream().flush();
			socket.setSoLinger(true, 0);
		}
	}

	/**
	 * A receiver may answer before it has read the body, which the client sees as a
	 * broken connection.
	 */
	private static void postTooLarge(URI url) throws Exception {
		String padding = " ".repeat(2 * 1024 * 1024);
		try {
			assertThat(post(url, event("0", "Test", "{}") + padding)).isEqualTo(413);
		}
		catch (IOException ex) {
			assertThat(ex).isNotInstanceOf(HttpTimeoutException.class);
		}
	}

	private static int post(URI url, String body) throws Exception {
		return post(url, body, Long.toString(System.currentTimeMillis()));
	}

	private static int post(URI url, String body, String time) throws Exception {
		HttpRequest request = HttpRequest.newBuilder(url)
			.timeout(PATIENCE)
			.header("x-webhook-timestamp", time)
			.header("x-webhook-alg", "sha256")
			.header("x-webhook-signature-v2", hmac(time + "|sha256|" + body))
			.POST(HttpRequest.BodyPublishers.ofString(body))
			.build();
		// A new client, since an HTTP 1.0 server closes pooled connections.
		try (HttpClient once = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
			return once.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
		}
	}

	private static String hmac(String text) throws GeneralSecurityException {
		Mac mac = Mac.getInstance("HmacSHA256");
		mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
		return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
	}

}
