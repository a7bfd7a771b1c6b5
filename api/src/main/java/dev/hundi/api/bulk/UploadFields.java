package dev.hundi.api.bulk;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.answer.FieldError.Rule;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.input.QueryFields;
import dev.hundi.api.input.RupeeAmount;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.payout.NewPayout;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters and the format of an upload.
 */
record UploadFields(BulkFormat format, String fileName, @Nullable String clientReference, ReleaseMode releaseMode,
		@Nullable Integer declaredRows, @Nullable Long declaredTotalPaise) {

	static final int MAX_FILE_NAME = 255;

	static final String WRONG_TYPE = "Content-Type must be text/csv, that of an .xlsx workbook, or application/xml, and the body not compressed";

	/** What Windows calls the files of an installed Excel, csv included. */
	private static final String OF_EXCEL = "application/vnd.ms-excel";

	private static final int MAX_ROW_DIGITS = 9;

	private static final int MAX_TOTAL_LENGTH = 18;

	/**
	 * Reads the fields.
	 * @throws Refusal with every invalid parameter
	 */
	static UploadFields read(HttpServletRequest request, Upload upload) {
		BulkFormat format = format(request, upload);
		QueryFields query = QueryFields.read(request);
		String fileName = fileName(query, format);
		String reference = clientReference(query);
		ReleaseMode mode = query.oneOf("releaseMode", ReleaseMode.values(), ReleaseMode::name);
		Integer rows = rows(query);
		Long totalPaise = totalPaise(query);
		query.finish();
		return new UploadFields(format, fileName, reference, Objects.requireNonNullElse(mode, ReleaseMode.VALID_ROWS),
				rows, totalPaise);
	}

	/** The media types of uploads. */
	static List<String> mediaTypes() {
		return Stream.concat(Arrays.stream(BulkFormat.values()).map(BulkFormat::mediaType), Stream.of(OF_EXCEL))
			.toList();
	}

	private static BulkFormat format(HttpServletRequest request, Upload upload) {
		String type = request.getContentType();
		String plain = (type != null) ? type.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT) : "";
		String encoding = request.getHeader("Content-Encoding");
		Optional<BulkFormat> format = plain.equals(OF_EXCEL)
				? Optional.of(upload.isWorkbook() ? BulkFormat.XLSX : BulkFormat.CSV)
				: Arrays.stream(BulkFormat.values())
					.filter((each) -> each.mediaType().equals(plain.equals("text/xml") ? "application/xml" : plain))
					.findFirst();
		if (format.isEmpty() || (encoding != null && !encoding.equalsIgnoreCase("identity"))) {
			throw new Refusal(ErrorCode.UNSUPPORTED_MEDIA_TYPE, WRONG_TYPE);
		}
		return format.get();
	}

	private static String fileName(QueryFields query, BulkFormat format) {
		String name = query.text("fileName");
		if (name == null || name.isBlank()) {
			if (name != null || !query.has("fileName")) {
				query.reject("fileName", Rule.REQUIRED, "fileName is required");
			}
			return "";
		}
		if (name.codePointCount(0, name.length()) > MAX_FILE_NAME) {
			query.reject("fileName", Rule.TOO_LONG, "fileName must have at most " + MAX_FILE_NAME + " characters");
		}
		else if (name.codePoints().anyMatch((c) -> c == '/' || c == '\\')) {
			query.reject("fileName", Rule.INVALID, "fileName must be a name without a directory");
		}
		else if (!name.toLowerCase(Locale.ROOT).endsWith("." + format.extension())) {
			query.reject("fileName", Rule.INVALID,
					"fileName must end with .%s, as its Content-Type or content says".formatted(format.extension()));
		}
		return name;
	}

	private static @Nullable String clientReference(QueryFields query) {
		String reference = query.text("clientReference");
		if (reference != null && !NewPayout.isReference(reference)) {
			query.reject("clientReference", Rule.INVALID, "clientReference must be 1 to 128 characters");
			return null;
		}
		return reference;
	}

	private static @Nullable Integer rows(QueryFields query) {
		String text = query.text("rowCount");
		if (text == null) {
			return null;
		}
		if (text.isEmpty() || text.length() > MAX_ROW_DIGITS || !text.chars().allMatch((c) -> c >= '0' && c <= '9')) {
			query.reject("rowCount", Rule.INVALID, "rowCount must be a whole number");
			return null;
		}
		return Integer.valueOf(text);
	}

	private static @Nullable Long totalPaise(QueryFields query) {
		String text = query.text("totalAmount");
		if (text == null) {
			return null;
		}
		OptionalLong paise = RupeeAmount.paise(text);
		if (text.length() > MAX_TOTAL_LENGTH || paise.isEmpty()) {
			query.reject("totalAmount", Rule.INVALID,
					"totalAmount must be rupees with exactly two decimals, such as 150000.00");
			return null;
		}
		return paise.getAsLong();
	}

}
