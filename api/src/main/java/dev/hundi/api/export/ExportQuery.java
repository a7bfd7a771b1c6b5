package dev.hundi.api.export;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.FieldError;
import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.answer.Refusal;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.walletexport.ExportRequest;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The query of {@code GET /v1/wallet/transactions/export}.
 */
final class ExportQuery {

	private static final Set<String> NAMES = Set.of("format", "search", "since", "until");

	private final HttpServletRequest request;

	private final List<FieldError> errors = new ArrayList<>();

	private ExportQuery(HttpServletRequest request) {
		this.request = request;
	}

	static ExportRequest read(UUID businessId, HttpServletRequest request) {
		return new ExportQuery(request).read(businessId);
	}

	private ExportRequest read(UUID businessId) {
		for (String name : this.request.getParameterMap().keySet()) {
			if (!NAMES.contains(name)) {
				refuse(name, Rule.UNKNOWN_FIELD, "There is no such parameter");
			}
		}
		ExportFormat format = format();
		SearchPhrase search = search();
		Instant since = moment("since");
		Instant until = moment("until");
		if (since != null && until != null && until.isBefore(since)) {
			refuse("until", Rule.INVALID, "until must not be before since");
		}
		if (!this.errors.isEmpty()) {
			throw new Refusal(ErrorCode.VALIDATION_ERROR, ErrorCode.VALIDATION_ERROR.message(), this.errors);
		}
		return new ExportRequest(businessId, format, search, new Window(since, until));
	}

	private ExportFormat format() {
		String text = single("format");
		if (text == null) {
			return ExportFormat.CSV;
		}
		return Arrays.stream(ExportFormat.values())
			.filter((format) -> format.word().equals(text))
			.findFirst()
			.orElseGet(() -> {
				refuse("format", Rule.INVALID, "format must be csv, xls or pdf");
				return ExportFormat.CSV;
			});
	}

	private @Nullable SearchPhrase search() {
		String text = single("search");
		if (text == null || text.isBlank()) {
			return null;
		}
		if (text.codePointCount(0, text.length()) > SearchPhrase.MAX_LENGTH) {
			refuse("search", Rule.TOO_LONG, "search must be at most " + SearchPhrase.MAX_LENGTH + " characters");
			return null;
		}
		return new SearchPhrase(text);
	}

	private @Nullable Instant moment(String name) {
		String text = single(name);
		if (text == null) {
			return null;
		}
		try {
			return OffsetDateTime.parse(text).toInstant();
		}
		catch (DateTimeException ex) {
			refuse(name, Rule.INVALID, name + " must be an ISO 8601 time with its offset");
			return null;
		}
	}

	private @Nullable String single(String name) {
		String[] values = this.request.getParameterValues(name);
		if (values == null) {
			return null;
		}
		if (values.length > 1) {
			refuse(name, Rule.NOT_ALLOWED, name + " may be given once");
		}
		return values[0];
	}

	private void refuse(String name, Rule rule, String message) {
		this.errors.add(new FieldError(name, rule, message));
	}

}
