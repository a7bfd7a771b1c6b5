package dev.hundi.api.beneficiary;

import java.io.IOException;
import java.util.UUID;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.api.input.IdempotencyKey;
import dev.hundi.api.input.QueryFields;
import dev.hundi.api.input.RequestIds;
import dev.hundi.beneficiary.Beneficiaries;
import dev.hundi.verification.NameVerification;
import dev.hundi.verification.NameVerifications;
import dev.hundi.verification.RequestVerification;
import dev.hundi.verification.VerificationRequest.InactiveBeneficiary;
import dev.hundi.verification.VerificationRequest.NoWallet;
import dev.hundi.verification.VerificationRequest.NotCovered;
import dev.hundi.verification.VerificationRequest.Running;
import dev.hundi.verification.VerificationRequest.UnknownBeneficiary;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST} and {@code GET /v1/beneficiaries/:beneficiaryId/verification}. */
@RestController
class VerifyBeneficiaryEndpoint {

	private static final String PATH = "/v1/beneficiaries/{id}/verification";

	private final RequestVerification request;

	private final NameVerifications verifications;

	private final Beneficiaries beneficiaries;

	VerifyBeneficiaryEndpoint(RequestVerification request, NameVerifications verifications,
			Beneficiaries beneficiaries) {
		this.request = request;
		this.verifications = verifications;
		this.beneficiaries = beneficiaries;
	}

	@PostMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
	void verify(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		UUID businessId = SignedCall.of(request).caller().businessId();
		QueryFields.requireNone(request);
		switch (this.request.ofBeneficiary(businessId, RequestIds.ofPath("beneficiaryId", id), "API",
				IdempotencyKey.of(request))) {
			case Running(var verification, boolean _) -> Envelope.answer(response, 202, 202, "Verification requested",
					BeneficiaryJson.VERIFICATION.of(verification));
			case UnknownBeneficiary() -> throw new Refusal(ErrorCode.BENEFICIARY_NOT_FOUND);
			case InactiveBeneficiary() -> throw new Refusal(ErrorCode.BENEFICIARY_INACTIVE);
			case NoWallet() -> throw new Refusal(ErrorCode.WALLET_NOT_PROVISIONED);
			case NotCovered poor ->
				Envelope.error(response, ErrorCode.FEE_NOT_COVERED, BeneficiaryJson.NOT_COVERED.of(poor));
		}
	}

	@GetMapping(path = PATH, produces = MediaType.APPLICATION_JSON_VALUE)
	void verification(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		UUID businessId = SignedCall.of(request).caller().businessId();
		UUID beneficiaryId = RequestIds.ofPath("beneficiaryId", id);
		if (this.beneficiaries.find(businessId, beneficiaryId).isEmpty()) {
			throw new Refusal(ErrorCode.BENEFICIARY_NOT_FOUND);
		}
		NameVerification newest = this.verifications.newest(businessId, beneficiaryId)
			.orElseThrow(() -> new Refusal(ErrorCode.VERIFICATION_NOT_FOUND));
		Envelope.ok(response, null, BeneficiaryJson.VERIFICATION.of(newest));
	}

}
