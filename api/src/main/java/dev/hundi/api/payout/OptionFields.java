package dev.hundi.api.payout;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.input.JsonFields;
import dev.hundi.payout.Narration;
import dev.hundi.payout.PayoutOptions;
import org.jspecify.annotations.Nullable;

/** The optional fields of {@code POST /v1/payouts}. */
final class OptionFields {

	private final JsonFields fields;

	private boolean valid = true;

	private OptionFields(JsonFields fields) {
		this.fields = fields;
	}

	/** Reads the fields; empty if one is invalid, which is recorded. */
	static Optional<PayoutOptions> read(JsonFields fields, Instant now) {
		OptionFields options = new OptionFields(fields);
		Instant scheduledFor = options.scheduledFor(now);
		boolean requiresApproval = fields.bool("requiresApproval");
		Map<String, String> notes = options.notes();
		String purpose = options.purpose();
		List<String> tags = options.tags();
		String narration = options.narration();
		return options.valid
				? Optional.of(new PayoutOptions(scheduledFor, requiresApproval, notes, purpose, tags, narration))
				: Optional.empty();
	}

	private @Nullable Instant scheduledFor(Instant now) {
		String text = this.fields.text("scheduledFor");
		if (text == null) {
			return null;
		}
		try {
			Instant time = OffsetDateTime.parse(text).toInstant();
			if (time.isBefore(now.plus(PayoutOptions.SOONEST)) || time.isAfter(now.plus(PayoutOptions.LATEST))) {
				reject("scheduledFor", Rule.INVALID, "must be 1 minute to 90 days ahead");
			}
			return time;
		}
		catch (DateTimeException ex) {
			reject("scheduledFor", Rule.INVALID,
					"must be an ISO 8601 date and time with its zone, such as 2026-11-21T05:30:00+05:30");
			return null;
		}
	}

	private Map<String, String> notes() {
		Map<String, String> notes = this.fields.textsByKey("notes");
		if (notes.size() > PayoutOptions.MAX_NOTES) {
			reject("notes", Rule.TOO_LONG, "must have at most 15 pairs");
		}
		if (notes.keySet().stream().anyMatch(String::isEmpty)) {
			reject("notes", Rule.BLANK, "must have keys that are not empty");
		}
		if (notes.keySet().stream().anyMatch((key) -> !PayoutOptions.has(key, 0, PayoutOptions.MAX_NOTE_KEY))) {
			reject("notes", Rule.TOO_LONG, "must have keys of at most 40 characters");
		}
		if (notes.values().stream().anyMatch((value) -> !PayoutOptions.has(value, 0, PayoutOptions.MAX_NOTE))) {
			reject("notes", Rule.TOO_LONG, "must have values of at most 250 characters");
		}
		return notes;
	}

	private @Nullable String purpose() {
		String purpose = this.fields.text("purpose");
		if (purpose != null && purpose.isBlank()) {
			reject("purpose", Rule.BLANK, "must not be empty");
		}
		else if (purpose != null && !PayoutOptions.has(purpose, 1, PayoutOptions.MAX_PURPOSE)) {
			reject("purpose", Rule.TOO_LONG, "must have at most 32 characters");
		}
		return purpose;
	}

	/** Blanks at the ends would make two tags of one word. */
	private List<String> tags() {
		List<String> tags = this.fields.texts("tags").stream().map(String::strip).toList();
		if (tags.size() > PayoutOptions.MAX_TAGS) {
			reject("tags", Rule.TOO_LONG, "must be at most 10");
		}
		if (tags.stream().anyMatch(String::isBlank)) {
			reject("tags", Rule.BLANK, "must not be empty");
		}
		if (tags.stream().anyMatch((tag) -> !PayoutOptions.has(tag, 0, PayoutOptions.MAX_TAG))) {
			reject("tags", Rule.TOO_LONG, "must have at most 32 characters each");
		}
		return tags;
	}

	/** Several blanks become one, which every rail carries. */
	private @Nullable String narration() {
		String text = this.fields.text("narration");
		if (text == null) {
			return null;
		}
		if (text.isBlank()) {
			reject("narration", Rule.BLANK, "must not be empty");
		}
		else if (text.length() > Narration.MAX_CHARS) {
			reject("narration", Rule.TOO_LONG, "must have at most 30 characters");
		}
		else if (!text.matches("[0-9A-Za-z ]+")) {
			reject("narration", Rule.INVALID, "must have letters of A to Z, digits and blanks only");
		}
		return Narration.of(text);
	}

	private void reject(String field, Rule rule, String message) {
		this.valid = false;
		this.fields.reject(field, rule, field + " " + message);
	}

}
