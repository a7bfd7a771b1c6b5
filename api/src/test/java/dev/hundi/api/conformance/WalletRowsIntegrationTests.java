package dev.hundi.api.conformance;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Merchant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code GET /v1/wallet} and {@code GET /v1/wallet/bank-details}. */
class WalletRowsIntegrationTests {

	private static final Integrator integrator = new Integrator();

	@BeforeAll
	static void fund() {
		BehindTheApi.activateNodalAccount();
		integrator.merchant()
			.sql("UPDATE business SET reserve_percent = 12.50, min_balance_paise = 100 WHERE business_id = :id");
		BehindTheApi.topUp(integrator, 12_345, "UTR" + integrator.businessId(), "First money");
	}

	@ParameterizedTest(name = "{0} is a {1}: {2}")
	@CsvSource({ "businessId, STRING, [0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "businessCode, STRING, BIZ.{8}",
			"businessName, STRING, Asha Traders", "availablePaise, STRING, 12345", "reservePaise, STRING, 1544",
			"spendablePaise, STRING, 10701", "reservePercent, NUMBER, 12.5", "minBalancePaise, STRING, 100",
			"walletProvisioned, BOOLEAN, true" })
	void walletSnapshot(String field, String type, String value) {
		JsonNode data = integrator.read("/v1/wallet");

		assertThat(data.propertyNames()).hasSize(9);
		assertThat(data.path(field).getNodeType()).hasToString(type);
		assertThat(data.path(field).asString()).matches(value);
	}

	@ParameterizedTest(name = "of {0} paise with {1} % reserve and at least {2}: {3} held back, {4} spendable")
	@CsvSource({ "0, 10, 0, 0, 0", "1, 0.01, 0, 1, 0", "100, 10, 0, 10, 90", "101, 10, 0, 11, 90", "100, 0, 99, 0, 1",
			"100, 0, 100, 0, 0", "100, 50, 70, 50, 0", "100, 100, 0, 100, 0",
			"900000000000001, 33.33, 7, 299970000000001, 600029999999993" })
	void spendableExcludesReserveAndMinimumBalance(long available, String percent, long minimum, String reserve,
			String spendable) {
		Integrator other = new Integrator();
		other.merchant()
			.sql("UPDATE business SET reserve_percent = %s, min_balance_paise = %d WHERE business_id = :id"
				.formatted(percent, minimum));
		if (available > 0) {
			BehindTheApi.topUp(other, available, "UTR" + other.businessId(), "Money");
		}

		JsonNode data = other.read("/v1/wallet");

		assertThat(data.path("availablePaise").asString()).isEqualTo(Long.toString(available));
		assertThat(data.path("reservePaise").asString()).isEqualTo(reserve);
		assertThat(data.path("spendablePaise").asString()).isEqualTo(spendable);
	}

	@Test
	void businessWithoutWalletIsNotProvisioned() {
		Integrator other = new Integrator(Merchant.withoutWallet());

		assertThat(other.read("/v1/wallet").path("walletProvisioned").asBoolean(true)).isFalse();
		assertThat(other.read("/v1/wallet").path("availablePaise").asString()).isEqualTo("0");
		assertThat(other.get("/v1/wallet/bank-details").refusal()).isEqualTo("400 wallet_not_provisioned");
		assertThat(other.read("/v1/wallet/transactions").path("rows").size()).isZero();
	}

	@ParameterizedTest(name = "bank details have {0}: {1}")
	@CsvSource({ "accountHolderName, .+", "accountNumber, HUNDI[0-9]{10}", "ifsc, [A-Z]{4}0[A-Z0-9]{6}", "bankName, .+",
			"branchName, .+", "accountType, [A-Z]+", "referenceNote, BIZ.{8}" })
	void bankDetails(String field, String form) {
		JsonNode data = integrator.read("/v1/wallet/bank-details");

		assertThat(data.path(field).isString()).isTrue();
		assertThat(data.path(field).asString()).matches(form);
	}

	@Test
	void bankDetailsNameSupportedModesOnly() {
		JsonNode data = integrator.read("/v1/wallet/bank-details");

		assertThat(data.propertyNames()).containsExactly("accountHolderName", "accountNumber", "ifsc", "bankName",
				"branchName", "accountType", "supportedModes", "referenceNote");
		assertThat(data.path("supportedModes").isArray()).isTrue();
		assertThat(data.path("supportedModes").valueStream().map(JsonNode::asString)).isNotEmpty()
			.isSubsetOf("IMPS", "NEFT", "RTGS", "UPI");
	}

	@Test
	void everyBusinessHasItsOwnVirtualAccount() {
		Answer own = integrator.get("/v1/wallet/bank-details");
		Answer other = new Integrator().get("/v1/wallet/bank-details");

		assertThat(own.data().path("accountNumber")).isNotEqualTo(other.data().path("accountNumber"));
	}

}
