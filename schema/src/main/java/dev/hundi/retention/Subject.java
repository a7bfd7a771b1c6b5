package dev.hundi.retention;

import java.util.Locale;

import dev.hundi.beneficiary.BeneficiaryForms;
import org.jspecify.annotations.Nullable;

/**
 * What a person is found by.
 *
 * @param kind as stored in {@code personal_data_request}
 * @param value an account number, a VPA, the last ten digits of a phone number, or an
 * e-mail address
 * @param ifsc of an account
 */
record Subject(Kind kind, String value, @Nullable String ifsc) {

	private static final int PHONE_DIGITS = 10;

	Subject {
		boolean valid = switch (kind) {
			case ACCOUNT -> BeneficiaryForms.ACCOUNT_NUMBER.matcher(value).matches() && ifsc != null
					&& BeneficiaryForms.IFSC.matcher(ifsc).matches();
			case VPA -> BeneficiaryForms.KNOWN_VPA.matcher(value).matches();
			case PHONE -> BeneficiaryForms.INDIAN_MOBILE.matcher(value).matches();
			case EMAIL -> BeneficiaryForms.EMAIL.matcher(value).matches();
		};
		if (!valid || (ifsc != null && kind != Kind.ACCOUNT)) {
			throw new IllegalArgumentException(switch (kind) {
				case ACCOUNT -> "--account must have 9 to 18 digits, and --ifsc must be its IFSC";
				case VPA -> "--vpa must be a UPI address, and --ifsc belongs to --account";
				case PHONE -> "--phone must be an Indian mobile number, and --ifsc belongs to --account";
				case EMAIL -> "--email must be an e-mail address, and --ifsc belongs to --account";
			});
		}
		if (kind == Kind.PHONE) {
			value = value.substring(value.length() - PHONE_DIGITS);
		}
		ifsc = (ifsc != null) ? ifsc.toUpperCase(Locale.ROOT) : null;
	}

	/**
	 * A condition with the parameters {@code value} and {@code ifsc}.
	 * @param account expression of an account number; the others likewise
	 */
	String matches(String account, String ifscOf, String vpa, String phone, String email) {
		return switch (this.kind) {
			case ACCOUNT -> account + " = :value AND " + ifscOf + " = :ifsc";
			case VPA -> "lower(" + vpa + ") = lower(:value)";
			case PHONE -> "right(regexp_replace(" + phone + ", '[^0-9]', '', 'g'), 10) = :value";
			case EMAIL -> "lower(" + email + ") = lower(:value)";
		};
	}

	/**
	 * A condition that a text is the identifier as a whole: of an account its number.
	 * People write phone numbers with spaces and punctuation.
	 */
	String matchesAlone(String text) {
		return switch (this.kind) {
			case ACCOUNT -> text + " = :value";
			case VPA, EMAIL -> "lower(" + text + ") = lower(:value)";
			case PHONE -> "regexp_replace(" + text + ", '[ ().''-]', '', 'g') ~ ('^([+]?91|0)?' || :value || '$')";
		};
	}

	@Override
	public String toString() {
		return "Subject[" + this.kind + "]";
	}

	/** Kinds of identifiers. */
	enum Kind {

		ACCOUNT, VPA, PHONE, EMAIL

	}

}
