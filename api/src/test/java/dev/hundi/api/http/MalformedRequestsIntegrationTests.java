package dev.hundi.api.http;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.KeptConnection;
import dev.hundi.api.testing.Merchant;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.text.Beginning;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Ten thousand malformed requests. A failure reports its seed; set it to reproduce the
 * failure.
 */
class MalformedRequestsIntegrationTests {

	private static final int REQUESTS = 10_000;

	private static final int CALLERS = 8;

	private final long seed = System.nanoTime();

	private final Merchant merchant = new Merchant();

	private final Map<String, Integer> codes = new ConcurrentSkipListMap<>();

	@Test
	@Timeout(900)
	void answersMalformedRequestsAsClientErrorsWithoutEffect() throws Exception {
		List<Callable<Integer>> callers = new ArrayList<>();
		for (int i = 0; i < CALLERS; i++) {
			Random random = new Random(this.seed + i);
			callers.add(() -> call(random, REQUESTS / CALLERS));
		}
		int answered = 0;
		try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
			for (Future<Integer> caller : threads.invokeAll(callers)) {
				answered += caller.get();
			}
		}

		assertThat(answered).as("answers, seed %d: %s", this.seed, this.codes).isGreaterThan(REQUESTS * 9 / 10);
		assertThat(this.codes.keySet()).as("every layer was reached, seed %d", this.seed)
			.contains("400 bad_request", "400 malformed_json", "400 validation_error", "401 signature_invalid",
					"401 auth_headers_missing", "404 route_not_found", "405 method_not_allowed",
					"413 payload_too_large", "415 unsupported_media_type");
		assertThat(this.merchant.count("SELECT count(*) FROM payout WHERE business_id = :id")).isZero();
		assertThat(this.merchant.count("SELECT count(*) FROM beneficiary WHERE business_id = :id"))
			.as("additional beneficiaries")
			.isEqualTo(1);
		assertThat(
				this.merchant.send(Call.post("/v1/payouts", Merchant.payout(this.merchant.bankBeneficiary(), "10.00")))
					.status())
			.isEqualTo(200);
	}

	/** Returns the number of answered requests. */
	private int call(Random random, int requests) {
		int answered = 0;
		KeptConnection kept = RunningApi.shared().connect();
		try {
			for (int i = 0; i < requests; i++) {
				Malformed malformed = Malformed.next(random, this.merchant.key());
				Answer answer;
				if (malformed.ends()) {
					try (KeptConnection own = RunningApi.shared().connect()) {
						answer = exchange(own, malformed, i);
					}
				}
				else {
					answer = exchange(kept, malformed, i);
					if (answer == null || answer.header("Connection").equals("close")) {
						kept.close();
						kept = RunningApi.shared().connect();
					}
				}
				answered += (answer != null) ? 1 : 0;
			}
		}
		finally {
			kept.close();
		}
		return answered;
	}

	private @Nullable Answer exchange(KeptConnection connection, Malformed malformed, int number) {
		Answer answer;
		try {
			connection.write(malformed.bytes());
			if (malformed.ends()) {
				connection.endOutput();
			}
			answer = connection.read();
		}
		catch (UncheckedIOException ex) {
			if (malformed.whole()) {
				throw new AssertionError(text(malformed, number), ex);
			}
			return null;
		}
		assertThat(answer.status()).as(() -> text(malformed, number) + answer).isBetween(400, 499);
		this.codes.merge(answer.refusal(), 1, Integer::sum);
		assertThat(answer.header("X-Request-Id")).as(() -> text(malformed, number)).isNotEmpty();
		return answer;
	}

	private String text(Malformed malformed, int number) {
		String bytes = new String(malformed.bytes(), StandardCharsets.ISO_8859_1);
		return "seed %d, request %d (%s): %s%n".formatted(this.seed, number, malformed.kind(),
				Beginning.of(bytes, 2000));
	}

}
