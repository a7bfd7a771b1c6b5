package dev.hundi.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hundi.money.Rupees;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reads documents back with the poppler programs.
 */
class PdfTableTests {

	private final Path directory;

	PdfTableTests(@TempDir Path directory) {
		this.directory = directory;
	}

	@Test
	void showsTheHeaderAboveTheTable() throws IOException, InterruptedException {
		String text = pdfText(Stream.of(Sample.of(1)));
		assertThat(text).contains("Wallet statement", "BIZ7K2M9QXA", "1 to 21 November 2026", "salary <b>",
				"2026-11-21 12:00:00.123 IST", "₹ 1,23,45,678.90", "₹ -0.05", "Page 1 of 1");
		assertThat(lines(text)).containsSubsequence("Number Narration Amount (₹) Created at (IST)",
				"1 Payout 1 to Asha Traders 100.07 2026-11-21 12:00:00");
	}

	@Test
	void showsALongFactToItsEndOrMarksThatItIsCut() throws IOException, InterruptedException {
		Path file = this.directory.resolve("facts.pdf");
		String address = "WARANGAL ".repeat(32) + "PIN 506002";
		ReportHeader header = new ReportHeader("Wallet statement", List.of(new Fact.Text("Registered address", address),
				new Fact.Text("Search", "word ".repeat(400) + "last")));
		try (OutputStream out = Files.newOutputStream(file);
				Table<Sample> table = Table.start(FileFormat.PDF, header, Sample.COLUMNS, out)) {
			table.add(Sample.of(1));
		}
		String text = OtherProgram.pdfText(file);
		assertThat(text).contains("506002", "word", "\u2026").doesNotContain("last");
	}

	@Test
	void printsNamesInIndianScriptsWithEmbeddedFonts() throws IOException, InterruptedException {
		Path file = Sample.write(FileFormat.PDF, this.directory, Sample.hostile());
		assertThat(OtherProgram.pdfText(file)).contains("आशा ट्रेडर्स சென்னை", "शिक्षा श्रीमती द्वितीय ₹ १२३",
				"சென்னை ஸ்ரீ கொடுக்கும்", "বাংলা ক্ষেত্র");
		List<String> fonts = OtherProgram.pdfFonts(file).lines().skip(2).toList();
		assertThat(fonts).anyMatch((font) -> font.contains("NotoSansDevanagari"))
			.anyMatch((font) -> font.contains("NotoSansTamil"))
			.allMatch((font) -> font.contains("yes yes yes"));
	}

	@Test
	void showsHostileTextReadably() throws IOException, InterruptedException {
		String text = pdfText(Sample.hostile()).replaceAll("\\s+", " ");
		assertThat(text).contains("=HYPERLINK(\"http://x\",\"y\")", "+91 98", "@SUM(A1)", "\\ ( ) [ ] < > % /",
				"nul\uFFFD bell\uFFFD escape\uFFFD x", "turned \uFFFDgnp.exe", "half \uFFFD pair", "family",
				"for 123 goods");
		assertThat(text.chars().filter((c) -> c == 'x').count()).isGreaterThanOrEqualTo(10_000);
		assertThat(text.chars().filter((c) -> c == 'क').count()).isGreaterThanOrEqualTo(3_000);
	}

	@Test
	void repeatsTheHeadAndNumberOnEveryPage() throws IOException, InterruptedException {
		int rows = 50_000;
		Path file = Sample.write(FileFormat.PDF, this.directory, IntStream.range(0, rows).mapToObj(Sample::of));
		String[] pages = OtherProgram.pdfText(file).split("\f");
		assertThat(OtherProgram.pdfInfo(file)).containsPattern("Pages: +" + pages.length + "\n");
		int next = 0;
		for (int page = 0; page < pages.length; page++) {
			List<String> lines = lines(pages[page]);
			assertThat(lines).contains("Number Narration Amount (₹) Created at (IST)",
					"Page " + (page + 1) + " of " + pages.length);
			for (String line : lines) {
				if (line.contains(" Payout ") || line.startsWith("Payout ")) {
					assertThat(line).contains("Payout " + next + " to Asha Traders")
						.contains(Rupees.formatGrouped(Sample.of(next).paise()));
					next++;
				}
			}
		}
		assertThat(next).isEqualTo(rows);
	}

	@Test
	void neverBreaksAnIdentifier() throws IOException, InterruptedException {
		String widest = "TXN20261121" + "W".repeat(10);
		List<Column<Sample>> columns = new ArrayList<>(Sample.COLUMNS);
		for (int i = 0; i < 12; i++) {
			columns.add(new Column.Identifier<>("Id " + i, (row) -> (row.number() < 250) ? "" : widest,
					"TXN2026112111111"));
		}
		Path file = this.directory.resolve("ids.pdf");
		try (Table<Sample> table = Table.start(FileFormat.PDF, Sample.STATEMENT, columns,
				Files.newOutputStream(file))) {
			IntStream.range(0, 260).mapToObj(Sample::of).forEach(table::add);
		}
		assertThat(OtherProgram.pdfText(file).split(widest, -1)).hasSize(1 + 12 * 10);
	}

	@Test
	void showsEmojiAndFullWidthCharactersWithEmbeddedFonts() throws IOException, InterruptedException {
		Path file = Sample.write(FileFormat.PDF, this.directory, Sample.hostile());
		assertThat(OtherProgram.pdfText(file)).contains("🎉", "中文", "ＡＢＣ １２３ ｶﾅ");
		assertThat(OtherProgram.pdfFonts(file)).contains("Symbola", "DroidSansFallback");
	}

	@Test
	void showsANoteUnderTheRows() throws IOException, InterruptedException {
		Path file = this.directory.resolve("note.pdf");
		try (Table<Sample> table = Table.start(FileFormat.PDF, Sample.STATEMENT, Sample.COLUMNS,
				Files.newOutputStream(file))) {
			table.add(Sample.of(1));
			table.addNote("The oldest 1 of 2");
		}
		assertThat(lines(OtherProgram.pdfText(file))).containsSubsequence(
				"1 Payout 1 to Asha Traders 100.07 2026-11-21 12:00:00", "The oldest 1 of 2", "Page 1 of 1");
	}

	@Test
	void statesThatThereAreNoRows() throws IOException, InterruptedException {
		assertThat(lines(pdfText(Stream.empty()))).containsSubsequence("Number Narration Amount (₹) Created at (IST)",
				"No rows", "Page 1 of 1");
	}

	@ParameterizedTest
	@ValueSource(longs = { Long.MAX_VALUE, Long.MIN_VALUE })
	void printsTheLargestAmountsExactly(long paise) throws IOException, InterruptedException {
		assertThat(pdfText(Stream.of(new Sample(paise, null, paise, null)))).contains(Rupees.formatGrouped(paise),
				Long.toString(paise));
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 30, 256 })
	void fitsAnyNumberOfColumns(int count) throws IOException, InterruptedException {
		Path file = this.directory.resolve("columns.pdf");
		List<Column<Sample>> columns = IntStream.range(0, count)
			.<Column<Sample>>mapToObj((i) -> new Column.Text<>("C" + i, Sample::text))
			.toList();
		try (Table<Sample> table = Table.start(FileFormat.PDF, Sample.STATEMENT, columns,
				Files.newOutputStream(file))) {
			table.add(Sample.of(1));
		}
		assertThat(OtherProgram.pdfInfo(file)).contains("Pages:");
		assertThat(OtherProgram.pdfText(file)).contains("Wallet statement");
	}

	@Test
	void isMarkedWithItsTitleAndLanguage() throws IOException, InterruptedException {
		String info = OtherProgram.pdfInfo(Sample.write(FileFormat.PDF, this.directory, Stream.empty()));
		assertThat(info).containsPattern("Title: +Wallet statement\n").containsPattern("PDF version: +1.7\n");
	}

	private String pdfText(Stream<Sample> rows) throws IOException, InterruptedException {
		return OtherProgram.pdfText(Sample.write(FileFormat.PDF, this.directory, rows));
	}

	private static List<String> lines(String page) {
		return page.lines()
			.map((line) -> line.strip().replaceAll(" +", " "))
			.filter((line) -> !line.isEmpty())
			.toList();
	}

}
