package dev.hundi.api.input;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.answer.Refusal;
import dev.hundi.beneficiary.BeneficiaryForms;
import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * Query parameters and their errors. Parameters that the endpoint does not read are
 * rejected, because ignoring a misspelt filter would show all rows.
 */
public final class QueryFields {

	private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");

	/** Numbers with this many characters fit a long. */
	private static final int MAX_DIGITS = 18;

	/** The unencoded plus of a zone offset, which a query decodes to a space. */
	private static final Pattern LOST_PLUS = Pattern.compile(" (?=[0-9]{2}:[0-9]{2}$)");

	private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

	private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

	private final Map<String, String> sent;

	private final Set<String> repeated;

	private final List<String> read = new ArrayList<>();

	private final FieldErrors errors = new FieldErrors();

	private QueryFields(Map<String, String> sent, Set<String> repeated) {
		this.sent = sent;
		this.repeated = repeated;
	}

	/**
	 * Parses the query of a request. Routes with parameters require version 2, even
	 * without a query (docs/specification.md, "Endpoints").
	 * @throws Refusal {@code hmac_v2_required} if the request is signed with version 1,
	 * {@code bad_request} if the query is not percent-encoded UTF-8
	 */
	public static QueryFields read(HttpServletRequest request) {
		if (!"2".equals(request.getHeader("x-service-sig-version"))) {
			throw new Refusal(ErrorCode.HMAC_V2_REQUIRED, "This route must be signed with version 2");
		}
		Map<String, String> sent = new LinkedHashMap<>();
		Set<String> repeated = new HashSet<>();
		String query = request.getQueryString();
		if (query != null) {
			for (String pair : query.split("&", -1)) {
				if (!pair.isEmpty()) {
					int equals = pair.indexOf('=');
					String name = decode((equals < 0) ? pair : pair.substring(0, equals));
					String value = (equals < 0) ? "" : decode(pair.substring(equals + 1));
					if (sent.put(name, value) != null) {
						repeated.add(name);
					}
				}
			}
		}
		return new QueryFields(sent, repeated);
	}

	/**
	 * Checks that a request has no parameters: a field of the body that is sent here by
	 * mistake would be ignored, and a payout for a later day paid at once.
	 * @throws Refusal {@code validation_error} that names each parameter
	 */
	public static void requireNone(HttpServletRequest request) {
		if (request.getQueryString() != null && !request.getQueryString().isEmpty()) {
			read(request).finish();
		}
	}

	/** {@code limit}, clamped, and {@code offset} (docs/specification.md, "Limits"). */
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

	/** {@code search}, or null if it is absent or blank. */
	public @Nullable SearchPhrase search() {
		String text = sent("search");
		if (text == null || text.isBlank()) {
			return null;
		}
		String phrase = text.strip();
		if (phrase.codePointCount(0, phrase.length()) > SearchPhrase.MAX_LENGTH) {
			reject("search", Rule.TOO_LONG, "search must have at most " + SearchPhrase.MAX_LENGTH + " characters");
			return null;
		}
		return hasNoControlCharacter("search", phrase) ? new SearchPhrase(phrase) : null;
	}

	/** Whether a parameter was sent. */
	public boolean has(String name) {
		return this.sent.containsKey(name);
	}

	/** The text of a parameter, or null if it is absent or invalid. */
	public @Nullable String text(String name) {
		String text = sent(name);
		return (text != null && hasNoControlCharacter(name, text)) ? text : null;
	}

	/** PostgreSQL cannot store NUL; no field of a body may have the others either. */
	private boolean hasNoControlCharacter(String name, String text) {
		if (BeneficiaryForms.hasControl(text)) {
			reject(name, Rule.INVALID, name + " must not contain control characters");
			return false;
		}
		return true;
	}

	private @Nullable String sent(String name) {
		this.read.add(name);
		if (this.repeated.contains(name)) {
			reject(name, Rule.INVALID, name + " must be sent once");
			return null;
		}
		return this.sent.get(name);
	}

	/** One of some texts, or null if the parameter is absent or invalid. */
	public @Nullable String oneOf(String name, List<String> texts) {
		String text = text(name);
		if (text == null || texts.contains(text)) {
			return text;
		}
		int last = texts.size() - 1;
		reject(name, Rule.INVALID,
				"%s must be %s or %s".formatted(name, String.join(", ", texts.subList(0, last)), texts.get(last)));
		return null;
	}

	/** The constant of a text, or null if the parameter is absent or invalid. */
	public <E> @Nullable E oneOf(String name, E[] constants, Function<E, String> text) {
		String sent = oneOf(name, Arrays.stream(constants).map(text).toList());
		return Arrays.stream(constants)
			.filter((constant) -> text.apply(constant).equals(sent))
			.findFirst()
			.orElse(null);
	}

	/** Accepts and ignores a parameter that another one overrides. */
	public void ignore(String name) {
		this.read.add(name);
	}

	/** Records a parameter that another one excludes. */
	public void rejectWith(String other, String name) {
		ignore(name);
		reject(name, Rule.NOT_ALLOWED, "%s is not allowed with %s".formatted(name, other));
	}

	/** Records an error. */
	public void reject(String field, Rule rule, String message) {
		this.errors.add(field, rule, message);
	}

	/**
	 * Ends reading and rejects unknown parameters.
	 * @throws Refusal {@code validation_error} if there is any error
	 */
	public void finish() {
		this.errors.addUnknown(this.sent.keySet(), this.read, "parameter");
		if (!this.errors.all().isEmpty()) {
			throw new Refusal(ErrorCode.VALIDATION_ERROR, ErrorCode.VALIDATION_ERROR.message(), this.errors.all());
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
			// Rejected below, like a time out of range.
		}
		reject(name, Rule.INVALID, name
				+ " must be an ISO 8601 date and time with its zone, such as 2026-11-21T00:00:00Z or 2026-11-21T05:30:00+05:30");
		return null;
	}

	/** Limits times to years 1 to 9999, which both PostgreSQL and Java support. */
	private static boolean isStorable(Instant time) {
		return !time.isBefore(FIRST) && time.isBefore(END);
	}

	/** Rejects malformed UTF-8, which the decoders of the JDK and of Tomcat replace. */
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

}
