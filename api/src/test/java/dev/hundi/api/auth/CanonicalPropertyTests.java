package dev.hundi.api.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.hundi.business.IssuedKey;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two independent implementations of the specification compute the same signatures. A
 * failure reports its seed; set it to reproduce the failure.
 */
class CanonicalPropertyTests {

	private static final int REQUESTS = 20_000;

	private final long seed = System.nanoTime();

	private final Random random = new Random(this.seed);

	private final IssuedKey key = new IssuedKey("pk_0123456789ABCDEFGHJKMNPQ", "sk_0123456789ABCDEFGHJKMNPQRSTVWXYZ");

	private final Signatures signatures = new Signatures();

	@Test
	void clientAndServerSignTheSameBytes() throws Exception {
		for (int i = 0; i < REQUESTS; i++) {
			RandomRequest request = RandomRequest.next(this.random, System.currentTimeMillis());
			byte[] expected = request.call().canonical(this.key);

			assertThat(request.received(this.key, "").canonical(MessageDigest.getInstance("SHA-256")))
				.as("seed %d, request %d: %s", this.seed, i, request)
				.isEqualTo(expected);
			assertThat(matches(request, hmac(expected))).as("seed %d, request %d: %s", this.seed, i, request).isTrue();
		}
	}

	@Test
	void rejectsSignatureOfAnotherRequest() throws Exception {
		int changed = 0;
		for (int i = 0; i < REQUESTS; i++) {
			RandomRequest signed = RandomRequest.next(this.random, System.currentTimeMillis());
			RandomRequest sent = signed.withAnotherBit(this.random);
			byte[] canonical = signed.call().canonical(this.key);
			boolean same = Arrays.equals(canonical, sent.call().canonical(this.key));
			changed += same ? 0 : 1;

			assertThat(matches(sent, hmac(canonical)))
				.as("seed %d, request %d: signed %s, sent %s", this.seed, i, signed, sent)
				.isEqualTo(same);
		}
		assertThat(changed).as("requests with a change in a signed part, seed %d", this.seed)
			.isGreaterThan(REQUESTS / 3);
	}

	@Test
	void rejectsSignatureWithFlippedBit() throws Exception {
		for (int i = 0; i < REQUESTS / 10; i++) {
			RandomRequest request = RandomRequest.next(this.random, System.currentTimeMillis());
			byte[] signature = hmac(request.call().canonical(this.key));
			signature[this.random.nextInt(signature.length)] ^= (byte) (1 << this.random.nextInt(8));

			assertThat(matches(request, signature)).as("seed %d, request %d: %s", this.seed, i, request).isFalse();
		}
	}

	private boolean matches(RandomRequest request, byte[] signature) {
		return this.signatures.match(request.received(this.key, HexFormat.of().formatHex(signature)),
				this.key.signingKey().getBytes(StandardCharsets.UTF_8));
	}

	private byte[] hmac(byte[] canonical) throws Exception {
		Mac mac = Mac.getInstance("HmacSHA256");
		mac.init(new SecretKeySpec(this.key.signingKey().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
		return mac.doFinal(canonical);
	}

}
