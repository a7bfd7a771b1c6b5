package dev.hundi.portal.onboarding;

import dev.hundi.onboarding.FieldProblem;
import dev.hundi.onboarding.Requirement;
import dev.hundi.onboarding.RequirementEntry;
import org.jspecify.annotations.Nullable;

/**
 * A field of a form.
 *
 * @param value what the person typed, or what is stored
 * @param problem key of what is wrong with it; null if nothing is
 * @param editable whether it can be changed at present
 */
record FieldView(RequirementEntry entry, String value, @Nullable String problem, boolean editable) {

	/** Name of the form field, and its id in the page. */
	public String name() {
		return this.entry.requirement().name();
	}

	/** What the field is typed into. */
	public String input() {
		return switch (this.entry.requirement()) {
			case BUSINESS_TYPE -> "choice";
			case STATE -> "state";
			case DESCRIPTION -> "area";
			default -> "line";
		};
	}

	/** What phones show as keyboard. */
	public String inputMode() {
		return switch (this.entry.requirement()) {
			case EMAIL -> "email";
			case PHONE -> "tel";
			case WEBSITE_URL, REFUND_POLICY_URL -> "url";
			case POSTAL_CODE, ACCOUNT_NUMBER -> "numeric";
			default -> "text";
		};
	}

	/** What browsers fill in. */
	public String autocomplete() {
		return switch (this.entry.requirement()) {
			case LEGAL_NAME -> "organization";
			case EMAIL -> "email";
			case PHONE -> "tel-national";
			case ADDRESS_LINE -> "street-address";
			case CITY -> "address-level2";
			case POSTAL_CODE -> "postal-code";
			case WEBSITE_URL -> "url";
			default -> "off";
		};
	}

	/** The key of the text for a problem of a field. */
	static String text(Requirement field, FieldProblem problem) {
		return switch (problem) {
			case FORM -> "onboarding.form." + field.name();
			default -> "onboarding.problem." + problem.name();
		};
	}

}
