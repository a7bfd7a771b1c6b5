package dev.hundi.api.beneficiary;

import dev.hundi.api.answer.Envelope;
import dev.hundi.beneficiary.Beneficiary;
import tools.jackson.core.JsonGenerator;

/**
 * Beneficiaries as the API shows them (specification, "Beneficiary").
 */
final class BeneficiaryJson {

	private BeneficiaryJson() {
	}

	/** With code, status and time, as in a list and after a change. */
	static void write(JsonGenerator json, Beneficiary beneficiary) {
		json.writeStartObject();
		json.writeStringProperty("beneficiaryId", beneficiary.beneficiaryId().toString());
		json.writeStringProperty("beneficiaryCode", beneficiary.beneficiaryCode());
		writeDetails(json, beneficiary);
		json.writeStringProperty("status", beneficiary.status().label());
		Envelope.time(json, "createdAt", beneficiary.createdAt());
		json.writeEndObject();
	}

	/** Without them, as a duplicate is shown. */
	static void writeExisting(JsonGenerator json, Beneficiary existing) {
		json.writeStartObject();
		json.writeStringProperty("beneficiaryId", existing.beneficiaryId().toString());
		writeDetails(json, existing);
		json.writeEndObject();
	}

	private static void writeDetails(JsonGenerator json, Beneficiary beneficiary) {
		json.writeStringProperty("name", beneficiary.name());
		json.writeStringProperty("email", beneficiary.email());
		json.writeStringProperty("phoneNumber", beneficiary.phoneNumber());
		json.writeStringProperty("accountNumber", beneficiary.accountNumber());
		json.writeStringProperty("ifsc", beneficiary.ifsc());
		json.writeStringProperty("vpa", beneficiary.vpa());
	}

}
