package dev.hundi.api.answer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

import dev.hundi.api.observe.RequestTrace;
import dev.hundi.list.Page;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The envelope of every answer, {@code {status, data, message, meta}}, errors with a
 * {@code code} beside. Written token by token into the response: nothing is bound by
 * reflection.
 */
public final class Envelope {

	private static final JsonFactory JSON = new JsonFactory();

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'")
		.withZone(ZoneOffset.UTC);

	private static final int USUAL_BYTES = 512;

	private static final String RETRY_AFTER_SECONDS = "5";

	private Envelope() {
	}

	/** Answers 200 with data. */
	public static void ok(HttpServletResponse response, @Nullable String message, Content data) throws IOException {
		answer(response, 200, 200, message, data);
	}

	/** Answers 200 with a page of a list and which part of it that is. */
	public static void page(HttpServletResponse response, Page page, long total, Content data) throws IOException {
		send(response, 200, bytes(200, null, null, data, (json) -> {
			json.writeObjectPropertyStart("pagination");
			json.writeNumberProperty("limit", page.limit());
			json.writeNumberProperty("offset", page.offset());
			json.writeNumberProperty("total", total);
			json.writeEndObject();
		}));
	}

	/** Answers with an HTTP status and the status in the body, which may differ. */
	public static void answer(HttpServletResponse response, int httpStatus, int bodyStatus, @Nullable String message,
			Content data) throws IOException {
		send(response, httpStatus, bytes(bodyStatus, message, null, data));
	}

	/** Answers with an error that has data of its own. */
	public static void error(HttpServletResponse response, ErrorCode code, Content data) throws IOException {
		RequestTrace.code(code.code());
		send(response, code.status(), bytes(code.status(), code.message(), code, data));
	}

	/** Answers with a refusal and the fields it names. */
	public static void refuse(HttpServletResponse response, Refusal refusal) throws IOException {
		ErrorCode code = refusal.code();
		RequestTrace.code(code.code());
		if (code == ErrorCode.TEMPORARILY_UNAVAILABLE || code == ErrorCode.RATE_LIMITED) {
			setDefault(response, "Retry-After", RETRY_AFTER_SECONDS);
		}
		send(response, code.status(),
				bytes(code.status(), refusal.message(), code, (json) -> errors(json, refusal.errors())));
	}

	/** A time as the API shows it: ISO 8601 in UTC with milliseconds, or null. */
	public static void time(JsonGenerator json, String name, @Nullable Instant time) {
		json.writeStringProperty(name, (time != null) ? TIME.format(time) : null);
	}

	/** Paise as a rupee amount with two decimals, such as {@code 1500.00}. */
	public static String rupees(long paise) {
		if (paise < 0) {
			throw new IllegalArgumentException("An amount is never negative: " + paise);
		}
		long rest = paise % 100;
		return paise / 100 + ((rest < 10) ? ".0" : ".") + rest;
	}

	private static void errors(JsonGenerator json, List<FieldError> errors) {
		if (errors.isEmpty()) {
			json.writeNull();
			return;
		}
		json.writeStartObject();
		json.writeArrayPropertyStart("errors");
		for (FieldError error : errors) {
			json.writeStartObject();
			json.writeStringProperty("field", error.field());
			json.writeStringProperty("code", error.rule().code());
			json.writeStringProperty("message", error.message());
			json.writeEndObject();
		}
		json.writeEndArray();
		json.writeEndObject();
	}

	private static byte[] bytes(int status, @Nullable String message, @Nullable ErrorCode code, Content data) {
		return bytes(status, message, code, data, (json) -> {
		});
	}

	private static byte[] bytes(int status, @Nullable String message, @Nullable ErrorCode code, Content data,
			Content last) {
		ByteArrayOutputStream out = new ByteArrayOutputStream(USUAL_BYTES);
		try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
			json.writeStartObject();
			json.writeNumberProperty("status", status);
			json.writeName("data");
			data.write(json);
			json.writeStringProperty("message", message);
			json.writeNullProperty("meta");
			if (code != null) {
				json.writeStringProperty("code", code.code());
			}
			last.write(json);
			json.writeEndObject();
		}
		return out.toByteArray();
	}

	private static void send(HttpServletResponse response, int status, byte[] body) throws IOException {
		response.setStatus(status);
		response.setContentType("application/json");
		response.setHeader("Cache-Control", "no-store");
		if (RequestTrace.isLastOfConnection()) {
			response.setHeader("Connection", "close");
		}
		response.setContentLength(body.length);
		response.getOutputStream().write(body);
	}

	private static void setDefault(HttpServletResponse response, String name, String value) {
		if (!response.containsHeader(name)) {
			response.setHeader(name, value);
		}
	}

}
