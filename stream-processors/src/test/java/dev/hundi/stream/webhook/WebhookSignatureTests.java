package dev.hundi.stream.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class WebhookSignatureTests {

	@ParameterizedTest
	@MethodSource("vectors")
	void matchesTheTestVectors(JsonNode vector) {
		WebhookSignature signature = WebhookSignature.of(WebhookSignature.key(bytes(vector, "secret")),
				vector.get("timestamp").asString(), bytes(vector, "body"));
		assertThat(vector.get("alg").asString()).isEqualTo(WebhookSignature.ALGORITHM);
		assertThat(signature.legacy()).isEqualTo(vector.get("signature").asString());
		assertThat(signature.v2()).isEqualTo(vector.get("signatureV2").asString());
	}

	static Stream<JsonNode> vectors() throws IOException {
		try (InputStream json = WebhookSignatureTests.class.getResourceAsStream("/signatures.json")) {
			return new JsonMapper().readTree(Objects.requireNonNull(json)).get("webhooks").valueStream();
		}
	}

	private static byte[] bytes(JsonNode vector, String field) {
		return vector.get(field).asString().getBytes(StandardCharsets.UTF_8);
	}

}
