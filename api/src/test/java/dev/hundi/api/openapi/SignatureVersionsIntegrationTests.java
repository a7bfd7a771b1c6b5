package dev.hundi.api.openapi;

import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.api.bulk.LoadedFile;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.Merchant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every operation takes signature version 1 if and only if the document says so.
 */
class SignatureVersionsIntegrationTests {

	private static final Documented documented = new Documented();

	private static final Merchant merchant = new Merchant();

	/** Existing ones, so that a request reaches the last check of its endpoint. */
	private static final Map<String, String> IDS = Map.of("beneficiaryId", merchant.bankBeneficiary(),
			"payoutTransactionId", payout(), "bulkFileId", LoadedFile.create(merchant, 1), "exportId",
			UUID.randomUUID().toString());

	@ParameterizedTest
	@MethodSource("routes")
	void takesVersion1WhereTheDocumentAllowsIt(Documented.Route route) {
		boolean allowed = route.operation()
			.path("security")
			.valueStream()
			.anyMatch((scheme) -> scheme.has("signature") && !scheme.has("version2"));
		String path = route.path();
		for (Map.Entry<String, String> id : IDS.entrySet()) {
			path = path.replace("{" + id.getKey() + "}", id.getValue());
		}
		assertThat(path).as("an id for every parameter").doesNotContain("{");
		Call call = route.method().equals("POST") || route.method().equals("PATCH")
				? Call.of(route.method(), path).body(new byte[] { '{', '}' }).header("Content-Type", "application/json")
				: Call.of(route.method(), path);

		String answer = merchant.send(call.v1()).body();

		if (allowed) {
			assertThat(answer).doesNotContain("\"hmac_v2_required\"");
		}
		else {
			assertThat(answer).contains("\"hmac_v2_required\"");
		}
	}

	static Stream<Documented.Route> routes() {
		return documented.routes().stream();
	}

	private static String payout() {
		return merchant.send(Call.post("/v1/payouts", Merchant.payout(merchant.bankBeneficiary(), "10.00")))
			.data()
			.path("payoutTransactionId")
			.asString();
	}

}
