package dev.hundi.api.input;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.FieldError;
import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.answer.Refusal;
import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a list, and every rule that they break. Parameters are asked
 * for by name; what was sent and never asked for is refused, because a misspelt filter
 * that is passed over shows everything.
 */
public final class QueryFields {

	private static final int MAX_ERRORS = 50;

	private static final int MAX_NAME_SHOWN = 64;

	private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");

	/** The digits of the largest number that surely fits a long. */
	private static final int MAX_DIGITS = 18;

	/** Where the plus of a zone was sent as it is, which a query reads as a space. */
	private static final Pattern LOST_PLUS = Pattern.compile(" (?=[0-9]{2}:[0-9]{2}$)");

	private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

	private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

	private final Map<String, String> sent;

	private final Set<String> twice;

	private final List<String> asked = new ArrayList<>();

	private final List<FieldError> errors = new ArrayList<>();

	private QueryFields(Map<String, String> sent, Set<String> twice) {
		this.sent = sent;
		this.twice = twice;
	}

	/**
	 * Reads the query of a request. Routes with parameters take version 2 alone, with a
	 * query or without (specification, "Endpoints").
	 * @throws Refusal {@code hmac_v2_required} if the request is signed with version 1,
	 * {@code bad_request} if the query is no percent-encoded UTF-8
	 */
	public static QueryFields read(HttpServletRequest request) {
		if (!"2".equals(request.getHeader("x-service-sig-version"))) {
			throw new Refusal(ErrorCode.HMAC_V2_REQUIRED, "This route must be signed with version 2");
		}
		Map<String, String> sent = new LinkedHashMap<>();
		Set<String> twice = new HashSet<>();
		String query = request.getQueryString();
		if (query != null) {
			for (String pair : query.split("&", -1)) {
				if (!pair.isEmpty()) {
					int equals = pair.indexOf('=');
					String name = decode((equals < 0) ? pair : pair.substring(0, equals));
					String value = (equals < 0) ? "" : decode(pair.substring(equals + 1));
					if (sent.put(name, value) != null) {
						twice.add(name);
					}
				}
			}
		}
		return new QueryFields(sent, twice);
	}

	/** {@code limit}, clamped, and {@code offset} (specification, "Limits"). */
	public Page page() {
		long limit = integer("limit", Page.DEFAULT_LIMIT);
		long offset = integer("offset", 0);
		if (offset < 0) {
			reject("offset", Rule.INVALID, "offset must not be below 0");
			offset = 0;
		}
		return new Page((int) Math.clamp(limit, 1L, Page.MAX_LIMIT), Math.min(offset, Page.MAX_OFFSET));
	}

	/** {@code since} and {@code until}. */
	public Window window() {
		Instant since = time("since");
		Instant until = time("until");
		if (since != null && until != null && until.isBefore(since)) {
			reject("until", Rule.INVALID, "until must not be before since");
			return Window.ALL;
		}
		return new Window(since, until);
	}

	/** {@code search}, or null where it is absent or blank. */
	public @Nullable SearchPhrase search() {
		String text = text("search");
		if (text == null || text.isBlank()) {
			return null;
		}
		String phrase = text.strip();
		if (phrase.codePointCount(0, phrase.length()) > SearchPhrase.MAX_LENGTH) {
			reject("search", Rule.TOO_LONG, "search must have at most " + SearchPhrase.MAX_LENGTH + " characters");
			return null;
		}
		if (phrase.codePoints().anyMatch(Character::isISOControl)) {
			reject("search", Rule.INVALID, "search must not contain control characters");
			return null;
		}
		return new SearchPhrase(phrase);
	}

	/** The text of a parameter, or null where it is absent. */
	public @Nullable String text(String name) {
		this.asked.add(name);
		if (this.twice.contains(name)) {
			reject(name, Rule.INVALID, name + " must be sent once");
			return null;
		}
		return this.sent.get(name);
	}

	/** Takes a parameter that counts for nothing beside another, whatever its value. */
	public void ignore(String name) {
		this.asked.add(name);
	}

	/** Notes that a parameter breaks a rule. */
	public void reject(String field, Rule rule, String message) {
		if (this.errors.size() < MAX_ERRORS) {
			this.errors.add(new FieldError(field, rule, message));
		}
	}

	/**
	 * Ends the reading, after every parameter was asked for.
	 * @throws Refusal {@code validation_error} if any rule is broken
	 */
	public void finish() {
		this.sent.keySet()
			.stream()
			.filter((name) -> !this.asked.contains(name))
			.limit(MAX_ERRORS)
			.map(QueryFields::shown)
			.forEach((name) -> reject(name, Rule.UNKNOWN_FIELD, name + " is not a parameter of this request"));
		if (!this.errors.isEmpty()) {
			throw new Refusal(ErrorCode.VALIDATION_ERROR, ErrorCode.VALIDATION_ERROR.message(), this.errors);
		}
	}

	private long integer(String name, long absent) {
		String text = text(name);
		if (text == null) {
			return absent;
		}
		if (!INTEGER.matcher(text).matches()) {
			reject(name, Rule.INVALID, name + " must be a whole number");
			return absent;
		}
		if (text.length() <= MAX_DIGITS) {
			return Long.parseLong(text);
		}
		return (text.charAt(0) == '-') ? Long.MIN_VALUE : Long.MAX_VALUE;
	}

	private @Nullable Instant time(String name) {
		String text = text(name);
		if (text == null) {
			return null;
		}
		try {
			Instant time = OffsetDateTime
				.parse(LOST_PLUS.matcher(text).replaceFirst("+"), DateTimeFormatter.ISO_OFFSET_DATE_TIME)
				.toInstant();
			if (isStorable(time)) {
				return time;
			}
		}
		catch (DateTimeException ex) {
			// Answered below, like a time that is out of range.
		}
		reject(name, Rule.INVALID, name
				+ " must be an ISO 8601 date and time with its zone, such as 2026-11-21T00:00:00Z or 2026-11-21T05:30:00+05:30");
		return null;
	}

	/** The years of ISO 8601; PostgreSQL begins and ends at others than Java. */
	private static boolean isStorable(Instant time) {
		return !time.isBefore(FIRST) && time.isBefore(END);
	}

	/** The decoders of the JDK and of Tomcat would replace malformed UTF-8. */
	private static String decode(String encoded) {
		byte[] bytes = new byte[encoded.length()];
		int length = 0;
		for (int i = 0; i < encoded.length(); i++) {
			char character = encoded.charAt(i);
			if (character == '%') {
				int high = (i + 2 < encoded.length()) ? Character.digit(encoded.charAt(i + 1), 16) : -1;
				int low = (high >= 0) ? Character.digit(encoded.charAt(i + 2), 16) : -1;
				if (low < 0) {
					throw new Refusal(ErrorCode.BAD_REQUEST, "The query is not percent-encoded");
				}
				bytes[length++] = (byte) (high << 4 | low);
				i += 2;
			}
			else {
				bytes[length++] = (byte) ((character == '+') ? ' ' : character);
			}
		}
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
		}
		catch (CharacterCodingException ex) {
			throw new Refusal(ErrorCode.BAD_REQUEST, "The query is not UTF-8");
		}
	}

	private static String shown(String name) {
		return (name.codePointCount(0, name.length()) <= MAX_NAME_SHOWN) ? name
				: name.substring(0, name.offsetByCodePoints(0, MAX_NAME_SHOWN)) + "…";
	}

}
