package dev.hundi.payout;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The optional fields of a payout (docs/api-decisions.md, "Payouts").
 *
 * @param scheduledFor before this time it is not debited, UTC; null for at once
 * @param requiresApproval whether people must approve it, also if no rule says so
 * @param notes texts by key for the merchant's own use
 * @param purpose what it is for, such as {@code SALARY}
 * @param tags words by which lists are filtered
 * @param narration what the bank passes on to the beneficiary
 */
public record PayoutOptions(@Nullable Instant scheduledFor, boolean requiresApproval, Map<String, String> notes,
		@Nullable String purpose, List<String> tags, @Nullable String narration) {

	public static final PayoutOptions NONE = new PayoutOptions(null, false, Map.of(), null, List.of(), null);

	public static final Duration SOONEST = Duration.ofMinutes(1);

	public static final Duration LATEST = Duration.ofDays(90);

	public static final int MAX_NOTES = 15;

	public static final int MAX_NOTE_KEY = 40;

	public static final int MAX_NOTE = 250;

	public static final int MAX_PURPOSE = 32;

	public static final int MAX_TAGS = 10;

	public static final int MAX_TAG = 32;

	private static final JsonMapper json = new JsonMapper();

	public PayoutOptions {
		notes = Map.copyOf(notes);
		tags = List.copyOf(tags);
		if (notes.size() > MAX_NOTES || notes.entrySet()
			.stream()
			.anyMatch((note) -> !has(note.getKey(), 1, MAX_NOTE_KEY) || !has(note.getValue(), 0, MAX_NOTE))) {
			throw new IllegalArgumentException("Notes are at most 15 pairs of 1 to 40 and 0 to 250 characters");
		}
		if (tags.size() > MAX_TAGS || tags.stream().anyMatch((tag) -> !has(tag, 1, MAX_TAG))) {
			throw new IllegalArgumentException("Tags are at most 10 of 1 to 32 characters");
		}
		if (purpose != null && !has(purpose, 1, MAX_PURPOSE)) {
			throw new IllegalArgumentException("A purpose has 1 to 32 characters");
		}
		if (narration != null && !narration.equals(Narration.of(narration))) {
			throw new IllegalArgumentException("A narration has at most 30 letters, digits and single blanks");
		}
	}

	/** Whether a text has so many code points, as PostgreSQL counts characters. */
	public static boolean has(String text, int min, int max) {
		int length = text.codePointCount(0, text.length());
		return length >= min && length <= max;
	}

	boolean isHeld() {
		return this.requiresApproval || this.scheduledFor != null;
	}

	String notesJson() {
		return json.writeValueAsString(this.notes);
	}

	String tagsJson() {
		return json.writeValueAsString(this.tags);
	}

}
