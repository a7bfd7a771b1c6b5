package dev.hundi.api.payout;

import java.io.IOException;
import java.util.Optional;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.api.input.IdempotencyKey;
import dev.hundi.api.input.JsonFields;
import dev.hundi.api.input.MediaTypes;
import dev.hundi.api.input.QueryFields;
import dev.hundi.api.observe.RequestTrace;
import dev.hundi.business.Caller;
import dev.hundi.payout.AcceptPayout;
import dev.hundi.payout.Acceptance.Accepted;
import dev.hundi.payout.Acceptance.NonceUsed;
import dev.hundi.payout.Acceptance.Reason;
import dev.hundi.payout.Acceptance.Refused;
import dev.hundi.payout.Acceptance.Replayed;
import dev.hundi.payout.NewPayout;
import dev.hundi.payout.PayoutReceipt;
import dev.hundi.payout.Payouts;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code POST /v1/payouts}: validates the body and stores the payout in one statement.
 */
@RestController
class InitiatePayoutEndpoint {

	private final AcceptPayout accept;

	private final Payouts payouts;

	InitiatePayoutEndpoint(AcceptPayout accept, Payouts payouts) {
		this.accept = accept;
		this.payouts = payouts;
	}

	@PostMapping(path = "/v1/payouts", produces = MediaType.APPLICATION_JSON_VALUE)
	void initiate(HttpServletRequest request, HttpServletResponse response) throws IOException {
		SignedCall call = SignedCall.of(request);
		String idempotencyKey = IdempotencyKey.of(request);
		PayoutFields fields;
		try {
			QueryFields.requireNone(request);
			MediaTypes.requireJson(request);
			fields = PayoutFields.read(JsonFields.read(call.body()), call.caller());
		}
		catch (Refusal refusal) {
			replay(response, earlier(call, idempotencyKey).orElseThrow(() -> refusal));
			return;
		}
		switch (this.accept.accept(newPayout(call, idempotencyKey, fields))) {
			case Accepted accepted -> answer(response, accepted.receipt());
			case Replayed replayed -> replay(response, replayed.receipt());
			case NonceUsed _ -> throw call.replayed();
			case Refused refused -> throw new Refusal(codeOf(refused.reason()));
		}
	}

	/**
	 * The payout of a used key. It is returned even if the later request has parameters,
	 * or an invalid body or one of another media type: a refusal would look as if nothing
	 * was paid.
	 */
	private Optional<PayoutReceipt> earlier(SignedCall call, @Nullable String idempotencyKey) {
		if (idempotencyKey == null) {
			return Optional.empty();
		}
		call.spendReplayToken();
		return this.payouts.byIdempotencyKey(call.caller().businessId(), idempotencyKey);
	}

	private static NewPayout newPayout(SignedCall call, @Nullable String idempotencyKey, PayoutFields fields) {
		Caller caller = call.caller();
		return new NewPayout(caller.businessId(), caller.apiKey(), call.handOverReplayToken(), idempotencyKey,
				fields.beneficiaryId(), fields.rail(), fields.amountPaise(),
				caller.commissionPlan().charge(fields.rail(), fields.amountPaise()), fields.merchantReferenceId(),
				fields.options(), null);
	}

	private static ErrorCode codeOf(Reason reason) {
		return switch (reason) {
			case BENEFICIARY_NOT_FOUND -> ErrorCode.BENEFICIARY_NOT_FOUND;
			case BENEFICIARY_INACTIVE -> ErrorCode.BENEFICIARY_INACTIVE;
			case RAIL_TARGET_MISMATCH -> ErrorCode.RAIL_TARGET_MISMATCH;
			case WALLET_NOT_PROVISIONED -> ErrorCode.WALLET_NOT_PROVISIONED;
		};
	}

	private static void replay(HttpServletResponse response, PayoutReceipt receipt) throws IOException {
		response.setHeader("Idempotent-Replayed", "true");
		answer(response, receipt);
	}

	private static void answer(HttpServletResponse response, PayoutReceipt receipt) throws IOException {
		RequestTrace.payout(receipt.payoutId());
		Envelope.ok(response, "Payout initiated successfully", PayoutJson.RECEIPT.of(receipt));
	}

}
