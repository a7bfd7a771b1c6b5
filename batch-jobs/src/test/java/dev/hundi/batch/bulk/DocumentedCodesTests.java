package dev.hundi.batch.bulk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.hundi.batch.bulkfile.FileFault;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/integrating.md}, "Codes of bulk files", lists exactly the codes of rejected
 * files and of rows.
 */
class DocumentedCodesTests {

	/** Relative to the directory of the module. */
	private static final Path GUIDE = Path.of("..", "docs", "integrating.md");

	private static final Path JUDGE = Path.of("src", "main", "java", "dev", "hundi", "batch", "bulk", "JudgeRow.java");

	private static final Path CHECK = Path.of("..", "schema", "src", "main", "java", "dev", "hundi", "bulk",
			"CheckBulkRows.java");

	@Test
	void listsTheCodesOfRejectedFiles() throws IOException {
		assertThat(documented("reasonCode"))
			.containsExactlyInAnyOrderElementsOf(Arrays.stream(FileFault.values()).map(FileFault::name).toList());
	}

	@Test
	void listsTheCodesOfRows() throws IOException {
		Set<String> codes = codes("\"([A-Z][A-Z_]+)\"", Files.readString(JUDGE));
		codes.addAll(codes("(?:THEN|ELSE) '([A-Z][A-Z_]+)'|'([A-Z][A-Z_]+)' AS code", Files.readString(CHECK)));
		Set<String> documented = documented("code` in `errors");
		documented.addAll(documented("code` in `warnings"));

		assertThat(documented).containsExactlyInAnyOrderElementsOf(codes);
	}

	/** The codes in the first column of the table with a heading. */
	private static Set<String> documented(String heading) throws IOException {
		String guide = Files.readString(GUIDE);
		String table = guide.substring(guide.indexOf("| `" + heading + "` |"));
		return table.lines()
			.takeWhile((line) -> line.startsWith("|"))
			.skip(2)
			.map((line) -> line.split("\\|", -1)[1])
			.flatMap((cell) -> codes("`([A-Z_]+)`", cell).stream())
			.collect(Collectors.toCollection(TreeSet::new));
	}

	/** What one of the groups of a pattern finds. */
	private static Set<String> codes(String pattern, String text) {
		return Pattern.compile(pattern)
			.matcher(text)
			.results()
			.flatMap((found) -> IntStream.rangeClosed(1, found.groupCount()).mapToObj(found::group))
			.filter(Objects::nonNull)
			.collect(Collectors.toCollection(TreeSet::new));
	}

}
