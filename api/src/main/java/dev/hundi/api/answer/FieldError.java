package dev.hundi.api.answer;

import java.util.List;
import java.util.Locale;

import dev.hundi.api.json.JsonShape;
import dev.hundi.api.json.JsonType;

/**
 * One field that breaks a rule, as {@code data.errors} lists it.
 *
 * @param field name in the JSON body, or of a header, path or query parameter
 * @param message for people
 */
public record FieldError(String field, Rule rule, String message) {

	/** The data of an error: every invalid field. */
	public static final JsonShape<List<FieldError>> ALL = JsonShape
		.<List<FieldError>>named("FieldErrors", "All invalid fields.")
		.field("errors", JsonShape.<FieldError>named("FieldError", "An invalid field.")
			.text("field", "Name in the JSON body, or of a header, path or query parameter.", "amount",
					FieldError::field)
			.field("code", JsonType.constant("The rule that the field breaks.", Rule.values(), Rule::code), "invalid",
					FieldError::rule)
			.text("message", "Explanation for people; do not parse it.", "amount is invalid", FieldError::message)
			.list(""), (errors) -> errors);

	/** Every {@code code} of a field error. */
	public enum Rule {

		/** Absent or null although a value is required. */
		REQUIRED,

		/** The request has no such field. */
		UNKNOWN_FIELD,

		/** Not of the field's JSON type. */
		WRONG_TYPE,

		/** Empty, or white space only. */
		BLANK,

		/** More characters than allowed. */
		TOO_LONG,

		/** Not of the field's format. */
		INVALID,

		/** Excluded by another field of the request. */
		NOT_ALLOWED,

		/** An amount of zero. */
		NOT_POSITIVE,

		/** Below the minimum of the rail. */
		AMOUNT_BELOW_RAIL_MINIMUM,

		/** Above the maximum of the rail or of the business. */
		AMOUNT_ABOVE_RAIL_MAXIMUM;

		private final String code = name().toLowerCase(Locale.ROOT);

		public String code() {
			return this.code;
		}

	}

}
