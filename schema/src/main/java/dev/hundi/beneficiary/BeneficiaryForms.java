package dev.hundi.beneficiary;

import java.util.regex.Pattern;

/**
 * Formats of a beneficiary's fields (docs/specification.md and docs/api-decisions.md,
 * "Beneficiaries"), for every API and file.
 */
public final class BeneficiaryForms {

	public static final int MAX_NAME = 100;

	public static final int MAX_EMAIL = 254;

	public static final int MAX_VPA = 255;

	public static final Pattern EMAIL = Pattern.compile("(?=[^@]{1,64}@)" + "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
			+ "(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*" + "@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\\.)+"
			+ "[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])");

	public static final Pattern INDIAN_MOBILE = Pattern.compile("(?:\\+?91|0)?[6-9][0-9]{9}");

	public static final Pattern ACCOUNT_NUMBER = Pattern.compile("[0-9]{9,18}");

	/** Either case, before it is upper-cased; letters outside ASCII upper-case too. */
	public static final Pattern IFSC = Pattern.compile("[A-Za-z]{4}0[A-Za-z0-9]{6}");

	public static final Pattern VPA = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._-]{1,254}@[a-zA-Z][a-zA-Z0-9]{1,63}");

	/** A beneficiary code. */
	public static final Pattern CODE = Pattern.compile("BEN[0-9A-HJKMNP-TV-Z]{8}");

	private BeneficiaryForms() {
	}

}
