package dev.hundi.api.openapi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.hundi.api.answer.ErrorCode;
import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Merchant;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.payout.ResponseCode;
import dev.hundi.webhook.NotifyBulkCompleted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

import static org.assertj.core.api.Assertions.assertThat;

class OpenApiDocumentIntegrationTests {

	private static final OpenApiDocument document = RunningApi.shared().bean(OpenApiDocument.class);

	private static final Documented documented = new Documented();

	/** Relative to the directory of the module. */
	private static final Path COMMITTED = Path.of("..", "docs", "openapi.json");

	@Test
	void isServedWithoutSignature() {
		Answer answer = RunningApi.shared()
			.sendBytes("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
				.getBytes(StandardCharsets.UTF_8));

		assertThat(answer.status()).isEqualTo(200);
		assertThat(answer.header("Content-Type")).isEqualTo("application/json");
		assertThat(answer.body()).isEqualTo(document.text());
	}

	@Test
	void committedFileMatchesCode() throws IOException {
		if (Boolean.getBoolean("write-openapi")) {
			Files.writeString(COMMITTED, document.text());
		}
		assertThat(COMMITTED).exists();
		assertThat(Files.readString(COMMITTED))
			.as("docs/openapi.json does not match the code. Update it and review the difference: "
					+ "mvn package -pl api -am -Dtest=OpenApiDocumentIntegrationTests "
					+ "-Dsurefire.failIfNoSpecifiedTests=false -Dwrite-openapi=true")
			.isEqualTo(document.text());
	}

	/** docs/specification.md, "HMAC v1 (legacy)". */
	@Test
	void namesTheMethodsWhoseBodyVersion1DoesNotSign() {
		assertThat(documented.document().path("info").path("description").asString())
			.contains("with an empty body for GET, DELETE, HEAD and OPTIONS.");
	}

	@Test
	void documentsExactlyTheExistingRoutes() {
		Set<String> routes = new HashSet<>();
		RunningApi.shared()
			.bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
			.getHandlerMethods()
			.keySet()
			.forEach((mapping) -> mapping.getPatternValues()
				.forEach((pattern) -> mapping.getMethodsCondition()
					.getMethods()
					.forEach((method) -> routes.add(method + " " + pattern.replaceAll("\\{[^}]*}", "{}")))));

		assertThat(routes.remove("GET /openapi.json")).isTrue();
		assertThat(documented.routes().stream().map(Documented.Route::shape))
			.containsExactlyInAnyOrderElementsOf(routes);
	}

	@Test
	void documentsCauseAndRemedyOfEveryErrorCodeOnce() {
		JsonNode examples = documented.document().path("components").path("examples");

		assertThat(examples.propertyNames())
			.containsExactlyInAnyOrderElementsOf(Arrays.stream(ErrorCode.values()).map(ErrorCode::code).toList());
		for (ErrorCode code : ErrorCode.values()) {
			assertThat(examples.path(code.code()).path("description").asString()).contains(code.cause())
				.contains(code.remedy());
			assertThat(count(code.remedy())).as(code.remedy()).isEqualTo(ofSameRemedy(code));
			assertThat(examples.path(code.code()).path("value").path("status").asInt()).isEqualTo(code.status());
		}
	}

	@Test
	void everyReferenceResolves() {
		List<String> references = references(documented.document()).distinct().toList();

		assertThat(references).hasSizeGreaterThan(20)
			.allSatisfy((reference) -> assertThat(documented.document().at(reference.substring(1)).isMissingNode())
				.as(reference)
				.isFalse());
	}

	@ParameterizedTest
	@MethodSource
	void everyExampleMatchesItsSchema(Documented.Example example) {
		assertThat(documented.problems(example.schema(), example.value())).as("%s", example.value()).isEmpty();
	}

	@ParameterizedTest
	@MethodSource("everyExampleMatchesItsSchema")
	void everyExampleHasTheMessageOfItsResponseCode(Documented.Example example) {
		assertThat(example.value().findParents("responseCode"))
			.filteredOn((payout) -> payout.path("responseCode").isString())
			.allSatisfy((payout) -> assertThat(payout.path("responseMessage").asString())
				.isEqualTo(ResponseCode.valueOf(payout.path("responseCode").asString()).message()));
	}

	@Test
	void showsACancelledPayoutAsCancelled() {
		JsonNode payout = documented.response(documented.route("cancelPayout"), 200)
			.at("/content/application~1json/example/data");

		assertThat(payout.path("status").asInt()).isEqualTo(12);
		assertThat(payout.path("responseCode").asString()).isEqualTo("CANCELLED_BY_MERCHANT");
		assertThat(payout.path("utr").isNull()).isTrue();
		assertThat(payout.path("transactionReference").isNull()).isTrue();
	}

	@Test
	void bulkWebhookMatchesItsDocumentation() {
		Merchant merchant = new Merchant();
		NotifyBulkCompleted completion = RunningApi.shared().bean(NotifyBulkCompleted.class);
		merchant.sql("INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext, events) "
				+ "VALUES (:id, 'https://example.com/', '\\x00', '{BulkCompleted}')");
		assertThat(completion.enqueue(new NotifyBulkCompleted.Completed(merchant.businessId(), UUID.randomUUID(),
				"salaries.csv", null, "COMPLETED", "ALL_ROWS_PAID", Instant.parse("2026-11-21T09:02:11.870Z"),
				new NotifyBulkCompleted.Rows(2, 2, 0, 0, 2, 0), 3000_00, 0)))
			.isTrue();
		String body = JdbcClient.create(RunningApi.sharedDatabase().dataSource())
			.sql("SELECT convert_from(body, 'UTF8') FROM webhook_delivery WHERE business_id = :id")
			.param("id", merchant.businessId())
			.query(String.class)
			.single();

		assertThat(documented.problems(
				documented.document().at("/webhooks/bulkCompleted/post/requestBody/content/application~1json/schema"),
				JsonMapper.shared().readTree(body)))
			.as(body)
			.isEmpty();
	}

	static Stream<Documented.Example> everyExampleMatchesItsSchema() {
		return documented.examples();
	}

	@Test
	void everySchemaIsValidJsonSchema() {
		var metaSchema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
			.getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()));

		documented.document().path("components").path("schemas").forEach((schema) -> {
			assertThat(metaSchema.validate(schema)).as("%s", schema).isEmpty();
			assertClosed(schema);
		});
	}

	/**
	 * Requires closed objects, so that validation detects undocumented fields.
	 */
	private static void assertClosed(JsonNode schema) {
		if (schema.has("properties")) {
			assertThat(schema.path("additionalProperties").isBoolean()).as("%s", schema).isTrue();
			assertThat(schema.path("additionalProperties").asBoolean()).as("%s", schema).isFalse();
		}
		schema.forEach((child) -> {
			if (child.isContainer()) {
				assertClosed(child);
			}
		});
	}

	private static Stream<String> references(JsonNode node) {
		Stream<String> own = node.has("$ref") ? Stream.of(node.path("$ref").asString()) : Stream.empty();
		return Stream.concat(own, node.valueStream().flatMap(OpenApiDocumentIntegrationTests::references));
	}

	private static long count(String text) {
		return document.text().split(Pattern.quote(text), -1).length - 1L;
	}

	private static long ofSameRemedy(ErrorCode code) {
		return Arrays.stream(ErrorCode.values()).filter((other) -> other.remedy().contains(code.remedy())).count();
	}

}
