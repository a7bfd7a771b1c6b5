package dev.hundi.api.answer;

import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class ErrorCodeTests {

	/** The list of docs/api-decisions.md, "Authentication". */
	@ParameterizedTest
	@CsvSource({ "400, validation_error", "400, malformed_json", "400, amount_below_rail_minimum",
			"400, amount_above_rail_maximum", "400, rail_target_mismatch", "400, beneficiary_inactive",
			"400, wallet_not_provisioned", "400, target_kind_immutable", "401, auth_headers_missing",
			"401, api_key_invalid", "401, timestamp_expired", "401, request_replayed", "401, signature_invalid",
			"401, hmac_v2_required", "403, kyc_required", "403, ip_not_allowed", "404, business_not_found",
			"404, beneficiary_not_found", "404, payout_not_found", "404, route_not_found", "409, beneficiary_exists",
			"429, rate_limited", "500, internal_error", "503, temporarily_unavailable" })
	void hasDecidedStatusAndCode(int status, String code) {
		assertThat(Arrays.stream(ErrorCode.values()).filter((known) -> known.code().equals(code))).singleElement()
			.extracting(ErrorCode::status)
			.isEqualTo(status);
	}

	@ParameterizedTest
	@EnumSource
	void everyCodeHasCauseAndRemedy(ErrorCode code) {
		assertThat(code.message()).isNotBlank();
		assertThat(code.cause()).isNotBlank().endsWith(".");
		assertThat(code.remedy()).isNotBlank().endsWith(".");
	}

	@Test
	void messagesAreUnique() {
		assertThat(Arrays.stream(ErrorCode.values()).map(ErrorCode::message)).doesNotHaveDuplicates();
	}

}
