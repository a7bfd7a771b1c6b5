package dev.hundi.onboarding;

/** What is wrong with the value of a field. */
public enum FieldProblem {

	/** Nothing was given. */
	EMPTY,

	TOO_SHORT,

	TOO_LONG,

	/** It has not the form that the field asks for. */
	FORM,

	/** The last character does not prove the others. */
	CHECK_CHARACTER,

	/** The fourth letter of the PAN is that of another business type. */
	PAN_OF_OTHER_TYPE,

	/** The GSTIN contains another PAN than the business gave. */
	OTHER_PAN,

	/** It begins with the code of no state. */
	STATE_CODE,

	/** The address does not begin with {@code https://}. */
	NOT_HTTPS,

	/** The address is not one that everyone can open. */
	NOT_PUBLIC,

	/** Another person changed the field after the page of this value was opened. */
	CHANGED_MEANWHILE

}
