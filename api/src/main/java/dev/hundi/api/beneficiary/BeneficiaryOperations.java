package dev.hundi.api.beneficiary;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.input.IdempotencyKey;
import dev.hundi.api.json.Schema;
import dev.hundi.api.openapi.Group;
import dev.hundi.api.openapi.Lists;
import dev.hundi.api.openapi.Operation;
import dev.hundi.api.openapi.Operations;
import dev.hundi.api.openapi.Parameter;
import dev.hundi.beneficiary.BeneficiaryForms;

import org.springframework.stereotype.Component;

/**
 * The OpenAPI operations of beneficiaries.
 */
@Component
class BeneficiaryOperations implements Operations {

	private static final String PATH = "/v1/beneficiaries";

	private static final Parameter ID = Parameter.path("beneficiaryId", "Id of the beneficiary.");

	private static final Parameter IDEMPOTENCY_KEY = Parameter.header(IdempotencyKey.HEADER,
			"Recommended. Use one key for each verification and repeat it only to retry that request, so that a lost "
					+ "answer costs no second fee. Keys belong to the beneficiary and never expire.",
			Schema.text("", IdempotencyKey.FORM), "verify-vendor-17");

	private static final Schema NAME = Schema.text("Name, not blank.").length(1, BeneficiaryForms.MAX_NAME);

	private static final Schema EMAIL = Schema.text("E-mail address.", BeneficiaryForms.EMAIL)
		.length(1, BeneficiaryForms.MAX_EMAIL);

	private static final Schema ACCOUNT = Schema.text("Account number.", BeneficiaryForms.ACCOUNT_NUMBER);

	private static final Schema IFSC = Schema.text("IFSC in either case; stored in upper case.", BeneficiaryForms.IFSC);

	private static final Schema VPA = Schema.text("UPI VPA.", BeneficiaryForms.VPA).length(1, BeneficiaryForms.MAX_VPA);

	private static final Schema NEW_BENEFICIARY = Schema
		.oneOf("Exactly one target: accountNumber with ifsc, or vpa.",
				target("NewBankBeneficiary", "A beneficiary with a bank account.").field("accountNumber", ACCOUNT)
					.field("ifsc", IFSC),
				target("NewUpiBeneficiary", "A beneficiary with a UPI VPA.").field("vpa", VPA))
		.named("NewBeneficiary");

	private static final Schema CHANGE = Schema.object("The fields to change, at least one.")
		.optional("name", NAME)
		.optional("email",
				Schema.text("E-mail address; blank or null removes it.").length(0, BeneficiaryForms.MAX_EMAIL).orNull())
		.optional("phoneNumber", Schema.text("10 to 15 digits.", BeneficiaryFields.PHONE_NUMBER))
		.optional("accountNumber", ACCOUNT)
		.optional("ifsc", IFSC)
		.optional("vpa", VPA)
		.with((node) -> node.put("minProperties", 1))
		.named("BeneficiaryChange");

	private static final Schema REACTIVATION = Schema.object("")
		.optional("reason", Schema.text("Reason, which is recorded.").length(0, BeneficiaryFields.MAX_REASON).orNull())
		.named("Reactivation");

	@Override
	public List<Operation> all() {
		return List.of(create(), list(), update(), reactivate(), archive(), verify(), verification());
	}

	private static Operation create() {
		Map<String, String> examples = new LinkedHashMap<>();
		examples.put("A bank account",
				"""
						{"name":"Ramesh Kumar","phoneNumber":"9876543210","accountNumber":"026291800001191","ifsc":"YESB0000262"}""");
		examples.put("A UPI address", """
				{"name":"Meera Nair","email":"meera@example.com","phoneNumber":"9876543210","vpa":"success@upi"}""");
		return Operation.of(Group.BENEFICIARIES, "POST", PATH, "createBeneficiary")
			.says("Create a beneficiary",
					"Unique within the business by account number and IFSC, or by VPA in any case. Archived beneficiaries "
							+ "count as well. A duplicate answers 409 with the existing beneficiary and creates nothing. If its status is "
							+ "`inactive`, reactivate it before paying it.")
			.takesBody(true, NEW_BENEFICIARY, examples)
			.answers(201, "The beneficiary is created. The status in the body is 200.", BeneficiaryJson.CREATED,
					"Beneficiary created successfully")
			.refuses(ErrorCode.BENEFICIARY_EXISTS, BeneficiaryJson.EXISTING);
	}

	private static Operation list() {
		return Operation.of(Group.BENEFICIARIES, "GET", PATH, "listBeneficiaries")
			.says("List beneficiaries", "Newest first. The only list with `pagination`.")
			.takes(Lists.LIMIT, Lists.OFFSET, Lists.SINCE, Lists.UNTIL, Lists.search(
					"Matches part of the code, name, e-mail address, phone number, account number, IFSC or VPA.",
					"Ramesh"),
					Parameter.query("status", "Status to list; active by default.",
							Schema.oneOf("", List.of("active", "inactive", "all")).with("default", "active"), "active"))
			.answersPage("A page of beneficiaries.", BeneficiaryJson.BENEFICIARIES);
	}

	private static Operation update() {
		return Operation.of(Group.BENEFICIARIES, "PATCH", PATH + "/{beneficiaryId}", "updateBeneficiary")
			.says("Change a beneficiary",
					"Also changes archived beneficiaries, and never the status. A bank target cannot become a VPA, nor a "
							+ "VPA a bank target.")
			.takes(ID)
			.takesBody(true, CHANGE, Map.of("Another phone number", "{\"phoneNumber\":\"9812345678\"}"))
			.answers(200, "The changed beneficiary.", BeneficiaryJson.BENEFICIARY, "Beneficiary updated successfully")
			.refuses(ErrorCode.TARGET_KIND_IMMUTABLE, ErrorCode.BENEFICIARY_NOT_FOUND)
			.refuses(ErrorCode.BENEFICIARY_EXISTS, BeneficiaryJson.EXISTING);
	}

	private static Operation reactivate() {
		return Operation.of(Group.BENEFICIARIES, "POST", PATH + "/{beneficiaryId}/reactivate", "reactivateBeneficiary")
			.says("Reactivate an archived beneficiary", "Idempotent: an active beneficiary is returned unchanged.")
			.takes(ID)
			.takesBody(false, REACTIVATION, Map.of("With a reason", "{\"reason\":\"Contract renewed\"}"))
			.answers(200, "The active beneficiary.", BeneficiaryJson.BENEFICIARY,
					"Beneficiary reactivated successfully")
			.refuses(ErrorCode.BENEFICIARY_NOT_FOUND);
	}

	private static Operation archive() {
		return Operation.of(Group.BENEFICIARIES, "DELETE", PATH + "/{beneficiaryId}", "archiveBeneficiary")
			.says("Archive a beneficiary", "It can no longer be paid. Existing payouts still refer to it.")
			.takes(ID)
			.answers(200, "The beneficiary is archived.", BeneficiaryJson.ARCHIVED, "Beneficiary archived successfully")
			.refuses(ErrorCode.BENEFICIARY_NOT_FOUND);
	}

	private static Operation verify() {
		return Operation.of(Group.BENEFICIARIES, "POST", PATH + "/{beneficiaryId}/verification", "verifyBeneficiary")
			.says("Verify a beneficiary",
					"Asks a bank for the holder's name of the account or VPA, and compares it with the name of the "
							+ "beneficiary. Poll the verification for its result. While one is running, the same one is "
							+ "returned; with an Idempotency-Key that was used before, the one of that request, also if "
							+ "it has its result. A result is charged with the fee of your plan and GST; UNAVAILABLE is "
							+ "not. If the beneficiary's name, account or VPA changes, request another.")
			.takes(ID, IDEMPOTENCY_KEY)
			.answers(202, "The verification.", BeneficiaryJson.VERIFICATION, "Verification requested")
			.refuses(ErrorCode.BENEFICIARY_NOT_FOUND, ErrorCode.BENEFICIARY_INACTIVE, ErrorCode.WALLET_NOT_PROVISIONED)
			.refuses(ErrorCode.FEE_NOT_COVERED, BeneficiaryJson.NOT_COVERED);
	}

	private static Operation verification() {
		return Operation
			.of(Group.BENEFICIARIES, "GET", PATH + "/{beneficiaryId}/verification", "getBeneficiaryVerification")
			.says("Read the verification of a beneficiary",
					"The newest one of the beneficiary's present name, account or VPA, finished or not.")
			.takes(ID)
			.answers(200, "The newest verification.", BeneficiaryJson.VERIFICATION, null)
			.refuses(ErrorCode.BENEFICIARY_NOT_FOUND, ErrorCode.VERIFICATION_NOT_FOUND);
	}

	private static Schema target(String component, String description) {
		return Schema.object(description)
			.field("name", NAME)
			.optional("email", EMAIL.orNull())
			.field("phoneNumber", Schema.text("Indian mobile number; stored as sent.", BeneficiaryForms.INDIAN_MOBILE))
			.named(component);
	}

}
