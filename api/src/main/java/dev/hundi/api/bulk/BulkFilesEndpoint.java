package dev.hundi.api.bulk;

import java.io.IOException;
import java.util.List;
import java.util.UUID;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.SignedCall;
import dev.hundi.api.input.QueryFields;
import dev.hundi.api.input.RequestIds;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFiles;
import dev.hundi.bulk.BulkRow;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.bulk.BulkDecisionResult;
import dev.hundi.bulk.BulkDecisionResult.Done;
import dev.hundi.bulk.BulkDecisionResult.NoWallet;
import dev.hundi.bulk.BulkDecisionResult.NotFound;
import dev.hundi.bulk.BulkDecisionResult.RelationEnded;
import dev.hundi.bulk.BulkDecisionResult.SamePerson;
import dev.hundi.bulk.BulkDecisionResult.ShortOfMoney;
import dev.hundi.bulk.BulkDecisionResult.WrongStatus;
import dev.hundi.bulk.RowStatus;
import dev.hundi.list.Page;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Bulk files of a business and their rows, release and cancellation.
 */
@RestController
class BulkFilesEndpoint {

	static final String ID = "bulkFileId";

	private final BulkFiles files;

	private final DecideBulkFile decide;

	BulkFilesEndpoint(BulkFiles files, DecideBulkFile decide) {
		this.files = files;
		this.decide = decide;
	}

	@GetMapping(path = "/v1/bulk-payouts", produces = MediaType.APPLICATION_JSON_VALUE)
	void list(HttpServletRequest request, HttpServletResponse response) throws IOException {
		UUID businessId = SignedCall.of(request).caller().businessId();
		QueryFields query = QueryFields.read(request);
		Page page = query.page();
		query.finish();
		List<BulkFile> found = this.files.list(businessId, page);
		Envelope.ok(response, null, BulkJson.FILES.of(found));
	}

	@GetMapping(path = "/v1/bulk-payouts/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
	void show(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		Envelope.ok(response, null, BulkJson.FILE.of(file(id, request)));
	}

	@GetMapping(path = "/v1/bulk-payouts/{id}/rows", produces = MediaType.APPLICATION_JSON_VALUE)
	void rows(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		BulkFile file = file(id, request);
		QueryFields query = QueryFields.read(request);
		RowStatus status = query.oneOf("status", RowStatus.values(), RowStatus::name);
		boolean warned = "true".equals(query.oneOf("warned", List.of("true", "false")));
		Page page = query.page();
		query.finish();
		List<BulkRow> rows = this.files.rows(file.businessId(), file.bulkFileId(), status, warned, page);
		Envelope.ok(response, null, BulkJson.ROWS.of(rows));
	}

	@PostMapping(path = "/v1/bulk-payouts/{id}/release", produces = MediaType.APPLICATION_JSON_VALUE)
	void release(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		SignedCall call = SignedCall.of(request);
		QueryFields.requireNone(request);
		answer(response, "File released",
				this.decide.release(call.caller().businessId(), RequestIds.ofPath(ID, id), call.caller().apiKey()));
	}

	@PostMapping(path = "/v1/bulk-payouts/{id}/cancel", produces = MediaType.APPLICATION_JSON_VALUE)
	void cancel(@PathVariable("id") String id, HttpServletRequest request, HttpServletResponse response)
			throws IOException {
		SignedCall call = SignedCall.of(request);
		QueryFields.requireNone(request);
		answer(response, "File cancelled",
				this.decide.cancel(call.caller().businessId(), RequestIds.ofPath(ID, id), call.caller().apiKey()));
	}

	private static void answer(HttpServletResponse response, String message, BulkDecisionResult decision)
			throws IOException {
		switch (decision) {
			case Done(var file) -> Envelope.ok(response, message, BulkJson.FILE.of(file));
			case WrongStatus(var file) ->
				Envelope.error(response, ErrorCode.BULK_FILE_NOT_OPEN, BulkJson.FILE.of(file));
			case ShortOfMoney poor ->
				Envelope.error(response, ErrorCode.INSUFFICIENT_BALANCE, BulkJson.SHORT_OF_MONEY.of(poor));
			case SamePerson(var file) -> throw secondPersonRequired(file);
			case RelationEnded() -> throw new Refusal(ErrorCode.KYC_REQUIRED);
			case NoWallet() -> throw new Refusal(ErrorCode.WALLET_NOT_PROVISIONED);
			case NotFound() -> throw new Refusal(ErrorCode.BULK_FILE_NOT_FOUND);
		}
	}

	private static Refusal secondPersonRequired(BulkFile file) {
		return file.approval().uploadedBy().startsWith(DecideBulkFile.PERSON)
				? new Refusal(ErrorCode.SECOND_PERSON_REQUIRED,
						"A person uploaded this file, so another person must release it in the portal")
				: new Refusal(ErrorCode.SECOND_PERSON_REQUIRED);
	}

	private BulkFile file(String id, HttpServletRequest request) {
		return this.files.find(SignedCall.of(request).caller().businessId(), RequestIds.ofPath(ID, id))
			.orElseThrow(() -> new Refusal(ErrorCode.BULK_FILE_NOT_FOUND));
	}

}
