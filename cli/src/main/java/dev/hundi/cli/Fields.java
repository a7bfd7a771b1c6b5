package dev.hundi.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** Fields of a JSON body, or parameters of a query, in the order of their addition. */
record Fields(Map<String, Object> values) {

	static Fields none() {
		return new Fields(new LinkedHashMap<>());
	}

	static Fields of(String name, @Nullable Object value) {
		return none().and(name, value);
	}

	/** Adds a field unless its value is null. */
	Fields and(String name, @Nullable Object value) {
		if (value != null) {
			this.values.put(name, value);
		}
		return this;
	}

	String query() {
		return this.values.entrySet()
			.stream()
			.map((field) -> encoded(field.getKey()) + "=" + encoded(field.getValue().toString()))
			.collect(Collectors.joining("&", this.values.isEmpty() ? "" : "?", ""));
	}

	/** The base as it is, then each segment percent-encoded. */
	static String path(String base, String... segments) {
		StringBuilder path = new StringBuilder(base);
		for (String segment : segments) {
			path.append('/').append(encoded(segment));
		}
		return path.toString();
	}

	/**
	 * Percent-encodes a text for a path or a query. A blank is %20, because a plus in a
	 * path is a plus.
	 */
	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
	}

}
