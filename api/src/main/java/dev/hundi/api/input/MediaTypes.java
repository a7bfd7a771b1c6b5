package dev.hundi.api.input;

import java.util.regex.Pattern;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.Refusal;
import jakarta.servlet.http.HttpServletRequest;

/**
 * The media type of JSON bodies.
 */
public final class MediaTypes {

	private static final Pattern JSON = Pattern.compile(
			"\\s*application/json\\s*(?:;\\s*(?:charset\\s*=\\s*(?:utf-8|\"utf-8\")\\s*)?)?", Pattern.CASE_INSENSITIVE);

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
		String encoding = request.getHeader("Content-Encoding");
		if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
			throw new Refusal(ErrorCode.UNSUPPORTED_MEDIA_TYPE, "The body must not be compressed");
		}
	}

}
