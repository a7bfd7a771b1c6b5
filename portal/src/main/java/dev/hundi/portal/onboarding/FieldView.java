package dev.hundi.portal.onboarding;

import java.util.Objects;

import dev.hundi.onboarding.FieldProblem;
import dev.hundi.onboarding.Requirement;
import dev.hundi.onboarding.RequirementEntry;
import org.jspecify.annotations.Nullable;

/**
 * A field of a form.
 *
 * @param value what the person typed, or what is stored
 * @param problem key of what is wrong with it; null if nothing is
 * @param yours what the person typed over a value that the page did not show; null if
 * nothing
 * @param editable whether it can be changed at present
 */
record FieldView(RequirementEntry entry, String value, @Nullable String problem, @Nullable String yours,
		boolean editable) {

	/** What stands before the name of a field that says what the page showed in it. */
	static final String SEEN = "seen-";

	/** Name of the form field, and its id in the page. */
	public String name() {
		return this.entry.requirement().name();
	}

	/** Name of the hidden field that says what the page showed. */
	public String seenName() {
		return SEEN + name();
	}

	/** What is stored, which a person with an editable field may see in full. */
	public String stored() {
		return Objects.requireNonNullElse(this.entry.value(), "");
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
