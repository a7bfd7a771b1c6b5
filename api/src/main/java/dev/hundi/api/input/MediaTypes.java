package dev.hundi.api.input;

import java.util.regex.Pattern;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import jakarta.servlet.http.HttpServletRequest;

/**
 * The media type of JSON bodies.
 */
public final class MediaTypes {

	/**
	 * JSON has no parameters, so that those of callers mean nothing (RFC 8259, section
	 * 11).
	 */
	private static final Pattern JSON = Pattern.compile("\\s*application/json\\s*(?:;.*)?", Pattern.CASE_INSENSITIVE);

	/** Many callers name an encoding all the same. */
	private static final Pattern CHARSET = Pattern.compile(";\\s*charset\\s*=\\s*\"?([^\"\\s;]*)",
			Pattern.CASE_INSENSITIVE);

	private static final Pattern UTF_8 = Pattern.compile("utf-?8", Pattern.CASE_INSENSITIVE);

	private MediaTypes() {
	}

	/**
	 * Requires JSON in UTF-8.
	 * @throws Refusal {@code unsupported_media_type}
	 */
	public static void requireJson(HttpServletRequest request) {
		String type = request.getContentType();
		if (type == null || !JSON.matcher(type).matches()) {
			throw new Refusal(ErrorCode.UNSUPPORTED_MEDIA_TYPE);
		}
		if (CHARSET.matcher(type).results().anyMatch((charset) -> !UTF_8.matcher(charset.group(1)).matches())) {
			throw new Refusal(ErrorCode.UNSUPPORTED_MEDIA_TYPE,
					"The body must be in UTF-8: the charset of Content-Type must be utf-8 or absent");
		}
		String encoding = request.getHeader("Content-Encoding");
		if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
			throw new Refusal(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "The body must not be compressed");
		}
	}

}
