package dev.hundi.sandbox.http;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A request with its complete body.
 *
 * @param target path and query as received, still encoded
 * @param headers names in lower case; values of a repeated header joined by a comma
 * @param body the exact bytes
 * @param pathVariables by the name in the route's braces
 * @param query the first value of each parameter, decoded
 */
public record Request(String method, String path, String target, Map<String, String> headers, byte[] body,
		Map<String, String> pathVariables, Map<String, String> query) {

	/**
	 * The body as a value of a type.
	 * @throws BadRequestException if the body does not have the type
	 */
	public <T> T bodyAs(Class<T> type) {
		return StrictJson.read(this.body, type);
	}

	public String pathVariable(String name) {
		String value = this.pathVariables.get(name);
		if (value == null) {
			throw new IllegalStateException("The route has no {" + name + "}");
		}
		return value;
	}

	public @Nullable String query(String name) {
		return this.query.get(name);
	}

	/**
	 * A whole number from the query.
	 * @throws BadRequestException if it is not one, or not between the bounds
	 */
	public long query(String name, long whenAbsent, long min, long max) {
		String text = this.query.get(name);
		if (text == null) {
			return whenAbsent;
		}
		try {
			long value = Long.parseLong(text);
			if (value >= min && value <= max) {
				return value;
			}
		}
		catch (NumberFormatException ex) {
			throw new BadRequestException("%s must be a whole number".formatted(name), ex);
		}
		throw new BadRequestException("%s must be between %d and %d".formatted(name, min, max));
	}

}
