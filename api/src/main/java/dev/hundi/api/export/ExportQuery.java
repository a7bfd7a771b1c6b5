package dev.hundi.api.export;

import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.input.QueryFields;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.walletexport.ExportRequest;
import jakarta.servlet.http.HttpServletRequest;

/**
 * The query of {@code GET /v1/wallet/transactions/export}.
 */
final class ExportQuery {

	private ExportQuery() {
	}

	static ExportRequest read(UUID businessId, HttpServletRequest request) {
		QueryFields query = QueryFields.read(request);
		ExportFormat format = format(query);
		SearchPhrase search = query.search();
		Window window = query.window();
		query.finish();
		return new ExportRequest(businessId, format, search, window);
	}

	private static ExportFormat format(QueryFields query) {
		String word = query.text("format");
		if (word == null) {
			return ExportFormat.CSV;
		}
		Optional<ExportFormat> format = Arrays.stream(ExportFormat.values())
			.filter((each) -> each.extension().equals(word))
			.findFirst();
		if (format.isEmpty()) {
			query.reject("format", Rule.INVALID, "format must be csv, xls or pdf");
		}
		return format.orElse(ExportFormat.CSV);
	}

}
