package dev.hundi.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A row with a cell of each kind, with texts that have broken files before.
 */
record Sample(long number, @Nullable String text, long paise, @Nullable Instant instant) {

	static final Instant NOON = Instant.parse("2026-11-21T06:30:00.123Z");

	static final List<Column<Sample>> COLUMNS = List.of(new Column.WholeNumber<>("Number", Sample::number),
			new Column.Text<>("Narration", Sample::text), new Column.Rupees<>("Amount", Sample::paise),
			new Column.Moment<>("Created at", Sample::instant));

	static final ReportHeader STATEMENT = new ReportHeader("Wallet statement",
			List.of(new Fact.Text("Business", "Asha Traders & Sons आशा ट्रेडर्स சென்னை"),
					new Fact.Text("Business code", "BIZ7K2M9QXA"), new Fact.Text("Period", "1 to 21 November 2026"),
					new Fact.Text("Search", "salary <b>"), new Fact.Moment("Generated at", NOON),
					new Fact.Rupees("Opening balance", 1_23_45_678_90L), new Fact.Rupees("Closing balance", -5),
					new Fact.WholeNumber("Rows", 50_000)));

	static final List<String> HOSTILE = List.of("=HYPERLINK(\"http://x\",\"y\")", "+91 98", "-5", "@SUM(A1)", "\ttab",
			"\rreturn", "=", "'quoted", "'=quoted", "a=b", "\"", "a,b;c", "line\nbreak", "line\r\nbreak",
			"शिक्षा श्रीमती द्वितीय ₹ १२३", "சென்னை ஸ்ரீ கொடுக்கும்", "বাংলা ক্ষেত্র", "محمد علی",
			"Paid to محمد علی for 123 goods", "שלום עולם", "👩‍👩‍👧 family 🎉", "nul\u0000 bell\u0007 escape\u001B x",
			"turned \u202Egnp.exe", "half \uD800 pair", "e\u0301 n\u0303", "中文", "ＡＢＣ １２３ ｶﾅ", "𓀀",
			"\\ ( ) [ ] < > % /", " leading and trailing ", "x".repeat(10_000), "word ".repeat(2_000).strip(),
			"श्री ".repeat(2_000).strip(), "क".repeat(3_000), "", " ");

	static Sample of(int number) {
		return new Sample(number, "Payout " + number + " to Asha Traders", 100_00L * number + 7,
				NOON.plusMillis(number));
	}

	static Stream<Sample> hostile() {
		return IntStream.range(0, HOSTILE.size())
			.mapToObj((i) -> new Sample(i, HOSTILE.get(i), i * 123_456_789L - 50, NOON.plusMillis(i)));
	}

	static Path write(FileFormat format, Path directory, Stream<Sample> rows) throws IOException {
		Path file = directory.resolve("sample." + format.extension());
		try (OutputStream out = Files.newOutputStream(file);
				Table<Sample> table = Table.start(format, STATEMENT, COLUMNS, out)) {
			rows.forEach(table::add);
		}
		return file;
	}

}
