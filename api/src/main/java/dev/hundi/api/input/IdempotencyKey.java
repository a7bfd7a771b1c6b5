package dev.hundi.api.input;

import java.util.Enumeration;
import java.util.regex.Pattern;

import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.answer.Refusal;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Idempotency-Key} header, which identifies one payment or verification of the
 * merchant.
 */
public final class IdempotencyKey {

	/** Its name. */
	public static final String HEADER = "Idempotency-Key";

	/** What it consists of. */
	public static final Pattern FORM = Pattern.compile("[\\x21-\\x7E]{1,255}");

	private IdempotencyKey() {
	}

	/**
	 * The key of a request, or null if it has none.
	 * @throws Refusal {@code validation_error} if it is malformed or sent twice
	 */
	public static @Nullable String of(HttpServletRequest request) {
		Enumeration<String> keys = request.getHeaders(HEADER);
		if (!keys.hasMoreElements()) {
			return null;
		}
		String key = keys.nextElement();
		if (keys.hasMoreElements()) {
			throw Refusal.field(HEADER, Rule.INVALID, HEADER + " must be sent once");
		}
		if (!FORM.matcher(key).matches()) {
			throw Refusal.field(HEADER, Rule.INVALID, HEADER + " must be 1 to 255 visible ASCII characters");
		}
		return key;
	}

}
