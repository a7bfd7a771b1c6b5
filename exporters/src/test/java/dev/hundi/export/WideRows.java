package dev.hundi.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Writes a file of the largest size of a wallet export: 50,000 rows of 17 columns, five
 * of them with distinct texts.
 */
final class WideRows {

	private static final int ROWS = 50_000;

	private WideRows() {
	}

	public static void main(String[] args) throws IOException {
		FileFormat format = FileFormat.valueOf(args[0]);
		try (OutputStream out = Files.newOutputStream(Path.of(args[1]));
				Table<Sample> table = Table.start(format, Sample.STATEMENT, columns(), out)) {
			IntStream.range(0, ROWS).mapToObj(Sample::of).forEach(table::add);
		}
	}

	private static List<Column<Sample>> columns() {
		List<Column<Sample>> columns = new ArrayList<>(Sample.COLUMNS);
		for (int i = 0; i < 6; i++) {
			columns.add(new Column.Rupees<>("Amount " + i, Sample::paise));
		}
		for (int i = 0; i < 4; i++) {
			long high = i;
			columns.add(new Column.Text<>("Id " + i, (row) -> new UUID(high, row.number()).toString()));
		}
		for (int i = 0; i < 3; i++) {
			columns.add(new Column.Text<>("Type " + i, (row) -> "PAYOUT_DEBIT"));
		}
		return columns;
	}

}
