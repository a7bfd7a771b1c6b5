package dev.hundi.api.beneficiary;

import java.util.Collection;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

import dev.hundi.api.json.JsonShape;
import dev.hundi.api.json.JsonType;
import dev.hundi.api.json.Schema;
import dev.hundi.beneficiary.Beneficiary;
import dev.hundi.beneficiary.BeneficiaryStatus;
import dev.hundi.beneficiary.CreateBeneficiaryResult.Created;
import dev.hundi.verification.NameVerification;
import dev.hundi.verification.NameVerification.Outcome;
import dev.hundi.verification.VerificationRequest.NotCovered;
import dev.hundi.verification.VerificationResult;
import org.jspecify.annotations.Nullable;

/**
 * Beneficiaries in answers (docs/specification.md, "Beneficiary").
 */
final class BeneficiaryJson {

	private static final String EXAMPLE_ID = "0199aa05-2b3c-7d4e-8f50-6a7b8c9d0e1f";

	private static final String EXAMPLE_CODE = "BEN4T7WQ2ZC";

	private static final JsonType<UUID> ID = JsonType.uuid("Id of the beneficiary.");

	private static final JsonType<String> CODE = JsonType
		.text(Schema.text("Readable code.", Pattern.compile("BEN[0-9A-HJKMNP-TV-Z]{8}")));

	private static final JsonShape<Beneficiary> DETAILS = JsonShape.<Beneficiary>of("")
		.text("name", "Name.", "Ramesh Kumar", Beneficiary::name)
		.textOrNull("email", "E-mail address.", null, Beneficiary::email)
		.text("phoneNumber", "Phone number.", "9876543210", Beneficiary::phoneNumber)
		.textOrNull("accountNumber", "Account number of a bank target.", "026291800001191", Beneficiary::accountNumber)
		.textOrNull("ifsc", "IFSC of a bank target, in upper case.", "YESB0000262", Beneficiary::ifsc)
		.textOrNull("vpa", "VPA of a UPI target.", null, Beneficiary::vpa);

	private static final JsonType<BeneficiaryStatus> STATUS = JsonType
		.constant("Only active beneficiaries can be paid.", BeneficiaryStatus.values(), BeneficiaryStatus::label);

	static final JsonShape<Beneficiary> BENEFICIARY = JsonShape
		.<Beneficiary>named("Beneficiary", "A recipient of payouts.")
		.field("beneficiaryId", ID, EXAMPLE_ID, Beneficiary::beneficiaryId)
		.field("beneficiaryCode", CODE, EXAMPLE_CODE, Beneficiary::beneficiaryCode)
		.fieldsOf(DETAILS, Function.identity())
		.field("status", STATUS, "active", Beneficiary::status)
		.time("createdAt", "Time of creation.", "2026-11-21T08:10:02.417Z", Beneficiary::createdAt);

	static final JsonType<Collection<Beneficiary>> BENEFICIARIES = BENEFICIARY.list("Newest first.");

	static final JsonShape<Beneficiary> EXISTING = JsonShape
		.<Beneficiary>named("ExistingBeneficiary", "The beneficiary with the same target.")
		.field("beneficiaryId", ID, EXAMPLE_ID, Beneficiary::beneficiaryId)
		.fieldsOf(DETAILS, Function.identity())
		.field("status", STATUS, "inactive", Beneficiary::status);

	static final JsonShape<Created> CREATED = JsonShape.<Created>of("")
		.field("beneficiaryId", ID, EXAMPLE_ID, Created::beneficiaryId)
		.field("beneficiaryCode", CODE, EXAMPLE_CODE, Created::beneficiaryCode);

	/** The answer to archiving. */
	static final JsonShape<UUID> ARCHIVED = JsonShape.<UUID>of("")
		.field("beneficiaryId", ID, EXAMPLE_ID, Function.identity())
		.field("status",
				JsonType.integer("0 means inactive.").with((schema) -> schema.only(BeneficiaryStatus.INACTIVE.code())),
				(id) -> BeneficiaryStatus.INACTIVE.code());

	static final JsonShape<NameVerification> VERIFICATION = JsonShape
		.<NameVerification>named("BeneficiaryVerification",
				"The holder's name at the bank, compared with the beneficiary's.")
		.uuid("verificationId", "Id of the verification.", "0199aa05-4d5e-7f60-8a71-2b3c4d5e6f70",
				NameVerification::verificationId)
		.field("result", JsonType.constant(
				"Null while a bank is asked. MATCH: the same name. CLOSE: a part of it, initials, or a similar one. "
						+ "MISMATCH: another name, or no such account or VPA. UNAVAILABLE: no bank reported "
						+ "a name; nothing is charged.",
				VerificationResult.values())
			.orNull(), "MATCH", outcome(Outcome::result))
		.field("score",
				JsonType.integer("Similarity of the names; null without a result and for UNAVAILABLE.")
					.with((schema) -> schema.range(0, 100))
					.orNull(),
				100, outcome(Outcome::score))
		.textOrNull("nameAtBank", "The holder's name at the bank; null if no bank reported one.", "RAMESH KUMAR",
				outcome(Outcome::nameAtBank))
		.timeOrNull("checkedAt", "Time of the result.", "2026-11-21T08:10:05.101Z", outcome(Outcome::checkedAt));

	static final JsonShape<NotCovered> NOT_COVERED = JsonShape.<NotCovered>of("")
		.rupees("spendable", "Spendable balance of the wallet.", "1.00", NotCovered::spendablePaise)
		.rupees("required", "Fee of the verification with GST.", "2.36", NotCovered::chargePaise);

	private BeneficiaryJson() {
	}

	/** A field of the outcome, null while there is none. */
	private static <V> Function<NameVerification, @Nullable V> outcome(Function<Outcome, ? extends @Nullable V> field) {
		return (verification) -> {
			Outcome outcome = verification.outcome();
			return (outcome != null) ? field.apply(outcome) : null;
		};
	}

}
