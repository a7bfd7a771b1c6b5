package dev.hundi.portal.token;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

import jakarta.servlet.http.HttpServletResponse;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/** Refusals of the filter chain as problem details (RFC 9457). */
final class JsonProblems {

	private static final JsonMapper json = JsonMapper.builder().build();

	private JsonProblems() {
	}

	static void write(HttpServletResponse response, HttpStatus status, String code, String detail) throws IOException {
		Map<String, Object> problem = new LinkedHashMap<>();
		problem.put("title", status.getReasonPhrase());
		problem.put("status", status.value());
		problem.put("code", code);
		problem.put("detail", detail);
		response.setStatus(status.value());
		response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
		response.getOutputStream().write(json.writeValueAsBytes(problem));
	}

}
