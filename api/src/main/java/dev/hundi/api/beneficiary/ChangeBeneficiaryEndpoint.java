package dev.hundi.api.beneficiary;

import java.io.IOException;
import java.util.UUID;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.api.input.JsonFields;
import dev.hundi.api.input.MediaTypes;
import dev.hundi.api.input.QueryFields;
import dev.hundi.api.input.RequestIds;
import dev.hundi.beneficiary.Beneficiary;
import dev.hundi.beneficiary.BeneficiaryChange;
import dev.hundi.beneficiary.UpdateBeneficiaryResult.Changed;
import dev.hundi.beneficiary.UpdateBeneficiaryResult.Collision;
import dev.hundi.beneficiary.UpdateBeneficiaryResult.NotFound;
import dev.hundi.beneficiary.UpdateBeneficiaryResult.TargetKindImmutable;
import dev.hundi.beneficiary.ChangeBeneficiary;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code PATCH} and {@code DELETE /v1/beneficiaries/:beneficiaryId} and its reactivation.
 */
@RestController
class ChangeBeneficiaryEndpoint {

	private static final String ID = "beneficiaryId";

	private final ChangeBeneficiary change;

	ChangeBeneficiaryEndpoint(ChangeBeneficiary change) {
		this.change = change;
	}

	@PatchMapping(path = "/v1/beneficiaries/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
	void update(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		SignedCall call = SignedCall.of(request);
		QueryFields.requireNone(request);
		MediaTypes.requireJson(request);
		UUID beneficiaryId = RequestIds.ofPath(ID, id);
		BeneficiaryChange wanted = BeneficiaryFields.readChange(JsonFields.read(call.body()));
		switch (this.change.update(call.caller().businessId(), beneficiaryId, wanted)) {
			case Changed changed -> answer(response, "Beneficiary updated successfully", changed.beneficiary());
			case Collision collision -> Envelope.error(response, ErrorCode.BENEFICIARY_EXISTS,
					BeneficiaryJson.EXISTING.of(collision.existing()));
			case TargetKindImmutable _ -> throw new Refusal(ErrorCode.TARGET_KIND_IMMUTABLE);
			case NotFound _ -> throw new Refusal(ErrorCode.BENEFICIARY_NOT_FOUND);
		}
	}

	/** The body is optional and has at most a reason. */
	@PostMapping(path = "/v1/beneficiaries/{id}/reactivate", produces = MediaType.APPLICATION_JSON_VALUE)
	void reactivate(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		SignedCall call = SignedCall.of(request);
		QueryFields.requireNone(request);
		UUID beneficiaryId = RequestIds.ofPath(ID, id);
		Beneficiary beneficiary = this.change
			.reactivate(call.caller().businessId(), beneficiaryId, reason(call, request))
			.orElseThrow(() -> new Refusal(ErrorCode.BENEFICIARY_NOT_FOUND));
		answer(response, "Beneficiary reactivated successfully", beneficiary);
	}

	@DeleteMapping(path = "/v1/beneficiaries/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
	void archive(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		QueryFields.requireNone(request);
		UUID beneficiaryId = RequestIds.ofPath(ID, id);
		if (!this.change.archive(SignedCall.of(request).caller().businessId(), beneficiaryId)) {
			throw new Refusal(ErrorCode.BENEFICIARY_NOT_FOUND);
		}
		Envelope.ok(response, "Beneficiary archived successfully", BeneficiaryJson.ARCHIVED.of(beneficiaryId));
	}

	private static @Nullable String reason(SignedCall call, HttpServletRequest request) {
		if (call.body().length == 0) {
			return null;
		}
		MediaTypes.requireJson(request);
		return BeneficiaryFields.readReason(JsonFields.read(call.body()));
	}

	private static void answer(HttpServletResponse response, String message, Beneficiary beneficiary)
			throws IOException {
		Envelope.ok(response, message, BeneficiaryJson.BENEFICIARY.of(beneficiary));
	}

}
