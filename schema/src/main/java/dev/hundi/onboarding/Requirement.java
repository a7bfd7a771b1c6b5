package dev.hundi.onboarding;

import java.util.Arrays;
import java.util.List;

import static dev.hundi.onboarding.Need.NONE;
import static dev.hundi.onboarding.Need.OPTIONAL;
import static dev.hundi.onboarding.Need.REQUIRED;

/**
 * Fields and documents of the specification, "Business profile and onboarding data". The
 * table {@code onboarding_rule} has the same.
 */
public enum Requirement {

	/** Name of a {@link BusinessType}, which decides about the others. */
	BUSINESS_TYPE,

	LEGAL_NAME,

	/** At least 100 characters. */
	DESCRIPTION,

	EMAIL,

	/** Indian mobile number. */
	PHONE,

	PAN,

	GSTIN,

	/** Corporate identity number of companies. */
	CIN(false, REQUIRED, NONE, NONE, NONE),

	WEBSITE_URL,

	REFUND_POLICY_URL,

	ADDRESS_LINE,

	CITY,

	/** State or union territory of India. */
	STATE,

	POSTAL_CODE,

	ACCOUNT_HOLDER,

	ACCOUNT_NUMBER,

	IFSC,

	PAN_CARD(true, REQUIRED, REQUIRED, REQUIRED, REQUIRED),

	ADDRESS_PROOF(true, REQUIRED, REQUIRED, REQUIRED, REQUIRED),

	BANK_PROOF(true, REQUIRED, REQUIRED, REQUIRED, REQUIRED),

	BANK_STATEMENT(true, REQUIRED, REQUIRED, REQUIRED, REQUIRED),

	/** PAN and Aadhaar of each director, owner and authorised person. */
	PRINCIPALS_IDENTITY(true, REQUIRED, REQUIRED, REQUIRED, REQUIRED),

	INCORPORATION_CERTIFICATE(true, REQUIRED, NONE, NONE, NONE),

	MEMORANDUM(true, REQUIRED, NONE, NONE, NONE),

	ARTICLES(true, REQUIRED, NONE, NONE, NONE),

	MCA_REGISTRATION(true, REQUIRED, NONE, NONE, NONE),

	BOARD_RESOLUTION(true, REQUIRED, NONE, NONE, REQUIRED),

	PARTNERSHIP_DEED(true, NONE, REQUIRED, NONE, NONE),

	AUTHORISATION(true, NONE, REQUIRED, NONE, REQUIRED),

	REGISTRATION_CERTIFICATE(true, NONE, NONE, NONE, REQUIRED),

	GST_CERTIFICATE(true, OPTIONAL, OPTIONAL, OPTIONAL, OPTIONAL),

	UDYAM_CERTIFICATE(true, NONE, NONE, OPTIONAL, NONE);

	private final boolean document;

	private final List<Need> needs;

	/** A field of every business type. */
	Requirement() {
		this(false, REQUIRED, REQUIRED, REQUIRED, REQUIRED);
	}

	Requirement(boolean document, Need company, Need partnership, Need proprietorship, Need trust) {
		this.document = document;
		this.needs = List.of(company, partnership, proprietorship, trust);
	}

	/** Whether it is a document rather than a field. */
	public boolean isDocument() {
		return this.document;
	}

	/** Whether businesses of a type give it. */
	public Need need(BusinessType type) {
		return this.needs.get(type.ordinal());
	}

	/** Whether every business gives or can give it, whatever its type. */
	public boolean isCommon() {
		return !this.needs.contains(NONE);
	}

	/** What businesses of a type give, in the order in which pages show it. */
	public static List<Requirement> of(BusinessType type) {
		return Arrays.stream(values()).filter((requirement) -> requirement.need(type) != NONE).toList();
	}

}
