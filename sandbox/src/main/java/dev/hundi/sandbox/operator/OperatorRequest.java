package dev.hundi.sandbox.operator;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/**
 * What a command asks of an operators' door.
 *
 * @param path below {@code /internal}
 * @param body an object to be sent as JSON, or the {@link Path} of a file to be sent as
 * it is
 * @param answerTo the file that the answer goes into, or null where it is printed
 */
record OperatorRequest(String method, String path, @Nullable Object body, @Nullable Path answerTo) {

	static OperatorRequest get(String path) {
		return new OperatorRequest("GET", path, null, null);
	}

	static OperatorRequest post(String path) {
		return post(path, null);
	}

	static OperatorRequest post(String path, @Nullable Object body) {
		return new OperatorRequest("POST", path, body, null);
	}

	/** Gets a file. */
	static OperatorRequest save(String path, Path answerTo) {
		return new OperatorRequest("GET", path, null, answerTo);
	}

	static String query(Map<String, String> parameters) {
		return parameters.isEmpty() ? ""
				: parameters.entrySet()
					.stream()
					.map((each) -> encoded(each.getKey()) + "=" + encoded(each.getValue()))
					.collect(Collectors.joining("&", "?", ""));
	}

	static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

}
