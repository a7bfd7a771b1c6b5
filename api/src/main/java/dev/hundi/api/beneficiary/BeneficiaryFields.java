package dev.hundi.api.beneficiary;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.input.JsonFields;
import dev.hundi.beneficiary.BeneficiaryChange;
import dev.hundi.beneficiary.BeneficiaryForms;
import dev.hundi.beneficiary.NewBeneficiary;
import org.jspecify.annotations.Nullable;

/**
 * Validates the fields of a beneficiary (docs/specification.md, "Beneficiaries", and
 * docs/api-decisions.md, "Beneficiaries").
 */
final class BeneficiaryFields {

	static final int MAX_REASON = 500;

	/** Changes accept any number (docs/specification.md, "Limits"). */
	static final Pattern PHONE_NUMBER = Pattern.compile("[0-9]{10,15}");

	private static final List<String> CHANGEABLE = List.of("name", "email", "phoneNumber", "accountNumber", "ifsc",
			"vpa");

	private BeneficiaryFields() {
	}

	/**
	 * Reads a new beneficiary.
	 * @throws Refusal with every invalid field
	 */
	static NewBeneficiary read(JsonFields fields) {
		String name = name(fields);
		String email = form(fields, "email", fields.text("email"), BeneficiaryForms.EMAIL, BeneficiaryForms.MAX_EMAIL,
				"a valid e-mail address");
		String phoneNumber = form(fields, "phoneNumber", fields.required("phoneNumber"), BeneficiaryForms.INDIAN_MOBILE,
				15, "a valid Indian mobile number");
		String accountNumber = accountNumber(fields, fields.text("accountNumber"));
		String ifsc = ifsc(fields, fields.text("ifsc"));
		String vpa = vpa(fields, fields.text("vpa"));
		checkOneTarget(fields);
		fields.finish();
		return new NewBeneficiary(Objects.requireNonNull(name), email, Objects.requireNonNull(phoneNumber),
				accountNumber, (ifsc != null) ? ifsc.toUpperCase(Locale.ROOT) : null, vpa);
	}

	/**
	 * Reads the change of a beneficiary.
	 * @throws Refusal with every invalid field
	 */
	static BeneficiaryChange readChange(JsonFields fields) {
		String name = changed(fields, "name");
		checkName(fields, name);
		String email = email(fields);
		String phoneNumber = form(fields, "phoneNumber", changed(fields, "phoneNumber"), PHONE_NUMBER, 15,
				"10 to 15 digits");
		String accountNumber = accountNumber(fields, changed(fields, "accountNumber"));
		String ifsc = ifsc(fields, changed(fields, "ifsc"));
		String vpa = vpa(fields, changed(fields, "vpa"));
		if (CHANGEABLE.stream().noneMatch((field) -> fields.has(field) || fields.isNull(field))) {
			fields.reject("body", Rule.REQUIRED, "at least one of " + String.join(", ", CHANGEABLE) + " is required");
		}
		fields.finish();
		return new BeneficiaryChange(name, email, phoneNumber, accountNumber, ifsc, vpa);
	}

	/** Reads the reason for a reactivation. */
	static @Nullable String readReason(JsonFields fields) {
		String reason = fields.text("reason");
		if (reason != null && reason.codePointCount(0, reason.length()) > MAX_REASON) {
			fields.reject("reason", Rule.TOO_LONG, "reason must have at most " + MAX_REASON + " characters");
		}
		fields.finish();
		return reason;
	}

	/** Only the e-mail address can be removed. */
	private static @Nullable String changed(JsonFields fields, String field) {
		if (fields.isNull(field)) {
			fields.reject(field, Rule.WRONG_TYPE, field + " must be a string, not null");
		}
		return fields.text(field);
	}

	/** An empty string if the address is removed, by null or by blank text. */
	private static @Nullable String email(JsonFields fields) {
		String email = fields.text("email");
		if (fields.isNull("email") || (email != null && email.isBlank())) {
			return "";
		}
		return form(fields, "email", email, BeneficiaryForms.EMAIL, BeneficiaryForms.MAX_EMAIL,
				"a valid e-mail address, blank or null");
	}

	private static @Nullable String name(JsonFields fields) {
		String name = fields.required("name");
		checkName(fields, name);
		return name;
	}

	private static void checkName(JsonFields fields, @Nullable String name) {
		if (name != null && !BeneficiaryForms.isVisible(name)) {
			fields.reject("name", Rule.BLANK, "name must not be blank");
		}
		else if (name != null && name.codePointCount(0, name.length()) > BeneficiaryForms.MAX_NAME) {
			fields.reject("name", Rule.TOO_LONG, "name must have at most 100 characters");
		}
	}

	private static @Nullable String accountNumber(JsonFields fields, @Nullable String text) {
		return form(fields, "accountNumber", text, BeneficiaryForms.ACCOUNT_NUMBER, 18, "9 to 18 digits");
	}

	private static @Nullable String ifsc(JsonFields fields, @Nullable String text) {
		return form(fields, "ifsc", text, BeneficiaryForms.IFSC, 11,
				"11 characters: four letters, 0, six letters or digits");
	}

	private static @Nullable String vpa(JsonFields fields, @Nullable String text) {
		return form(fields, "vpa", text, BeneficiaryForms.VPA, BeneficiaryForms.MAX_VPA,
				"a valid UPI VPA such as name@bank");
	}

	private static @Nullable String form(JsonFields fields, String field, @Nullable String text, Pattern form,
			int maxLength, String description) {
		if (text != null && (text.length() > maxLength || !form.matcher(text).matches())) {
			fields.reject(field, Rule.INVALID, field + " must be " + description);
		}
		return text;
	}

	/** Requires an account with its IFSC, or a VPA, but not both. */
	private static void checkOneTarget(JsonFields fields) {
		boolean account = fields.has("accountNumber");
		boolean ifsc = fields.has("ifsc");
		if (fields.has("vpa")) {
			if (account) {
				fields.reject("accountNumber", Rule.NOT_ALLOWED, "accountNumber is not allowed with vpa");
			}
			if (ifsc) {
				fields.reject("ifsc", Rule.NOT_ALLOWED, "ifsc is not allowed with vpa");
			}
		}
		else if (!account && !ifsc) {
			fields.reject("accountNumber", Rule.REQUIRED, "accountNumber with ifsc, or vpa, is required");
		}
		else if (!account) {
			fields.reject("accountNumber", Rule.REQUIRED, "accountNumber is required with ifsc");
		}
		else if (!ifsc) {
			fields.reject("ifsc", Rule.REQUIRED, "ifsc is required with accountNumber");
		}
	}

}
