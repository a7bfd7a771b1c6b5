package dev.hundi.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * {@code docs/licences.md} lists every shipped library with the licence that the bill of
 * materials states, and every shipped script and font. {@code mvn verify} writes the bill
 * of materials before any test. {@code -Dwrite-licences=true} writes the list anew.
 */
class LicencesTests {

	private static final Path document = Repository.root().resolve("docs/licences.md");

	private static final Path bom = Repository.root().resolve("target/sbom.cdx.json");

	private static final String LIBRARIES = "## Libraries\n";

	private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\| ([^|]+?) \\|");

	private static final Pattern LICENCE = Pattern.compile("(?m)^\\| ([A-Z0-9][^|`]+?) \\|");

	@Test
	void listsEveryShippedLibraryWithAPermittedLicence() throws IOException {
		assumeThat(bom).as("written by mvn package and mvn verify").exists();
		Map<String, Set<String>> shipped = shipped();
		if (Boolean.getBoolean("write-licences")) {
			write(shipped);
		}
		String text = Files.readString(document);
		Map<String, String> listed = rows(text.substring(text.indexOf(LIBRARIES)));
		Set<String> permitted = matches(LICENCE, text.substring(0, text.indexOf("## Files")));
		assertThat(shipped).hasSizeGreaterThan(100);
		assertThat(listed).as("run this test with -Dwrite-licences=true").containsAllEntriesOf(joined(shipped));
		assertThat(shipped)
			.allSatisfy((library, licences) -> assertThat(licences).as(library).anyMatch(permitted::contains));
	}

	@Test
	void listsEveryShippedScriptAndFont() throws IOException {
		String text = Files.readString(document);
		Set<String> listed = rows(text.substring(text.indexOf("## Files"), text.indexOf(LIBRARIES))).keySet();
		List<String> shipped = new ArrayList<>();
		for (Path file : Repository.files("*/src/main/resources/**.{js,mjs,js.gz,css,ttf,otf,woff,woff2,wasm}")) {
			shipped.add(file.getFileName().toString());
		}
		assertThat(shipped).isNotEmpty();
		assertThat(listed).containsAll(shipped);
	}

	private static Map<String, Set<String>> shipped() throws IOException {
		Map<String, Set<String>> libraries = new TreeMap<>();
		for (JsonNode component : JsonMapper.shared().readTree(Files.readString(bom)).path("components")) {
			String group = component.path("group").asString();
			if (!group.equals("dev.hundi")) {
				libraries.put(group + ":" + component.path("name").asString(), licences(component));
			}
		}
		return libraries;
	}

	private static Set<String> licences(JsonNode component) {
		Set<String> licences = new TreeSet<>();
		for (JsonNode choice : component.path("licenses")) {
			JsonNode licence = choice.path("license");
			licences.add(
					licence.path("id").asString(licence.path("name").asString(choice.path("expression").asString(""))));
		}
		return licences;
	}

	private static Map<String, String> joined(Map<String, Set<String>> libraries) {
		return libraries.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (entry) -> String.join(" or ", entry.getValue())));
	}

	private static void write(Map<String, Set<String>> libraries) throws IOException {
		String text = Files.readString(document);
		StringBuilder rows = new StringBuilder("\n| library | licence |\n|---|---|\n");
		libraries.forEach((library, licences) -> rows
			.append("| `%s` | %s |%n".formatted(library, String.join(" or ", licences)).replace("\r", "")));
		Files.writeString(document, text.substring(0, text.indexOf(LIBRARIES) + LIBRARIES.length()) + rows);
	}

	private static Map<String, String> rows(String table) {
		return ROW.matcher(table)
			.results()
			.collect(Collectors.toMap((row) -> row.group(1), (row) -> row.group(2), (one, other) -> one));
	}

	private static Set<String> matches(Pattern pattern, String text) {
		return pattern.matcher(text).results().map((MatchResult row) -> row.group(1)).collect(Collectors.toSet());
	}

}
