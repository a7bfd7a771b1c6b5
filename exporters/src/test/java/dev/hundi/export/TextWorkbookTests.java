package dev.hundi.export;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class TextWorkbookTests {

	@Test
	void otherProgramsReadTexts(@TempDir Path directory) throws Exception {
		Path file = directory.resolve("failed.xlsx");
		try (OutputStream out = Files.newOutputStream(file);
				TextWorkbook workbook = new TextWorkbook(out, List.of("Account Number", "Remarks"))) {
			for (int i = 0; i < 1_200; i++) {
				workbook.add(List.of("0123456789" + i, "=1+1 & <René>\u0007 ₹"));
			}
		}
		List<String> lines = Files.readString(OtherProgram.firstSheetAsCsv(file, directory)).lines().toList();
		assertThat(lines).hasSize(1_201)
			.startsWith("\"Account Number\",\"Remarks\"", "\"01234567890\",\"=1+1 & <René> ₹\"")
			.endsWith("\"01234567891199\",\"=1+1 & <René> ₹\"");
		try (ZipFile zip = new ZipFile(file.toFile())) {
			String sheet = new String(zip.getInputStream(zip.getEntry("xl/worksheets/sheet1.xml")).readAllBytes(),
					StandardCharsets.UTF_8);
			assertThat(sheet).containsPattern("<col min=\"1\" max=\"1\"[^>]* style=\"[1-9]\"");
		}
	}

}
