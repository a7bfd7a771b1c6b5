package dev.hundi.api.export;

import java.util.List;

import dev.hundi.api.openapi.OpenApiDocument;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

class ExportOperationsTests {

	@Test
	void documentsExportRoutesAndTheirFiles() {
		JsonNode paths = new JsonMapper().readTree(new OpenApiDocument(List.of(new ExportOperations())).text())
			.path("paths");

		assertThat(paths.propertyNames()).containsExactlyInAnyOrder("/v1/wallet/transactions/export",
				"/v1/wallet/exports", "/v1/wallet/exports/{exportId}/file");
		JsonNode file = paths.path("/v1/wallet/transactions/export").path("get").path("responses").path("200");
		assertThat(file.path("content").propertyNames()).containsExactly("text/csv;charset=UTF-8",
				"application/vnd.ms-excel", "application/pdf");
		assertThat(file.path("headers").propertyNames()).contains("Content-Disposition", "X-Row-Count", "X-Truncated");
	}

}
