package dev.hundi.batch.bulk;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.batch.bulkfile.Written;
import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Files that are designed to exhaust memory, loaded by a batch-jobs with a small heap
 * that exits on an OutOfMemoryError.
 */
class HostileFilesIntegrationTests {

	/** The application itself uses about a half. */
	private static final String HEAP = "-Xmx112m";

	private static final Duration TIMEOUT = Duration.ofMinutes(3);

	private static final String HEADINGS = "Name,Phone,Account Number,IFSC,Amount,Rail,Merchant Reference\n";

	private static final String ROW = "Ren\u00e9,9876543210,100000000001,HDFC0000001,1,I,R-1\n";

	private static final String MESSAGE = "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pain.001.001.09\">"
			+ "<CstmrCdtTrfInitn><GrpHdr><NbOfTxs>1</NbOfTxs></GrpHdr>";

	@Test
	void survivesAllWithASmallHeapAndLoadsHalfAMillionRows(@TempDir Path directory) throws IOException {
		try (BulkOnDatabase bulk = BulkOnDatabase.start(directory)) {
			bulk.claimNothing();
			Process small = start(bulk, directory);
			try {
				TestBusiness business = bulk.business();
				Map<BulkFile, Set<String>> sent = new LinkedHashMap<>();
				hostileFiles().forEach((hostile) -> sent.put(send(bulk, business, hostile.format, hostile.content),
						Set.of(hostile.faults)));
				List<BulkFile> valid = List.of(
						send(bulk, business, BulkFormat.CSV, (HEADINGS + ROW).getBytes(StandardCharsets.UTF_16)),
						send(bulk, business, BulkFormat.CSV,
								(HEADINGS + ROW + ROW).getBytes(Charset.forName("windows-1252"))),
						send(bulk, business, BulkFormat.CSV, manyRows(500_000)),
						send(bulk, business, BulkFormat.XLSX, formattedRows(100_000)));

				sent.forEach((file, faults) -> {
					BulkFile rejected = ended(bulk, small, file);
					assertThat(Objects.requireNonNull(rejected.rejection()).code()).as("%s", rejected).isIn(faults);
				});
				assertThat(valid).extracting((file) -> ended(bulk, small, file))
					.allSatisfy(
							(file) -> assertThat(file.status()).as("%s", file).isEqualTo(BulkStatus.AWAITING_RELEASE))
					.extracting((file) -> file.rows().valid())
					.containsExactly(1, 1, 500_000, 100_000);
				assertThat(small.isAlive()).isTrue();
			}
			finally {
				small.destroyForcibly();
				small.onExit().join();
			}
		}
	}

	private static List<Hostile> hostileFiles() {
		List<Hostile> files = new ArrayList<>();
		Map<String, byte[]> bomb = Written.workbook("<row><c><v>1</v></c></row>");
		bomb.put("xl/media/image1.png", new byte[100 * 1024 * 1024]);
		files.add(new Hostile(BulkFormat.XLSX, Written.zip(bomb), "TOO_LARGE_UNPACKED"));
		files.add(withTexts("<si><t>" + "x".repeat(1_000) + "</t></si>", 55_000, "TOO_LARGE_UNPACKED"));
		files.add(withTexts("<si/>", 13_000_000, "TOO_LARGE_UNPACKED"));
		files.add(withTexts("<t>" + "x".repeat(1_000) + "</t>", 55_000, "CELL_TOO_LONG", "TOO_LARGE_UNPACKED"));
		files.add(oneTextInEveryCell("x"));
		files.add(oneTextInEveryCell("\u3000"));
		Map<String, byte[]> whole = Written.workbook("<row><c><v>1</v></c></row>".repeat(5_000));
		byte[] zip = Written.zip(whole);
		files.add(new Hostile(BulkFormat.XLSX, Arrays.copyOf(zip, zip.length / 2), "TRUNCATED", "WRONG_CONTENT"));
		files.add(sheet("<worksheet>" + "<a>".repeat(5_000_000), "MALFORMED_XML"));
		files.add(sheet("<worksheet a=\"" + "x".repeat(10_000_000) + "\"/>", "CELL_TOO_LONG"));
		files.add(
				sheet("<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]><worksheet>&b;",
						"FORBIDDEN_XML"));
		files.add(new Hostile(BulkFormat.PAIN001, Written.utf8(MESSAGE + "<a>".repeat(5_000_000)), "MALFORMED_XML"));
		files.add(new Hostile(BulkFormat.PAIN001, Written.utf8(MESSAGE + "x".repeat(10_000_000)), "CELL_TOO_LONG"));
		files.add(new Hostile(BulkFormat.CSV, Written.utf8(HEADINGS + "x".repeat(10_000_000)), "CELL_TOO_LONG"));
		files.add(new Hostile(BulkFormat.CSV, Written.utf8("a,".repeat(10_000)), "TOO_MANY_COLUMNS"));
		byte[] mixed = (HEADINGS + ROW + "Ren\u00e8,").getBytes(StandardCharsets.UTF_8);
		mixed[mixed.length - 3] = (byte) 0xe8;
		files.add(new Hostile(BulkFormat.CSV, mixed, "MIXED_ENCODING"));
		return files;
	}

	/** A workbook with a huge table of shared strings. */
	private static Hostile withTexts(String text, int times, String... faults) {
		Map<String, byte[]> parts = Written.workbook("<row><c t=\"s\"><v>0</v></c></row>");
		String inside = text.startsWith("<t>") ? "<sst><si>" : "<sst>";
		parts.put("xl/sharedStrings.xml", Written.utf8(inside + text.repeat(times)));
		return new Hostile(BulkFormat.XLSX, Written.zip(parts), faults);
	}

	/** A few kilobytes that expand to gigabytes of rows. */
	private static Hostile oneTextInEveryCell(String character) {
		Map<String, byte[]> parts = Written
			.workbook("<row><c t=\"str\"><v>VPA</v></c><c t=\"str\"><v>Amount</v></c><c t=\"str\"><v>Rail</v></c></row>"
					+ "<row><c t=\"s\"><v>0</v></c><c t=\"s\"><v>0</v></c></row>".repeat(500_000));
		parts.put("xl/sharedStrings.xml", Written.utf8("<sst><si><t>" + character.repeat(32_000) + "</t></si></sst>"));
		return new Hostile(BulkFormat.XLSX, Written.zip(parts), "TOO_LARGE_UNPACKED");
	}

	private static Hostile sheet(String xml, String... faults) {
		Map<String, byte[]> parts = Written.workbook("");
		parts.put("xl/worksheets/sheet1.xml", Written.utf8(xml));
		return new Hostile(BulkFormat.XLSX, Written.zip(parts), faults);
	}

	private static byte[] manyRows(int rows) {
		StringBuilder csv = new StringBuilder(HEADINGS);
		for (int i = 1; i <= rows; i++) {
			csv.append("Ramesh Kumar,9876543210,")
				.append(500_000_000_000L + i % 1_000)
				.append(",HDFC0000001,1.50,IMPS,M-")
				.append(i)
				.append('\n');
		}
		return csv.toString().getBytes(StandardCharsets.UTF_8);
	}

	/** A workbook with formats and formulas. */
	private static byte[] formattedRows(int rows) {
		StringBuilder sheet = new StringBuilder("<row>");
		for (String heading : HEADINGS.strip().split(",")) {
			sheet.append("<c t=\"str\"><v>").append(heading).append("</v></c>");
		}
		sheet.append("</row>");
		for (int i = 1; i <= rows; i++) {
			sheet.append("<row><c t=\"str\"><v>Ramesh Kumar</v></c><c><v>9876543210</v></c><c s=\"1\"><v>")
				.append(i)
				.append("</v></c><c t=\"str\"><v>HDFC0000001</v></c><c s=\"2\"><f>1.5</f><v>1.5</v></c><c t=\"str\"><v>I</v></c><c s=\"3\"><v>")
				.append(i)
				.append("</v></c></row>");
		}
		Map<String, byte[]> parts = Written.workbook(sheet.toString());
		parts.put("xl/styles.xml", Written.utf8("""
				<styleSheet><numFmts><numFmt numFmtId="170" formatCode="000000000000"/>\
				<numFmt numFmtId="171" formatCode="&quot;X-&quot;0"/></numFmts>\
				<cellXfs><xf/><xf numFmtId="170"/><xf numFmtId="4"/><xf numFmtId="171"/></cellXfs></styleSheet>"""));
		return Written.zip(parts);
	}

	private static BulkFile send(BulkOnDatabase bulk, TestBusiness business, BulkFormat format, byte[] content) {
		return bulk.upload(business, format, content, ReleaseMode.VALID_ROWS, null, null);
	}

	/** Waits until the file is loaded or rejected; fails if the process exits. */
	private static BulkFile ended(BulkOnDatabase bulk, Process small, BulkFile file) {
		await().atMost(TIMEOUT).until(() -> {
			if (!small.isAlive()) {
				throw new AssertionError("batch-jobs exited with " + small.exitValue() + " at " + bulk.now(file));
			}
			return bulk.now(file).status() != BulkStatus.LOADING;
		});
		return bulk.now(file);
	}

	private static Process start(BulkOnDatabase bulk, Path directory) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), HEAP, "-XX:+UseSerialGC",
						"-XX:+ExitOnOutOfMemoryError", "-cp", System.getProperty("java.class.path"),
						BatchJobsApplication.class.getName()));
		command.addAll(bulk.arguments());
		File log = directory.resolve("small.log").toFile();
		return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
	}

	/**
	 * A file and the faults for which it may be rejected.
	 */
	@SuppressWarnings("ArrayRecordComponent")
	private record Hostile(BulkFormat format, byte[] content, String... faults) {
	}

}
