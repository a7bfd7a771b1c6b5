package dev.hundi.api.openapi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code GET /openapi.json}, which needs no signature because it has no business data.
 */
@RestController
class OpenApiEndpoint {

	private final byte[] document;

	OpenApiEndpoint(OpenApiDocument document) {
		this.document = document.text().getBytes(StandardCharsets.UTF_8);
	}

	@GetMapping(path = "/openapi.json", produces = MediaType.APPLICATION_JSON_VALUE)
	void show(HttpServletResponse response) throws IOException {
		response.setContentType(MediaType.APPLICATION_JSON_VALUE);
		response.setContentLength(this.document.length);
		response.getOutputStream().write(this.document);
	}

}
