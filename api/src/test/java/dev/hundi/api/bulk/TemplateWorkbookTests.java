package dev.hundi.api.bulk;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.hundi.bulk.BulkColumn;
import dev.hundi.export.OtherProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class TemplateWorkbookTests {

	@Test
	void otherProgramsCanReadIt(@TempDir Path directory) throws Exception {
		Path workbook = directory.resolve("template.xlsx");
		try (OutputStream out = Files.newOutputStream(workbook)) {
			TemplateWorkbook.write(out);
		}
		assertThat(Files.readString(OtherProgram.firstSheetAsCsv(workbook, directory)).lines())
			.containsExactly("\"" + String.join("\",\"", BulkColumn.headings()) + "\"");
	}

}
