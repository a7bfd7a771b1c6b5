package dev.hundi.export;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Assumptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Independent programs that read our files. {@code .ci/run} installs them, and where
 * {@code CI} is set a missing one fails the test, because only an independent reader
 * proves a file correct. Elsewhere the test is skipped with a hint what to install, so
 * that {@code mvn verify} needs only a JDK.
 */
public final class OtherProgram {

	private static final int PATIENCE_S = 300;

	/**
	 * With the settings of an earlier version, or none, LibreOffice draws pictures of 64
	 * MB to test its graphics at each start.
	 */
	private static final String AFTER_EVERY_VERSION = """
			<?xml version="1.0" encoding="UTF-8"?>
			<oor:items xmlns:oor="http://openoffice.org/2001/registry">
			  <item oor:path="/org.openoffice.Setup/Product">
			    <prop oor:name="ooSetupLastVersion" oor:op="fuse"><value>99.9</value></prop>
			  </item>
			</oor:items>
			""";

	private OtherProgram() {
	}

	/** The text of a PDF in page layout; a form feed ends each page. */
	public static String pdfText(Path pdf) throws IOException, InterruptedException {
		return run("poppler-utils", "pdftotext", "-layout", pdf.toString(), "-");
	}

	public static String pdfInfo(Path pdf) throws IOException, InterruptedException {
		return run("poppler-utils", "pdfinfo", pdf.toString());
	}

	public static String pdfFonts(Path pdf) throws IOException, InterruptedException {
		return run("poppler-utils", "pdffonts", pdf.toString());
	}

	public static String kindOf(Path file) throws IOException, InterruptedException {
		return run("file", "file", "--brief", file.toString());
	}

	/**
	 * Converts a csv to a workbook with LibreOffice.
	 * @param columns import format of each column, such as {@code 1/2/2/1}: the first as
	 * text, the second detected
	 */
	public static Path xlsxOf(Path csv, String columns, Path directory) throws IOException, InterruptedException {
		convert(csv, directory, "xlsx", "--infilter=CSV:44,34,76,1," + columns);
		return directory.resolve(csv.getFileName().toString().replace(".csv", ".xlsx"));
	}

	/** Converts a spreadsheet of LibreOffice to a workbook. */
	public static Path xlsxOf(Path fods, Path directory) throws IOException, InterruptedException {
		convert(fods, directory, "xlsx");
		return directory.resolve(fods.getFileName().toString().replace(".fods", ".xlsx"));
	}

	/** The first sheet of a workbook as csv, converted by LibreOffice. */
	public static Path firstSheetAsCsv(Path workbook, Path directory) throws IOException, InterruptedException {
		convert(workbook, directory, "csv:Text - txt - csv (StarCalc):44,34,76,1");
		return directory.resolve(workbook.getFileName().toString().replaceFirst("[.][a-z]+$", ".csv"));
	}

	/** Every sheet of a workbook as csv, in order, converted by LibreOffice. */
	public static List<Path> sheetsAsCsv(Path xls, Path directory) throws IOException, InterruptedException {
		// Comma, quote, UTF-8, all sheets, stored values instead of displayed text.
		convert(xls, directory, "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1");
		String stem = xls.getFileName().toString().replace(".xls", "");
		List<Path> sheets = new ArrayList<>();
		for (String sheet : List.of("Rows", "Rows 2", "Statement")) {
			Path csv = directory.resolve(stem + "-" + sheet + ".csv");
			if (Files.exists(csv)) {
				sheets.add(csv);
			}
		}
		return sheets;
	}

	private static void convert(Path file, Path directory, String format, String... options)
			throws IOException, InterruptedException {
		Path settings = directory.resolve("profile/user/registrymodifications.xcu");
		if (Files.notExists(settings)) {
			Files.createDirectories(settings.getParent());
			Files.writeString(settings, AFTER_EVERY_VERSION);
		}
		List<String> command = new ArrayList<>(
				List.of("soffice", "-env:UserInstallation=" + directory.resolve("profile").toUri(), "--headless"));
		command.addAll(List.of(options));
		command.addAll(List.of("--convert-to", format, "--outdir", directory.toString(), file.toString()));
		run("libreoffice-calc-nogui", command.toArray(String[]::new));
	}

	private static String run(String aptPackage, String... command) throws IOException, InterruptedException {
		Path output = Files.createTempFile("other-program", ".txt");
		Path errors = Files.createTempFile("other-program", ".err");
		try {
			Process process = start(aptPackage, output, errors, command);
			assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).as("%s ends", command[0]).isTrue();
			assertThat(process.exitValue()).as("%s says: %s", command[0], Files.readString(errors)).isZero();
			assertThat(Files.readString(errors)).as("complaints of %s", command[0]).doesNotContain("Error");
			return Files.readString(output, StandardCharsets.UTF_8);
		}
		finally {
			Files.delete(output);
			Files.delete(errors);
		}
	}

	private static Process start(String aptPackage, Path output, Path errors, String... command) {
		try {
			ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(output.toFile())
				.redirectError(errors.toFile());
			builder.environment().put("LC_ALL", "C.UTF-8");
			return builder.start();
		}
		catch (IOException ex) {
			String lack = "This test needs the program " + command[0]
					+ ", which is not here. On Debian and Ubuntu: apt-get install " + aptPackage;
			return (System.getenv("CI") != null) ? fail(lack, ex) : Assumptions.abort(lack);
		}
	}

}
