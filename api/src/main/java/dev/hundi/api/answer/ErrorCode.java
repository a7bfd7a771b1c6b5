package dev.hundi.api.answer;

import java.util.Locale;

/**
 * Every code that an error answer can carry, once: its HTTP status, the message that is
 * sent where nothing more exact is known, what causes it and what mends it.
 */
public enum ErrorCode {

	VALIDATION_ERROR(400, "Validation failed",
			"A field, query parameter, header or path id breaks its rule; data.errors names each.",
			"Correct every field of data.errors and send the request again, signed anew."),

	MALFORMED_JSON(400, "The body must be exactly one JSON object in UTF-8 with distinct keys",
			"The body is not UTF-8, not JSON, no object, repeats a key, or has something after the object.",
			"Send exactly one JSON object, and sign the bytes that are sent."),

	AMOUNT_BELOW_RAIL_MINIMUM(400, "The amount is below the minimum of the rail",
			"The rail takes no payout as small as this.", "Raise the amount or take another rail."),

	AMOUNT_ABOVE_RAIL_MAXIMUM(400, "The amount is above the maximum for one payout",
			"The amount is above the rail's limit or above the business's own limit for one payout.",
			"Lower the amount, split the payout, or take a rail with a higher limit."),

	RAIL_TARGET_MISMATCH(400, "The rail cannot pay this beneficiary",
			"UPI pays to a VPA, every other rail to an account with IFSC; the beneficiary has the other kind.",
			"Choose a rail that fits the beneficiary, or a beneficiary that fits the rail."),

	BENEFICIARY_INACTIVE(400, "The beneficiary is inactive", "The beneficiary is archived.",
			"Reactivate the beneficiary or pay another."),

	WALLET_NOT_PROVISIONED(400, "The business has no wallet yet", "The wallet of the business is not open.",
			"Wait until walletProvisioned of GET /v1/wallet is true."),

	TARGET_KIND_IMMUTABLE(400, "A bank target cannot become a VPA, nor a VPA a bank target",
			"A change would turn one kind of target into the other.", "Create another beneficiary."),

	BAD_REQUEST(400, "The request is not valid HTTP",
			"The request line, the query or a header is malformed, or the headers together are too large.",
			"Send well-formed HTTP/1.1 with a query in percent-encoded UTF-8 and at most 16 KiB of headers."),

	AUTH_HEADERS_MISSING(401, "Authentication headers are missing",
			"An authentication header is absent, empty or sent more than once.",
			"Send x-api-key, x-timestamp and x-signature, and x-nonce for signature version 2, once each."),

	API_KEY_INVALID(401, "The API key is malformed", "x-api-key is no key of this service.",
			"Copy the key as the portal shows it."),

	TIMESTAMP_EXPIRED(401, "The timestamp is not within 300 seconds of now",
			"x-timestamp is not 13 digits of Unix milliseconds, or differs from the server's clock by more than 300 s.",
			"Send milliseconds, keep the clock right, and sign anew for every attempt."),

	REQUEST_REPLAYED(401, "The request was received before",
			"The nonce was used before, or a version 1 write has the signature of an earlier one.",
			"Sign every attempt anew, with a fresh nonce or timestamp."),

	SIGNATURE_INVALID(401, "The signature is invalid",
			"The signature, its version or its nonce is wrong, or the key is unknown or revoked.",
			"Compare the canonical string with the specification's; sign the bytes sent with the key's own signing key."),

	HMAC_V2_REQUIRED(401, "A request with a query, or to a route that takes one, must be signed with version 2",
			"Signature version 1 does not cover the query.", "Send x-service-sig-version: 2 and sign accordingly."),

	KYC_REQUIRED(403, "API access is disabled for this business", "KYC or an operational review is pending.",
			"Complete KYC in the portal, or ask support."),

	IP_NOT_ALLOWED(403, "This address is not on the IP whitelist",
			"The key's business has a whitelist, and the caller's address is not on it.",
			"Add the address in the portal."),

	SECOND_PERSON_REQUIRED(403, "Another key must release this file",
			"The file needs two people, and the key that asks is the one that uploaded it.",
			"Sign the release with another API key of the business."),
	BUSINESS_NOT_FOUND(404, "Business not found", "The business of the key no longer exists.", "Ask support."),

	BENEFICIARY_NOT_FOUND(404, "Beneficiary not found", "No beneficiary of this business has the id.",
			"Take the id from the answer that created the beneficiary, under the same business."),

	PAYOUT_NOT_FOUND(404, "Payout not found", "No payout of this business has the id.",
			"Take payoutTransactionId from the answer that initiated the payout, under the same business."),

	EXPORT_NOT_FOUND(404, "Export not found", "No export of this business has the id, or its file is removed.",
			"Take exportId from GET /v1/wallet/exports, or ask for the export again."),

	BULK_FILE_NOT_FOUND(404, "Bulk file not found", "No bulk file of this business has the id.",
			"Take bulkFileId from the answer that took the upload, under the same business."),
	ROUTE_NOT_FOUND(404, "No such route", "The path is none of the API's.", "Check the path; all start with /v1."),

	METHOD_NOT_ALLOWED(405, "The route does not support this method", "The path exists, but not with this method.",
			"Use one of the methods in the Allow header."),

	NOT_ACCEPTABLE(406, "Answers are application/json only", "The Accept header excludes application/json.",
			"Send Accept: application/json or none."),

	REQUEST_TIMEOUT(408, "The request did not arrive in time", "The body came too slowly.",
			"Send the whole body within ten seconds."),

	BENEFICIARY_EXISTS(409, "Beneficiary already exists",
			"A beneficiary of this business, active or archived, has the same target; data is that one.",
			"Use the existing beneficiary, reactivating it where it is archived."),

	BULK_FILE_EXISTS(409, "The file was uploaded before",
			"An earlier file that was neither rejected nor cancelled has the same content or client reference; data is it.",
			"Go on with the earlier file; for another one change its content and its client reference."),
	BULK_FILE_NOT_OPEN(409, "The file is in a status that does not allow this",
			"Only a file that awaits its release can be released, and only one that is not released can be cancelled; "
					+ "data is the file.",
			"Read the status of the file and wait, or upload another."),
	INSUFFICIENT_BALANCE(409, "The wallet does not cover the file",
			"The spendable balance is below the valid rows with commission and GST; data has both.",
			"Fund the wallet and release the file again."),
	PAYLOAD_TOO_LARGE(413, "The body is larger than 64 KiB", "The body is larger than 64 KiB.", "Send a smaller body."),

	UNSUPPORTED_MEDIA_TYPE(415, "The body must be application/json", "Content-Type is not application/json in UTF-8.",
			"Send Content-Type: application/json."),

	RATE_LIMITED(429, "Too many requests", "The key sent more requests of this kind than it may.",
			"Wait for the seconds of Retry-After."),

	INTERNAL_ERROR(500, "Internal error", "The service failed.",
			"Repeat a payout with the same Idempotency-Key; tell support if it goes on."),

	TEMPORARILY_UNAVAILABLE(503, "Temporarily unavailable", "A part the service needs is down for the moment.",
			"Repeat after the seconds of Retry-After; a payout with the same Idempotency-Key.");

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

	/** The word in the envelope. */
	public String code() {
		return this.code;
	}

	/** HTTP status. */
	public int status() {
		return this.status;
	}

	/** Sent where the refusal has no message of its own. */
	public String message() {
		return this.message;
	}

	/** What brings it about, for the documentation. */
	public String cause() {
		return this.cause;
	}

	/** What the caller does about it, for the documentation. */
	public String remedy() {
		return this.remedy;
	}

}
