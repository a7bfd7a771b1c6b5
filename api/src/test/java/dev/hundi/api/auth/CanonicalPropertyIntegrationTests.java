package dev.hundi.api.auth;

import java.util.Arrays;
import java.util.Random;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The properties of {@link CanonicalPropertyTests} over HTTP. */
class CanonicalPropertyIntegrationTests {

	private static final int REQUESTS = 400;

	private final long seed = System.nanoTime();

	private final Random random = new Random(this.seed);

	private final Merchant merchant = new Merchant();

	@Test
	void acceptsRequestsSignedAccordingToSpecification() {
		for (int i = 0; i < REQUESTS; i++) {
			RandomRequest request = RandomRequest.next(this.random, System.currentTimeMillis());

			// Only authenticated callers learn that the route does not exist.
			assertThat(this.merchant.send(request.call()).refusal())
				.as("seed %d, request %d: %s", this.seed, i, request)
				.isEqualTo("404 route_not_found");
		}
	}

	@Test
	void rejectsRequestWithFlippedBit() {
		int changed = 0;
		for (int i = 0; i < REQUESTS; i++) {
			RandomRequest signed = RandomRequest.next(this.random, System.currentTimeMillis());
			RandomRequest sent = signed.withAnotherBit(this.random);
			if (Arrays.equals(signed.call().canonical(this.merchant.key()), sent.call().canonical(this.merchant.key()))
					|| splitsTheHead(sent)) {
				continue;
			}
			changed++;
			Answer answer = this.merchant.send(onTheWire(signed, sent));

			assertThat(answer.status())
				.as("seed %d, request %d: signed %s, sent %s: %s", this.seed, i, signed, sent, answer)
				.isIn(sent.path().startsWith("/v1/") ? new Object[] { 400, 401 } : new Object[] { 400, 404, 401 });
			assertThat(answer.refusal()).isNotEmpty();
		}
		assertThat(changed).as("requests with a change in a signed part, seed %d", this.seed)
			.isGreaterThan(REQUESTS / 3);
	}

	/** Excludes bits that split the request into two. */
	private static boolean splitsTheHead(RandomRequest sent) {
		return (sent.method() + sent.target() + sent.host() + sent.timestamp() + sent.nonce()).chars()
			.anyMatch((c) -> c == '\r' || c == '\n');
	}

	private static Call onTheWire(RandomRequest signed, RandomRequest sent) {
		Call call = signed.call()
			.methodOnTheWire(sent.method())
			.targetOnTheWire(sent.target())
			.replace("Host", sent.host())
			.replace("x-timestamp", sent.timestamp())
			.bodyOnTheWire(sent.body());
		return (signed.version() == 2) ? call.replace("x-nonce", sent.nonce()) : call;
	}

}
