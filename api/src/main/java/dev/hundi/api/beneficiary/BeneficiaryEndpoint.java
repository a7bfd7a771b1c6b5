package dev.hundi.api.beneficiary;

import java.io.IOException;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.api.input.JsonFields;
import dev.hundi.api.input.MediaTypes;
import dev.hundi.beneficiary.Beneficiaries;
import dev.hundi.beneficiary.Beneficiary;
import dev.hundi.beneficiary.Creation.Created;
import dev.hundi.beneficiary.Creation.Duplicate;
import dev.hundi.beneficiary.NewBeneficiary;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.core.JsonGenerator;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code POST /v1/beneficiaries}.
 */
@RestController
class BeneficiaryEndpoint {

	private final Beneficiaries beneficiaries;

	BeneficiaryEndpoint(Beneficiaries beneficiaries) {
		this.beneficiaries = beneficiaries;
	}

	/** HTTP 201 with status 200 in the body, as the specification's sample has it. */
	@PostMapping(path = "/v1/beneficiaries", produces = MediaType.APPLICATION_JSON_VALUE)
	void create(HttpServletRequest request, HttpServletResponse response) throws IOException {
		SignedCall call = SignedCall.of(request);
		MediaTypes.requireJson(request);
		NewBeneficiary beneficiary = BeneficiaryFields.read(JsonFields.read(call.body()));
		switch (this.beneficiaries.create(call.caller().businessId(), beneficiary)) {
			case Created created ->
				Envelope.answer(response, 201, 200, "Beneficiary created successfully", (json) -> write(json, created));
			case Duplicate duplicate ->
				Envelope.error(response, ErrorCode.BENEFICIARY_EXISTS, (json) -> write(json, duplicate.existing()));
		}
	}

	private static void write(JsonGenerator json, Created created) {
		json.writeStartObject();
		json.writeStringProperty("beneficiaryId", created.beneficiaryId().toString());
		json.writeStringProperty("beneficiaryCode", created.beneficiaryCode());
		json.writeEndObject();
	}

	private static void write(JsonGenerator json, Beneficiary existing) {
		json.writeStartObject();
		json.writeStringProperty("beneficiaryId", existing.beneficiaryId().toString());
		json.writeStringProperty("name", existing.name());
		json.writeStringProperty("email", existing.email());
		json.writeStringProperty("phoneNumber", existing.phoneNumber());
		json.writeStringProperty("accountNumber", existing.accountNumber());
		json.writeStringProperty("ifsc", existing.ifsc());
		json.writeStringProperty("vpa", existing.vpa());
		json.writeEndObject();
	}

}
