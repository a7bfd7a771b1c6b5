package dev.hundi.sandbox.reference;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Complete programs that send an operation's example, signed with {@code API_KEY} and
 * {@code SIGNING_KEY} of the environment. An idempotency key is signed too.
 */
final class CodeSamples {

	/** Optional query parameters that a sample sets. */
	private static final Set<String> SHOWN = Set.of("limit", "offset", "clientReference");

	/** The header that the signature covers. */
	private static final String SIGNED = "Idempotency-Key";

	private final ObjectNode document;

	private final URI apiUrl;

	CodeSamples(ObjectNode document, URI apiUrl) {
		this.document = document;
		this.apiUrl = apiUrl;
	}

	/** The samples of an operation, in the form of {@code x-codeSamples}. */
	ArrayNode of(String method, String path, ObjectNode operation) {
		Example example = example(method, path, operation);
		ArrayNode samples = this.document.arrayNode();
		for (Language language : Language.values()) {
			samples.addObject()
				.put("lang", language.lang)
				.put("label", language.label)
				.put("source", language.write(example, this.apiUrl));
		}
		return samples;
	}

	private Example example(String method, String path, ObjectNode operation) {
		String target = path;
		List<String> query = new ArrayList<>();
		Map<String, String> headers = new LinkedHashMap<>();
		for (JsonNode reference : operation.path("parameters")) {
			JsonNode parameter = ReferenceDocument.follow(this.document, reference);
			String name = parameter.path("name").asString();
			String value = parameter.path("example").asString();
			switch (parameter.path("in").asString()) {
				case "path" -> target = target.replace("{" + name + "}", value);
				case "header" -> {
					headers.put(name, value);
					if (name.equals(SIGNED)) {
						headers.put("x-signed-headers", "idempotency-key");
					}
				}
				default -> {
					if (parameter.path("required").asBoolean() || SHOWN.contains(name)) {
						query.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
					}
				}
			}
		}
		String body = body(operation, headers);
		return new Example(method.toUpperCase(Locale.ROOT),
				query.isEmpty() ? target : target + "?" + String.join("&", query), headers, body);
	}

	/** The first example of the body, or empty text; adds its media type. */
	private static String body(ObjectNode operation, Map<String, String> headers) {
		for (Map.Entry<String, JsonNode> content : operation.at("/requestBody/content").properties()) {
			for (JsonNode example : content.getValue().path("examples")) {
				headers.put("Content-Type", content.getKey());
				JsonNode value = example.path("value");
				return value.isString() ? value.asString() : value.toString();
			}
		}
		return "";
	}

	/**
	 * A request to show.
	 *
	 * @param target path and query, encoded
	 */
	private record Example(String method, String target, Map<String, String> headers, String body) {
	}

	private enum Language {

		CURL("shell", "curl", "curl.sh", "|%s", "  -H '%s: %s' \\\n", "\n"),

		PYTHON("python", "Python", "sample.py", ", \"%s\"", "    \"%s\": \"%s\",\n", "\\n"),

		NODE("javascript", "Node", "sample.mjs", ", \"%s\"", "    \"%s\": \"%s\",\n", "\\n"),

		JAVA("java", "Java", "Sample.java", ", \"%s\"", "\n\t\t\t.header(\"%s\", \"%s\")", "\\n");

		private final String lang;

		private final String label;

		private final String template;

		private final String signed;

		private final String header;

		private final String newLine;

		Language(String lang, String label, String file, String signed, String header, String newLine) {
			this.lang = lang;
			this.label = label;
			this.template = new String(Objects.requireNonNull(ApiReference.read("samples/" + file), file),
					StandardCharsets.UTF_8);
			this.signed = signed;
			this.header = header;
			this.newLine = newLine;
		}

		String write(Example example, URI apiUrl) {
			StringBuilder headers = new StringBuilder();
			example.headers().forEach((name, value) -> headers.append(this.header.formatted(name, value)));
			return this.template.replace("@method@", example.method())
				.replace("@target@", example.target())
				.replace("@url@", apiUrl.toString())
				.replace("@host@", apiUrl.getAuthority())
				.replace("@signed@",
						example.headers().containsKey(SIGNED) ? this.signed.formatted(example.headers().get(SIGNED))
								: "")
				.replace("@headers@", headers)
				.replace("@body@", quoted(example.body()))
				.stripTrailing();
		}

		private String quoted(String body) {
			String escaped = switch (this) {
				case CURL -> body.replace("'", "'\\''");
				case PYTHON, NODE -> body.replace("\\", "\\\\").replace("'", "\\'");
				case JAVA -> body.replace("\\", "\\\\").replace("\"", "\\\"");
			};
			return escaped.replace("\n", this.newLine);
		}

	}

}
