package dev.hundi.api.beneficiary;

import java.io.IOException;
import java.util.List;
import java.util.UUID;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.api.input.JsonFields;
import dev.hundi.api.input.MediaTypes;
import dev.hundi.api.input.QueryFields;
import dev.hundi.beneficiary.Beneficiaries;
import dev.hundi.beneficiary.BeneficiaryPage;
import dev.hundi.beneficiary.BeneficiaryStatus;
import dev.hundi.beneficiary.CreateBeneficiaryResult.Created;
import dev.hundi.beneficiary.CreateBeneficiaryResult.Duplicate;
import dev.hundi.beneficiary.NewBeneficiary;
import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code POST} and {@code GET /v1/beneficiaries}.
 */
@RestController
class BeneficiaryEndpoint {

	private final Beneficiaries beneficiaries;

	BeneficiaryEndpoint(Beneficiaries beneficiaries) {
		this.beneficiaries = beneficiaries;
	}

	/** Answers 201 with status 200 in the body, like the sample in the specification. */
	@PostMapping(path = "/v1/beneficiaries", produces = MediaType.APPLICATION_JSON_VALUE)
	void create(HttpServletRequest request, HttpServletResponse response) throws IOException {
		SignedCall call = SignedCall.of(request);
		QueryFields.requireNone(request);
		MediaTypes.requireJson(request);
		NewBeneficiary beneficiary = BeneficiaryFields.read(JsonFields.read(call.body()));
		switch (this.beneficiaries.create(call.caller().businessId(), beneficiary)) {
			case Created created -> Envelope.answer(response, 201, 200, "Beneficiary created successfully",
					BeneficiaryJson.CREATED.of(created));
			case Duplicate duplicate -> Envelope.error(response, ErrorCode.BENEFICIARY_EXISTS,
					BeneficiaryJson.EXISTING.of(duplicate.existing()));
		}
	}

	@GetMapping(path = "/v1/beneficiaries", produces = MediaType.APPLICATION_JSON_VALUE)
	void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
		UUID businessId = SignedCall.of(request).caller().businessId();
		QueryFields query = QueryFields.read(request);
		Page page = query.page();
		Window window = query.window();
		SearchPhrase phrase = query.search();
		BeneficiaryStatus status = status(query);
		query.finish();
		BeneficiaryPage listed = this.beneficiaries.list(businessId, window, status, phrase, page);
		Envelope.page(response, page, listed.total(), BeneficiaryJson.BENEFICIARIES.of(listed.beneficiaries()));
	}

	/** Null for all statuses. */
	private static @Nullable BeneficiaryStatus status(QueryFields query) {
		String text = query.oneOf("status", List.of("active", "inactive", "all"));
		if ("all".equals(text)) {
			return null;
		}
		return "inactive".equals(text) ? BeneficiaryStatus.INACTIVE : BeneficiaryStatus.ACTIVE;
	}

}
