package dev.hundi.api.beneficiary;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.openapi.Group;
import dev.hundi.api.openapi.Lists;
import dev.hundi.api.openapi.Operation;
import dev.hundi.api.openapi.Operations;
import dev.hundi.api.openapi.Parameter;
import dev.hundi.api.openapi.Schema;
import dev.hundi.beneficiary.BeneficiaryStatus;

import org.springframework.stereotype.Component;

/**
 * The beneficiary endpoints, described.
 */
@Component
class BeneficiaryOperations implements Operations {

	private static final String PATH = "/v1/beneficiaries";

	private static final String ID = "beneficiaryId";

	private static final Schema NAME = Schema.text("Name, not blank.").length(1, BeneficiaryFields.MAX_NAME);

	private static final Schema EMAIL = Schema.text("E-mail address.", BeneficiaryFields.EMAIL)
		.length(1, BeneficiaryFields.MAX_EMAIL);

	private static final Schema MOBILE = Schema.text("Indian mobile number; kept as sent.",
			BeneficiaryFields.INDIAN_MOBILE);

	private static final Schema ACCOUNT = Schema.text("Account number, for a bank target.",
			BeneficiaryFields.ACCOUNT_NUMBER);

	private static final Schema IFSC = Schema.text("IFSC of the account, in either case; stored upper-case.",
			BeneficiaryFields.IFSC);

	private static final Schema VPA = Schema.text("UPI VPA, for a UPI target.", BeneficiaryFields.VPA)
		.length(1, BeneficiaryFields.MAX_VPA);

	private static final Schema CODE = Schema.text("Readable code.", Pattern.compile("BEN[0-9A-HJKMNP-TV-Z]{8}"));

	private static final Schema TARGET = Schema.object("")
		.field("name", Schema.text("Name."))
		.field("email", Schema.text("E-mail address.").orNull())
		.field("phoneNumber", Schema.text("Phone number."))
		.field("accountNumber", Schema.text("Account number of a bank target.").orNull())
		.field("ifsc", Schema.text("IFSC of a bank target, upper-case.").orNull())
		.field("vpa", Schema.text("VPA of a UPI target.").orNull());

	private static final Schema BENEFICIARY = Schema.object("Whom payouts may go to.")
		.field(ID, Schema.uuid("The beneficiary."))
		.field("beneficiaryCode", CODE)
		.fieldsOf(TARGET)
		.field("status",
				Schema.oneOf("Payouts go to active ones only.",
						Arrays.stream(BeneficiaryStatus.values()).map(BeneficiaryStatus::label).toList()))
		.field("createdAt", Schema.time("When it was created."))
		.named("Beneficiary");

	private static final Schema EXISTING = Schema.object("The beneficiary that has the target already.")
		.field(ID, Schema.uuid("The beneficiary."))
		.fieldsOf(TARGET)
		.named("ExistingBeneficiary");

	private static final String EXAMPLE_EXISTING = """
			{"beneficiaryId":"0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f","name":"Ramesh Kumar","email":null,
			"phoneNumber":"9876543210","accountNumber":"026291800001191","ifsc":"YESB0000262","vpa":null}""";

	private static final String EXAMPLE = """
			{"beneficiaryId":"0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f","beneficiaryCode":"BEN4T7WQ2ZC",
			"name":"Ramesh Kumar","email":null,"phoneNumber":"9876543210","accountNumber":"026291800001191",
			"ifsc":"YESB0000262","vpa":null,"status":"active","createdAt":"2026-11-21T08:10:02.417Z"}""";

	@Override
	public List<Operation> all() {
		return List.of(create(), list(), update(), reactivate(), archive());
	}

	private static Operation create() {
		Schema body = Schema.object("Exactly one target: accountNumber with ifsc, or vpa.")
			.field("name", NAME)
			.optional("email", EMAIL.orNull())
			.field("phoneNumber", MOBILE)
			.optional("accountNumber", ACCOUNT.orNull())
			.optional("ifsc", IFSC.orNull())
			.optional("vpa", VPA.orNull())
			.named("NewBeneficiary");
		Map<String, String> examples = new LinkedHashMap<>();
		examples.put("A bank account",
				"""
						{"name":"Ramesh Kumar","phoneNumber":"9876543210","accountNumber":"026291800001191","ifsc":"YESB0000262"}""");
		examples.put("A UPI address", """
				{"name":"Meera Nair","email":"meera@example.com","phoneNumber":"9876543210","vpa":"success@upi"}""");
		return Operation.of(Group.BENEFICIARIES, "POST", PATH, "createBeneficiary")
			.says("Create a beneficiary",
					"Unique within the business by account and IFSC, or by VPA whatever its case, archived ones "
							+ "included. A duplicate answers 409 with the one that is there, and nothing is created.")
			.takesBody(true, body, examples)
			.answers(201, "Created. The body says status 200.",
					Schema.object("").field(ID, Schema.uuid("The new beneficiary.")).field("beneficiaryCode", CODE),
					"Beneficiary created successfully", """
							{"beneficiaryId":"0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f","beneficiaryCode":"BEN4T7WQ2ZC"}""")
			.refuses(ErrorCode.BENEFICIARY_EXISTS, EXISTING, EXAMPLE_EXISTING);
	}

	private static Operation list() {
		return Operation.of(Group.BENEFICIARIES, "GET", PATH, "listBeneficiaries")
			.says("List beneficiaries", "Newest first. The one list with `pagination`.")
			.takes(Lists.LIMIT, Lists.OFFSET, Lists.SINCE, Lists.UNTIL,
					Lists.search("Part of code, name, e-mail, phone, account number, IFSC or VPA.", "Ramesh"),
					Parameter.query("status", "Which ones, active where absent.",
							Schema.oneOf("", List.of("active", "inactive", "all"))
								.with((node) -> node.put("default", "active")),
							"active"))
			.answersPage("A page of beneficiaries.", Schema.arrayOf(BENEFICIARY, "Newest first."), "[" + EXAMPLE + "]",
					"{\"limit\":50,\"offset\":0,\"total\":1}");
	}

	private static Operation update() {
		Schema body = Schema.object("The fields to change, at least one.")
			.optional("name", NAME)
			.optional("email",
					Schema.text("E-mail address; blank or null removes it.")
						.length(0, BeneficiaryFields.MAX_EMAIL)
						.orNull())
			.optional("phoneNumber", Schema.text("10 to 15 digits.", BeneficiaryFields.PHONE_NUMBER))
			.optional("accountNumber", ACCOUNT)
			.optional("ifsc", IFSC)
			.optional("vpa", VPA)
			.with((node) -> node.put("minProperties", 1))
			.named("BeneficiaryChange");
		return Operation.of(Group.BENEFICIARIES, "PATCH", PATH + "/{beneficiaryId}", "updateBeneficiary")
			.says("Change a beneficiary",
					"Works on archived ones too and never changes the status. A bank target stays a bank target, a VPA a VPA.")
			.takes(id())
			.takesBody(true, body, Map.of("Another phone number", "{\"phoneNumber\":\"9812345678\"}"))
			.answers(200, "Changed.", BENEFICIARY, "Beneficiary updated successfully", EXAMPLE)
			.refuses(ErrorCode.TARGET_KIND_IMMUTABLE, ErrorCode.BENEFICIARY_NOT_FOUND)
			.refuses(ErrorCode.BENEFICIARY_EXISTS, EXISTING, EXAMPLE_EXISTING);
	}

	private static Operation reactivate() {
		Schema body = Schema.object("")
			.optional("reason", Schema.text("Why; kept.").length(0, BeneficiaryFields.MAX_REASON).orNull())
			.named("Reactivation");
		return Operation.of(Group.BENEFICIARIES, "POST", PATH + "/{beneficiaryId}/reactivate", "reactivateBeneficiary")
			.says("Make an archived beneficiary active", "Does nothing to an active one, and answers the same.")
			.takes(id())
			.takesBody(false, body, Map.of("With a reason", "{\"reason\":\"Contract renewed\"}"))
			.answers(200, "Active.", BENEFICIARY, "Beneficiary reactivated successfully", EXAMPLE)
			.refuses(ErrorCode.BENEFICIARY_NOT_FOUND);
	}

	private static Operation archive() {
		return Operation.of(Group.BENEFICIARIES, "DELETE", PATH + "/{beneficiaryId}", "archiveBeneficiary")
			.says("Archive a beneficiary", "No payout goes to it any more; what was paid keeps referring to it.")
			.takes(id())
			.answers(200, "Archived.",
					Schema.object("")
						.field(ID, Schema.uuid("The beneficiary."))
						.field("status", Schema.integer("0 is inactive.").only(BeneficiaryStatus.INACTIVE.code())),
					"Beneficiary archived successfully", """
							{"beneficiaryId":"0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f","status":0}""")
			.refuses(ErrorCode.BENEFICIARY_NOT_FOUND);
	}

	private static Parameter id() {
		return Parameter.path(ID, "The beneficiary.");
	}

}
