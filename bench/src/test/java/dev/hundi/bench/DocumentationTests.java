package dev.hundi.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.retention.ErasureRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The documents name only types, tables and files that exist, and every package, table
 * and step of housekeeping.
 */
class DocumentationTests {

	private static final Pattern TYPE = Pattern.compile("`([A-Z][a-z]+[A-Za-z0-9]*)`");

	private static final Pattern PACKAGE = Pattern.compile("`([a-z0-9]+)`");

	private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");

	private static final Pattern TABLE = Pattern
		.compile("(?m)^CREATE (?:UNLOGGED )?TABLE ([a-z_]+)(?! PARTITION OF)\\b");

	private static final Pattern OWNED = Pattern.compile("\\b[Oo]wns (.*?)[.;] ");

	private static final Pattern CODE = Pattern.compile("\\{@code ([a-z_*]+)}");

	private static final Pattern DEFINED = Pattern.compile("(?m)^CREATE (?:UNLOGGED )?(?:TABLE|VIEW) ([a-z_]+)");

	private static final Pattern STEP = Pattern.compile("public String name\\(\\) \\{\\s+return \"([a-z-]+)\";");

	private static final Pattern STEP_NAME = Pattern.compile("`([a-z-]+)`");

	private static final Pattern FOLDER = Pattern.compile("new AbandonedFiles\\(([\"\\w.-]+),");

	@ParameterizedTest
	@ValueSource(strings = { "docs/architecture.md", "docs/glossary.md", "docs/threat-model.md", "CONTRIBUTING.md" })
	void namesOnlyTypesThatExist(String document) throws IOException {
		Set<String> types = Repository.files("*/src/*/java/**.java")
			.stream()
			.map((file) -> file.getFileName().toString().replace(".java", ""))
			.collect(Collectors.toSet());
		assertThat(types).containsAll(matches(TYPE, Files.readString(Repository.root().resolve(document))));
	}

	@Test
	void eachTableIsOwnedByOnePackage() throws IOException {
		List<String> owned = new ArrayList<>();
		for (Path file : Repository.files("*/src/main/java/**/package-info.java")) {
			String text = Files.readString(file).replaceAll("\\s*\\n \\*/? ?", " ");
			matches(OWNED, text).forEach((sentence) -> owned.addAll(matches(CODE, sentence)));
		}
		assertThat(matches(TABLE, migrations())).isNotEmpty()
			.allSatisfy((table) -> assertThat(owned.stream().filter((name) -> table.matches(name.replace("*", ".*"))))
				.as(table)
				.hasSize(1));
	}

	@Test
	void architectureNamesEachPackage() throws IOException {
		List<String> rows = Files.readAllLines(Repository.root().resolve("docs/architecture.md"));
		int schema = rows.indexOf("## Packages of `schema`");
		int applications = rows.indexOf("## Packages of the applications");
		assertThat(rows.subList(schema, applications)
			.stream()
			.filter((row) -> row.startsWith("| `"))
			.flatMap((row) -> matches(PACKAGE, row.split("\\|")[1]).stream()))
			.containsExactlyInAnyOrderElementsOf(packages("schema/src/main/java/dev/hundi/*/package-info.java"));
		for (String application : List.of("api", "stream", "portal", "batch")) {
			String row = rows.stream()
				.skip(applications)
				.filter((line) -> line.startsWith("| `dev.hundi." + application + "` |"))
				.findFirst()
				.orElseThrow();
			assertThat(matches(PACKAGE, row))
				.containsAll(packages("*/src/main/java/dev/hundi/" + application + "/**/package-info.java"));
		}
	}

	@Test
	void glossaryNamesOnlyTablesThatExistAndEachTermOnceInOrder() throws IOException {
		List<String> terms = new ArrayList<>();
		List<String> tables = new ArrayList<>();
		for (String line : Files.readAllLines(Repository.root().resolve("docs/glossary.md"))) {
			String[] cells = line.split("\\|", -1);
			if (cells.length == 6 && cells[3].contains("`")) {
				tables.add(cells[3].strip().replace("`", ""));
			}
			if (cells.length == 6 && !cells[1].matches("-+| term ")) {
				terms.add(cells[1].strip());
			}
		}
		assertThat(tables).isNotEmpty();
		assertThat(matches(DEFINED, migrations())).containsAll(tables);
		assertThat(terms).doesNotHaveDuplicates().isSortedAccordingTo(String.CASE_INSENSITIVE_ORDER);
	}

	@Test
	void operatingListsEachHousekeepingStepOnce() throws IOException {
		List<String> steps = new ArrayList<>(Stream.of(ErasureRule.values()).map(ErasureRule::stepName).toList());
		for (Path file : Repository.files("batch-jobs/src/main/java/**.java")) {
			String text = Files.readString(file);
			boolean isNamed = text.contains(" implements HousekeepingStep {")
					&& !Set.of("ErasureStep.java", "AbandonedFiles.java").contains(file.getFileName().toString());
			List<String> names = isNamed ? matches(STEP, text) : List.of();
			assertThat(names).as(file.toString()).hasSize(isNamed ? 1 : 0);
			steps.addAll(names);
			for (String folder : matches(FOLDER, text)) {
				steps.add("abandoned-" + valueOf(folder, text));
			}
		}
		List<String> rows = Files.readAllLines(Repository.root().resolve("docs/operating.md"));
		List<String> documented = rows.stream()
			.skip(rows.indexOf("### Housekeeping"))
			.dropWhile((row) -> !row.startsWith("| step |"))
			.takeWhile((row) -> row.startsWith("|"))
			.flatMap((row) -> matches(STEP_NAME, row.split("\\|")[1]).stream())
			.toList();
		assertThat(documented).containsExactlyInAnyOrderElementsOf(steps);
	}

	/** The value of a literal or of a constant, perhaps of another type. */
	private static String valueOf(String expression, String text) throws IOException {
		if (expression.startsWith("\"")) {
			return expression.replace("\"", "");
		}
		String[] names = expression.split("[.]");
		String source = (names.length == 1) ? text
				: Files.readString(Repository.files("*/src/main/java/**/" + names[0] + ".java").getFirst());
		return matches(Pattern.compile("String " + names[names.length - 1] + " = \"([a-z-]+)\";"), source).getFirst();
	}

	@Test
	void linksLeadToFilesThatExist() throws IOException {
		List<String> broken = new ArrayList<>();
		List<Path> documents = new ArrayList<>(Repository.files("**.md"));
		assertThat(documents).isNotEmpty();
		for (Path document : documents) {
			for (String link : matches(LINK, Files.readString(document))) {
				if (!link.contains("://") && !Files.exists(document.resolveSibling(link))) {
					broken.add(Repository.root().relativize(document) + ": " + link);
				}
			}
		}
		assertThat(broken).isEmpty();
	}

	private static List<String> packages(String glob) throws IOException {
		return Repository.files(glob).stream().map((file) -> file.getName(file.getNameCount() - 2).toString()).toList();
	}

	private static String migrations() throws IOException {
		StringBuilder sql = new StringBuilder();
		for (Path file : Repository.files("schema/src/main/resources/db/migration/**.sql")) {
			sql.append(Files.readString(file));
		}
		return sql.toString();
	}

	private static List<String> matches(Pattern pattern, String text) {
		return pattern.matcher(text).results().map((MatchResult result) -> result.group(1)).toList();
	}

}
