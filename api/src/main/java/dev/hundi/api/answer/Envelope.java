package dev.hundi.api.answer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

import dev.hundi.api.json.Content;
import dev.hundi.api.json.JsonShape;
import dev.hundi.api.json.JsonType;
import dev.hundi.api.observe.RequestTrace;
import dev.hundi.list.Page;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The envelope of every answer: {@code {status, data, message, meta}}, with a
 * {@code code} in errors and {@code pagination} in pages.
 */
public final class Envelope {

	public static final JsonShape<Pagination> PAGINATION = JsonShape
		.<Pagination>named("Pagination", "Position of the page in the list.")
		.field("limit", JsonType.integer("Page size after clamping.").with((schema) -> schema.range(1, Page.MAX_LIMIT)),
				50, (pagination) -> pagination.page().limit())
		.field("offset", JsonType.integer("Number of rows before the page.").with((schema) -> schema.min(0)), 0,
				(pagination) -> pagination.page().offset())
		.field("total", JsonType.integer("Number of rows in the whole list.").with((schema) -> schema.min(0)), 1,
				Pagination::total);

	private static final JsonFactory JSON = new JsonFactory();

	private static final int USUAL_BYTES = 512;

	private static final String RETRY_AFTER_SECONDS = "5";

	private Envelope() {
	}

	/** Answers 200 with data. */
	public static void ok(HttpServletResponse response, @Nullable String message, Content data) throws IOException {
		answer(response, 200, 200, message, data);
	}

	/** Answers 200 with a page of a list. */
	public static void page(HttpServletResponse response, Page page, long total, Content data) throws IOException {
		send(response, 200,
				bytes(200, null, null, data, (json) -> PAGINATION.write(json, new Pagination(page, total))));
	}

	/** Answers with an HTTP status and the status in the body, which may differ. */
	public static void answer(HttpServletResponse response, int httpStatus, int bodyStatus, @Nullable String message,
			Content data) throws IOException {
		send(response, httpStatus, bytes(bodyStatus, message, null, data, null));
	}

	/** Answers with an error that has data of its own. */
	public static void error(HttpServletResponse response, ErrorCode code, Content data) throws IOException {
		RequestTrace.code(code.code());
		send(response, code.status(), bytes(code.status(), code.message(), code, data, null));
	}

	/** Answers with a refusal and its field errors. */
	public static void refuse(HttpServletResponse response, Refusal refusal) throws IOException {
		ErrorCode code = refusal.code();
		RequestTrace.code(code.code());
		if ((code == ErrorCode.TEMPORARILY_UNAVAILABLE || code == ErrorCode.RATE_LIMITED)
				&& !response.containsHeader("Retry-After")) {
			response.setHeader("Retry-After", RETRY_AFTER_SECONDS);
		}
		Content data = refusal.errors().isEmpty() ? JsonGenerator::writeNull : FieldError.ALL.of(refusal.errors());
		send(response, code.status(), bytes(code.status(), refusal.message(), code, data, null));
	}

	private static byte[] bytes(int status, @Nullable String message, @Nullable ErrorCode code, Content data,
			@Nullable Content pagination) {
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
			if (pagination != null) {
				json.writeName("pagination");
				pagination.write(json);
			}
			json.writeEndObject();
		}
		return out.toByteArray();
	}

	private static void send(HttpServletResponse response, int status, byte[] body) throws IOException {
		response.setStatus(status);
		response.setContentType("application/json");
		if (RequestTrace.isLastOfConnection()) {
			response.setHeader("Connection", "close");
		}
		response.setContentLength(body.length);
		response.getOutputStream().write(body);
	}

	/**
	 * Position of a page in its list.
	 *
	 * @param total rows of the whole list
	 */
	public record Pagination(Page page, long total) {
	}

}
