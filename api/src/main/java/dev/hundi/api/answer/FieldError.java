package dev.hundi.api.answer;

/**
 * One field that breaks its rule, as {@code data.errors} lists it.
 *
 * @param field name in the JSON body, or of a header or path parameter
 * @param rule what it breaks
 * @param message for a person
 */
public record FieldError(String field, Rule rule, String message) {

	/** Every {@code code} a field error can have. */
	public enum Rule {

		/** Absent or null where a value is needed. */
		REQUIRED("required"),

		/** The request has no such field. */
		UNKNOWN_FIELD("unknown_field"),

		/** Another JSON type than the field's. */
		WRONG_TYPE("wrong_type"),

		/** Empty, or white space only. */
		BLANK("blank"),

		/** More characters than allowed. */
		TOO_LONG("too_long"),

		/** Not of the field's form. */
		INVALID("invalid"),

		/** May not stand beside another field that was sent. */
		NOT_ALLOWED("not_allowed"),

		/** An amount of zero. */
		NOT_POSITIVE("not_positive"),

		/** Less than the rail pays. */
		AMOUNT_BELOW_RAIL_MINIMUM("amount_below_rail_minimum"),

		/** More than the rail or the business pays at once. */
		AMOUNT_ABOVE_RAIL_MAXIMUM("amount_above_rail_maximum");

		private final String code;

		Rule(String code) {
			this.code = code;
		}

		public String code() {
			return this.code;
		}

	}

}
