package dev.hundi.api.input;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import dev.hundi.api.answer.FieldError;
import dev.hundi.api.answer.FieldError.Rule;

/**
 * The errors of a request, limited in number to bound the size of the answer.
 */
final class FieldErrors {

	private static final int MAX_ERRORS = 50;

	private static final int MAX_NAME_SHOWN = 64;

	private final List<FieldError> errors = new ArrayList<>();

	List<FieldError> all() {
		return this.errors;
	}

	void add(String field, Rule rule, String message) {
		if (this.errors.size() < MAX_ERRORS) {
			this.errors.add(new FieldError(field, rule, message));
		}
	}

	/** Adds an error for each name that was sent but not read. */
	void addUnknown(Collection<String> sent, Collection<String> read, String kind) {
		sent.stream()
			.filter((name) -> !read.contains(name))
			.limit(MAX_ERRORS)
			.map(FieldErrors::shown)
			.forEach((name) -> add(name, Rule.UNKNOWN_FIELD, "%s is not a %s of this request".formatted(name, kind)));
	}

	private static String shown(String name) {
		return (name.codePointCount(0, name.length()) <= MAX_NAME_SHOWN) ? name
				: name.substring(0, name.offsetByCodePoints(0, MAX_NAME_SHOWN)) + "…";
	}

}
