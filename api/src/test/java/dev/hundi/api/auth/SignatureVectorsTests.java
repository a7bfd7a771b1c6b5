package dev.hundi.api.auth;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class SignatureVectorsTests {

	private final Signatures signatures = new Signatures();

	@ParameterizedTest(name = "{0}")
	@MethodSource("requests")
	void matchesCanonicalStringAndSignatureOfVector(String name, JsonNode vector) throws Exception {
		SignedRequest request = request(vector);
		byte[] key = vector.path("signingKey").asString().getBytes(StandardCharsets.UTF_8);

		assertThat(new String(request.canonical(MessageDigest.getInstance("SHA-256")), StandardCharsets.UTF_8))
			.isEqualTo(vector.path("canonical").asString());
		assertThat(HexFormat.of().formatHex(this.signatures.sign(request, key)))
			.isEqualTo(vector.path("signature").asString());
		assertThat(this.signatures.match(request, key)).isTrue();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("requests")
	void rejectsSignatureWithAnotherKey(String name, JsonNode vector) {
		assertThat(this.signatures.match(request(vector), Signatures.noKey())).isFalse();
	}

	@Test
	void coversBothVersions() throws GeneralSecurityException {
		assertThat(requests().map((arguments) -> ((JsonNode) arguments.get()[1]).path("version").asInt())).hasSize(14)
			.contains(1, 2);
	}

	static Stream<Arguments> requests() {
		try (InputStream file = Objects
			.requireNonNull(SignatureVectorsTests.class.getResourceAsStream("/vectors/signatures.json"))) {
			return new JsonMapper().readTree(file)
				.path("requests")
				.valueStream()
				.map((vector) -> Arguments.of(vector.path("name").asString(), vector))
				.toList()
				.stream();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static SignedRequest request(JsonNode vector) {
		boolean second = vector.path("version").asInt() == 2;
		AuthHeaders headers = new AuthHeaders(second ? SignatureVersion.V2 : SignatureVersion.V1,
				vector.path("apiKey").asString(), vector.path("timestamp").asString(),
				vector.path("signature").asString(), second ? vector.path("nonce").asString() : null, null);
		String target = vector.path("target").asString();
		int mark = target.indexOf('?');
		return new SignedRequest(headers, vector.path("method").asString().toUpperCase(Locale.ROOT),
				second ? vector.path("host").asString() : "", (mark < 0) ? target : target.substring(0, mark),
				(mark < 0) ? null : target.substring(mark + 1),
				vector.path("body").asString().getBytes(StandardCharsets.UTF_8));
	}

}
