package dev.hundi.portal.beneficiary;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.hundi.beneficiary.Beneficiary;
import dev.hundi.beneficiary.BeneficiaryChange;
import dev.hundi.beneficiary.BeneficiaryForms;
import dev.hundi.beneficiary.NewBeneficiary;
import dev.hundi.form.FieldEdit;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a beneficiary as a person or a file gives them, without surrounding
 * blanks; empty means not given. The rules are those of the API.
 */
record BeneficiaryForm(String name, String phoneNumber, String email, String accountNumber, String ifsc, String vpa) {

	static final BeneficiaryForm EMPTY = new BeneficiaryForm("", "", "", "", "", "");

	private static final String SEEN = "seen-";

	/** Numbers of other countries, which a change may give. */
	private static final Pattern PHONE_NUMBER = Pattern.compile("[0-9]{10,15}");

	BeneficiaryForm {
		name = name.strip();
		phoneNumber = BeneficiaryForms.ungrouped(phoneNumber.strip());
		email = email.strip();
		accountNumber = BeneficiaryForms.ungrouped(accountNumber.strip());
		ifsc = ifsc.strip();
		vpa = vpa.strip();
	}

	static BeneficiaryForm of(Map<String, String> fields) {
		return new BeneficiaryForm(fields.getOrDefault("name", ""), fields.getOrDefault("phoneNumber", ""),
				fields.getOrDefault("email", ""), fields.getOrDefault("accountNumber", ""),
				fields.getOrDefault("ifsc", ""), fields.getOrDefault("vpa", ""));
	}

	static BeneficiaryForm of(Beneficiary present) {
		return new BeneficiaryForm(present.name(), present.phoneNumber(),
				Objects.requireNonNullElse(present.email(), ""),
				Objects.requireNonNullElse(present.accountNumber(), ""), Objects.requireNonNullElse(present.ifsc(), ""),
				Objects.requireNonNullElse(present.vpa(), ""));
	}

	/** The fields by name, in the order of the form. */
	Map<String, String> fields() {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("name", this.name);
		fields.put("phoneNumber", this.phoneNumber);
		fields.put("email", this.email);
		fields.put("accountNumber", this.accountNumber);
		fields.put("ifsc", this.ifsc);
		fields.put("vpa", this.vpa);
		return fields;
	}

	/** The fields that a page has shown, as {@code seen-} and the name of the field. */
	static Optional<BeneficiaryForm> seen(Map<String, String> fields) {
		Map<String, String> seen = new HashMap<>();
		fields.forEach((field, value) -> {
			if (field.startsWith(SEEN)) {
				seen.put(field.substring(SEEN.length()), value);
			}
		});
		return seen.isEmpty() ? Optional.empty() : Optional.of(of(seen));
	}

	/**
	 * What a person wants of the present beneficiary: the fields that were not changed on
	 * the page are as they are now, because another person or the API may have changed
	 * them.
	 */
	BeneficiaryForm over(BeneficiaryForm seen, BeneficiaryForm present) {
		Map<String, String> wanted = new HashMap<>(present.fields());
		edits(seen, present).forEach((field, edit) -> {
			if (edit.isChanged()) {
				wanted.put(field, edit.typed());
			}
		});
		return of(wanted);
	}

	/** The fields that a person and another one changed: key of a text, by field. */
	Map<String, String> conflicts(BeneficiaryForm seen, BeneficiaryForm present) {
		Map<String, String> conflicts = new LinkedHashMap<>();
		edits(seen, present).forEach((field, edit) -> {
			if (edit.isConflict()) {
				conflicts.put(field, "beneficiaries.stale");
			}
		});
		return conflicts;
	}

	private Map<String, FieldEdit> edits(BeneficiaryForm seen, BeneficiaryForm present) {
		Map<String, String> shown = seen.fields();
		Map<String, String> stored = present.fields();
		Map<String, FieldEdit> edits = new LinkedHashMap<>();
		fields().forEach((field, typed) -> edits.put(field,
				new FieldEdit(shown.get(field), typed, stored.getOrDefault(field, ""))));
		return edits;
	}

	/** What is wrong with a new beneficiary: the key of a text, by field. */
	Map<String, String> problems() {
		Map<String, String> problems = common(BeneficiaryForms.INDIAN_MOBILE, "beneficiaries.invalid.phoneNumber");
		boolean account = !this.accountNumber.isEmpty() || !this.ifsc.isEmpty();
		if (account == !this.vpa.isEmpty()) {
			problems.put("accountNumber", "beneficiaries.invalid.target");
		}
		else {
			target(problems, account);
		}
		return problems;
	}

	/**
	 * What is wrong with a change of a beneficiary, whose kind of target stays. Its phone
	 * number may stay, too: a new beneficiary may have one in a form that a change may
	 * not give.
	 */
	Map<String, String> problems(Beneficiary present) {
		Map<String, String> problems = common(PHONE_NUMBER, "beneficiaries.invalid.anyPhoneNumber");
		if (this.phoneNumber.equals(present.phoneNumber())) {
			problems.remove("phoneNumber");
		}
		target(problems, present.vpa() == null);
		return problems;
	}

	NewBeneficiary toNew() {
		return new NewBeneficiary(this.name, orNull(this.email), this.phoneNumber, orNull(this.accountNumber),
				orNull(this.ifsc), orNull(this.vpa));
	}

	BeneficiaryChange toChange() {
		return new BeneficiaryChange(this.name, this.email, this.phoneNumber, orNull(this.accountNumber),
				orNull(this.ifsc), orNull(this.vpa));
	}

	private Map<String, String> common(Pattern phone, String phoneProblem) {
		Map<String, String> problems = new LinkedHashMap<>();
		if (!BeneficiaryForms.isVisible(this.name)
				|| this.name.codePointCount(0, this.name.length()) > BeneficiaryForms.MAX_NAME
				|| BeneficiaryForms.hasControl(this.name)) {
			problems.put("name", "beneficiaries.invalid.name");
		}
		if (!phone.matcher(this.phoneNumber).matches()) {
			problems.put("phoneNumber", phoneProblem);
		}
		if (!this.email.isEmpty() && (this.email.length() > BeneficiaryForms.MAX_EMAIL
				|| !BeneficiaryForms.EMAIL.matcher(this.email).matches())) {
			problems.put("email", "beneficiaries.invalid.email");
		}
		return problems;
	}

	private void target(Map<String, String> problems, boolean account) {
		if (account) {
			check(problems, "accountNumber", this.accountNumber, BeneficiaryForms.ACCOUNT_NUMBER);
			check(problems, "ifsc", this.ifsc, BeneficiaryForms.IFSC);
		}
		else if (this.vpa.length() > BeneficiaryForms.MAX_VPA || !BeneficiaryForms.VPA.matcher(this.vpa).matches()) {
			problems.put("vpa", "beneficiaries.invalid.vpa");
		}
	}

	private static void check(Map<String, String> problems, String field, String value, Pattern form) {
		if (!form.matcher(value).matches()) {
			problems.put(field, "beneficiaries.invalid." + field);
		}
	}

	private static @Nullable String orNull(String text) {
		return text.isEmpty() ? null : text;
	}

}
