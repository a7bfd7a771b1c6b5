package dev.hundi.portal.operation;

/** Why a person acts, as every act of the staff asks for. */
public final class Reason {

	/** Key of the text for a reason that is too short or too long. */
	public static final String INVALID = "operation.reason.invalid";

	private static final int LEAST = 5;

	private static final int MOST = 500;

	private Reason() {
	}

	/**
	 * Whether a reason has 5 to 500 characters, without U+0000, which JSON can contain.
	 */
	public static boolean isValid(String reason) {
		int length = reason.strip().length();
		return length >= LEAST && length <= MOST && reason.indexOf('\0') < 0;
	}

}
