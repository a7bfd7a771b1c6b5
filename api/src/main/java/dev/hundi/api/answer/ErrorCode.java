package dev.hundi.api.answer;

import java.util.Locale;

/**
 * Every error code, with its HTTP status, default message, cause and remedy. The OpenAPI
 * document and {@code docs/integrating.md} list causes and remedies.
 */
public enum ErrorCode {

	VALIDATION_ERROR(400, "Validation failed",
			"A field, query parameter, header or path id is invalid; data.errors lists all of them.",
			"Correct every field in data.errors, then sign and send the request again."),

	MALFORMED_JSON(400, "The body must be exactly one JSON object in UTF-8 with distinct keys",
			"The body is not UTF-8, not JSON, not an object, repeats a key, or continues after the object.",
			"Send exactly one JSON object, and sign the bytes that you send."),

	AMOUNT_BELOW_RAIL_MINIMUM(400, "The amount is below the minimum of the rail",
			"The amount is below the minimum of the rail.", "Increase the amount or use another rail."),

	AMOUNT_ABOVE_RAIL_MAXIMUM(400, "The amount is above the maximum for one payout",
			"The amount exceeds the limit of the rail or the business's own limit for one payout.",
			"Reduce the amount, split the payout, or use a rail with a higher limit."),

	RAIL_TARGET_MISMATCH(400, "The rail cannot pay this beneficiary",
			"UPI pays to a VPA and every other rail to an account with IFSC; the beneficiary has the other kind of target.",
			"Use a rail that matches the beneficiary, or a beneficiary that matches the rail."),

	BENEFICIARY_INACTIVE(400, "The beneficiary is inactive", "The beneficiary is archived.",
			"Reactivate the beneficiary or pay another one."),

	WALLET_NOT_PROVISIONED(400, "The business has no wallet yet", "The wallet of the business is not open yet.",
			"Wait until walletProvisioned of GET /v1/wallet is true."),

	TARGET_KIND_IMMUTABLE(400, "A bank target cannot become a VPA, nor a VPA a bank target",
			"The change would replace one kind of target with the other.", "Create another beneficiary."),

	BAD_REQUEST(400, "The request is not valid HTTP",
			"The request line, the query or a header is malformed, or the headers are too large in total.",
			"Send well-formed HTTP/1.1 with a query in percent-encoded UTF-8 and at most 16 KiB of headers."),

	AUTH_HEADERS_MISSING(401, "Authentication headers are missing",
			"An authentication header is absent, empty or sent more than once.",
			"Send x-api-key, x-timestamp and x-signature, and x-nonce for signature version 2, once each."),

	API_KEY_INVALID(401, "The API key is malformed", "x-api-key does not have the format of an API key.",
			"Copy the key exactly as shown in the portal."),

	TIMESTAMP_EXPIRED(401, "The timestamp is not within 300 seconds of now",
			"x-timestamp is not 13 digits of Unix milliseconds, or differs from the server's clock by more than 300 s.",
			"Send milliseconds, synchronize your clock, and sign every attempt with a new timestamp."),

	REQUEST_REPLAYED(401, "The request was received before",
			"The nonce was used before, or a version 1 write repeats the signature of an earlier one.",
			"Sign every attempt again, with a new nonce or timestamp."),

	SIGNATURE_INVALID(401, "The signature is invalid",
			"The signature, its version or its nonce is invalid, or the key is unknown, expired or revoked.",
			"Check the canonical string against docs/integrating.md, and sign the exact bytes with the signing key of the API key."),

	HMAC_V2_REQUIRED(401, "A request with a query, or to a route that takes one, must be signed with version 2",
			"Signature version 1 does not cover the query; or the key accepts version 2 only, or the body is a file.",
			"Send x-service-sig-version: 2 and sign with version 2."),

	KYC_REQUIRED(403, "API access is disabled for this business", "KYC or an operational review is pending.",
			"Complete KYC in the portal, or contact support."),

	IP_NOT_ALLOWED(403, "This address is not on the IP whitelist",
			"The business has an IP whitelist that does not contain the address of the caller.",
			"Add the address in the portal."),

	SCOPE_REQUIRED(403, "The key may not do this", "The API key does not have the scope of this request.",
			"Use a key with this scope: READ, PAY, BENEFICIARIES, BULK_MAKE or BULK_RELEASE."),

	SECOND_PERSON_REQUIRED(403, "Another key must release this file",
			"The file needs a release by another key than the one that uploaded it.",
			"Sign the release with another API key of the business."),

	BUSINESS_NOT_FOUND(404, "Business not found", "The business of the key no longer exists.", "Contact support."),

	BENEFICIARY_NOT_FOUND(404, "Beneficiary not found",
			"The business has no beneficiary with this id, its personal data is erased, or it is archived already (DELETE).",
			"Use the id from the answer to the creation, with a key of the same business. Register an erased one again."),

	VERIFICATION_NOT_FOUND(404, "The beneficiary as it is now was never verified",
			"The business has the beneficiary, but never requested a verification of its present name, account or VPA.",
			"Request one with POST /v1/beneficiaries/:beneficiaryId/verification."),

	PAYOUT_NOT_FOUND(404, "Payout not found", "The business has no payout with this id.",
			"Use payoutTransactionId from the answer to the initiation, with a key of the same business."),

	EXPORT_NOT_FOUND(404, "Export not found", "The business has no export with this id, or its file has been deleted.",
			"Use an exportId from GET /v1/wallet/exports, or request the export again."),

	BULK_FILE_NOT_FOUND(404, "Bulk file not found",
			"The business has no bulk file with this id; or its rows are not loaded, for its result and its failed rows.",
			"Use bulkFileId from the answer to the upload, with a key of the same business. Do not upload a file again that is LOADING."),

	ROUTE_NOT_FOUND(404, "No such route",
			"The API has no such path, or the path has parameters (;a=b) or percent-encoded letters, digits or - . _ ~.",
			"Check the path; all paths start with /v1 and have one spelling."),

	METHOD_NOT_ALLOWED(405, "The route does not support this method", "The path does not support this method.",
			"Use one of the methods in the Allow header."),

	NOT_ACCEPTABLE(406, "Answers are application/json only", "The Accept header excludes application/json.",
			"Send Accept: application/json or none."),

	REQUEST_TIMEOUT(408, "The request did not arrive in time", "The body arrived too slowly.",
			"Send a JSON body within 10 seconds; a file within 2 minutes, at 8 KiB a second or more."),

	BENEFICIARY_EXISTS(409, "Beneficiary already exists",
			"An active or archived beneficiary of the business has the same target; data is that beneficiary.",
			"Use the existing beneficiary, and reactivate it if it is archived."),

	BULK_FILE_EXISTS(409, "The file was uploaded before",
			"An earlier file that was neither rejected nor cancelled has the same content or client reference; data is that file.",
			"Continue with the earlier file. To upload another one, change its content and its client reference."),

	BULK_FILE_NOT_OPEN(409, "The file is in a status that does not allow this",
			"A file can be released only while it awaits release, and cancelled only before its release; data is the file.",
			"Wait for the required status, or upload another file."),

	PAYOUT_NOT_CANCELLABLE(409, "The payout can no longer be cancelled",
			"Only a payout that is held or queued can be cancelled: it has a holdReason. This one is being debited, is at a bank, or has ended; data is the payout.",
			"Read the payout's status; what is at a bank cannot be cancelled."),

	INSUFFICIENT_BALANCE(409, "The wallet does not cover the file",
			"The spendable balance is below the total of the valid rows with commission and GST; data has both.",
			"Top up the wallet and release the file again."),

	FEE_NOT_COVERED(409, "The wallet does not cover the fee",
			"The spendable balance is below the fee of the verification with GST; data has both.",
			"Top up the wallet and request the verification again."),

	PAYLOAD_TOO_LARGE(413, "The body is larger than 64 KiB",
			"The body is larger than 64 KiB, or an uploaded file is larger than 50 MB.",
			"Send a smaller body; split a file into several."),

	UNSUPPORTED_MEDIA_TYPE(415, "The body must be application/json",
			"Content-Type is absent or not application/json in UTF-8, or for an upload not that of its file.",
			"Send Content-Type: application/json, or with an upload the media type of the file."),

	RATE_LIMITED(429, "Too many requests",
			"The business exceeded its rate limit for this kind of request, or too many requests from the address failed authentication. "
					+ "Or too many exports are being written, or too many files of the business wait to be loaded.",
			"Wait for the number of seconds in Retry-After."),

	INTERNAL_ERROR(500, "Internal error", "The service failed unexpectedly.",
			"Retry a payout with the same Idempotency-Key; contact support if the error persists."),

	TEMPORARILY_UNAVAILABLE(503, "Temporarily unavailable",
			"A dependency of the service is unavailable, the export or another workbook is being written, or too many files are being received.",
			"Retry after the number of seconds in Retry-After; retry a payout with the same Idempotency-Key.");

	private final int status;

	private final String message;

	private final String cause;

	private final String remedy;

	private final String code = name().toLowerCase(Locale.ROOT);

	ErrorCode(int status, String message, String cause, String remedy) {
		this.status = status;
		this.message = message;
		this.cause = cause;
		this.remedy = remedy;
	}

	/** The code as answers show it. */
	public String code() {
		return this.code;
	}

	public int status() {
		return this.status;
	}

	/** The default message. */
	public String message() {
		return this.message;
	}

	public String cause() {
		return this.cause;
	}

	public String remedy() {
		return this.remedy;
	}

}
