package dev.hundi.person;

import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A person who signs in to the portal.
 *
 * @param email unique without case
 */
public record Person(UUID personId, Audience audience, String email, String name) {

	/**
	 * SQL: the e-mail addresses of people whose personal data is erased, as a pattern of
	 * LIKE.
	 */
	public static final String ERASED_EMAIL = "erased-%@invalid";

	private static final Pattern ERASED = Pattern.compile(ERASED_EMAIL.replace("%", ".*"));

	static final int NAME_LENGTH = 200;

	public Person {
		if (name.isBlank() || name.length() > NAME_LENGTH) {
			throw new IllegalArgumentException("name must have 1 to " + NAME_LENGTH + " characters");
		}
		if (!isEmail(email)) {
			throw new IllegalArgumentException("email must be an e-mail address");
		}
	}

	/** Whether the personal data of the person is erased, so that only its id is left. */
	public boolean isErased() {
		return ERASED.matcher(this.email).matches();
	}

	/** Whether a text is an e-mail address that a person can have. */
	public static boolean isEmail(String text) {
		return text.length() <= 254 && text.matches("[^@\\s]+@[^@\\s]+");
	}

	/** Whether a text is a name that a person can have. */
	public static boolean isName(String text) {
		return !text.isBlank() && text.length() <= NAME_LENGTH && text.chars().noneMatch(Character::isISOControl);
	}

}
