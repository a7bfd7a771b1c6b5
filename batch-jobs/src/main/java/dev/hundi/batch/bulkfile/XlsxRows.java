package dev.hundi.batch.bulkfile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hundi.batch.bulkfile.RawRow.CellNote;
import dev.hundi.batch.bulkfile.Workbook.Sheet;
import dev.hundi.bulk.BulkColumn;
import dev.hundi.xml.MalformedXmlException;
import org.jspecify.annotations.Nullable;

/**
 * The payouts of a workbook (ECMA-376): the rows of its only sheet that is shown and has
 * headings of payouts. Reads as a stream: first all parts but the sheets, then the sheet.
 * Formulas are not evaluated; their stored results are taken.
 */
final class XlsxRows implements RowSource {

	private static final int OLE2 = 0xd0cf11e0;

	private static final int ZIP = 0x504b0304;

	private final FileChannel file;

	private final SheetRows sheet;

	private final Deque<RawRow> following = new ArrayDeque<>();

	private final List<String> headings;

	private final Set<Integer> payoutColumns = new HashSet<>();

	private XlsxRows(FileChannel file, SheetRows sheet) throws IOException {
		this.file = file;
		this.sheet = sheet;
		this.headings = HeadingRow.find(sheet::next, this.following).cells();
		for (int i = 0; i < this.headings.size(); i++) {
			if (BulkColumn.ofHeading(this.headings.get(i)).isPresent()) {
				this.payoutColumns.add(i);
				requireShown(i);
			}
		}
	}

	static XlsxRows open(FileChannel file) throws IOException {
		requireWorkbook(file);
		try {
			Workbook workbook = Workbook.read(file);
			List<Sheet> shown = workbook.shown();
			String part = ((shown.size() > 1) ? withPayouts(file, workbook, shown) : shown.getFirst()).part();
			Unzip zip = new Unzip(file);
			for (String name = zip.next(); name != null; name = zip.next()) {
				if (name.toLowerCase(Locale.ROOT).equals(part)) {
					return new XlsxRows(file, new SheetRows(zip.content(), workbook));
				}
			}
		}
		catch (MalformedXmlException ex) {
			throw UntrustedXml.refusal(ex);
		}
		throw new RefusedFileException(FileFault.WRONG_CONTENT, "The file is not a workbook: it has no sheet");
	}

	/** Whether the file is a workbook of a spreadsheet, of any kind. */
	static boolean isWorkbook(FileChannel file) throws IOException {
		int magic = magic(file);
		return magic == OLE2 || magic == ZIP;
	}

	@Override
	public List<String> headings() {
		return this.headings;
	}

	@Override
	public @Nullable RawRow next() throws IOException {
		try {
			RawRow row = this.following.isEmpty() ? this.sheet.next() : this.following.remove();
			return (row != null) ? underHeadings(row) : null;
		}
		catch (MalformedXmlException ex) {
			throw UntrustedXml.refusal(ex);
		}
	}

	@Override
	public void close() throws IOException {
		this.file.close();
	}

	/** A spreadsheet stores no cells after the last one with a value. */
	private RawRow underHeadings(RawRow row) {
		List<String> cells = new ArrayList<>(row.cells());
		while (cells.size() < this.headings.size()) {
			cells.add("");
		}
		Map<Integer, CellNote> notes = new HashMap<>(row.notes());
		notes.keySet().retainAll(this.payoutColumns);
		return new RawRow(cells, notes, row.hiddenRow());
	}

	private void requireShown(int column) {
		if (this.sheet.isHidden(column)) {
			throw new RefusedFileException(FileFault.HIDDEN_COLUMN,
					"The column %s is hidden; show it, or delete it".formatted(this.headings.get(column)));
		}
	}

	/**
	 * The only sheet with headings of payouts and rows below them, else the first.
	 * @throws RefusedFileException if several sheets have payouts
	 */
	private static Sheet withPayouts(FileChannel file, Workbook workbook, List<Sheet> shown) throws IOException {
		Set<String> parts = new HashSet<>();
		Unzip zip = new Unzip(file);
		for (String name = zip.next(); name != null; name = zip.next()) {
			String part = name.toLowerCase(Locale.ROOT);
			if (shown.stream().anyMatch((sheet) -> sheet.part().equals(part))
					&& hasPayouts(new SheetRows(zip.content(), workbook))) {
				parts.add(part);
			}
		}
		List<Sheet> found = shown.stream().filter((sheet) -> parts.contains(sheet.part())).toList();
		if (found.size() > 1) {
			throw new RefusedFileException(FileFault.SECOND_SHEET,
					"%d sheets have payouts: %s; upload each as a file of its own".formatted(found.size(),
							found.stream().map(Sheet::name).collect(Collectors.joining(", "))));
		}
		return found.isEmpty() ? shown.getFirst() : found.getFirst();
	}

	private static boolean hasPayouts(SheetRows rows) throws IOException {
		for (int read = 0; read < HeadingRow.SEARCHED; read++) {
			RawRow row = rows.next();
			if (row == null) {
				return false;
			}
			if (HeadingRow.matches(row.cells())) {
				return rows.next() != null;
			}
		}
		return false;
	}

	private static void requireWorkbook(FileChannel file) throws IOException {
		int magic = magic(file);
		if (magic == OLE2) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT,
					"The file is an .xls workbook or protected by a password; save it as .xlsx without a password");
		}
		if (magic != ZIP) {
			throw new RefusedFileException(FileFault.WRONG_CONTENT, "The file is not an .xlsx workbook");
		}
	}

	/** The first four bytes, or 0. */
	private static int magic(FileChannel file) throws IOException {
		ByteBuffer head = ByteBuffer.allocate(Integer.BYTES);
		file.position(0);
		return (file.read(head) == Integer.BYTES) ? head.getInt(0) : 0;
	}

}
