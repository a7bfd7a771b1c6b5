package dev.hundi.batch.bulkfile;

import java.util.regex.Pattern;

/**
 * Reads back what our own exports write, such as the failed rows of a file that a
 * merchant corrects and uploads again.
 */
final class OwnExports {

	/** A formula after the quote with which exports to csv neutralise it. */
	private static final Pattern NEUTRALISED = Pattern.compile("'+[=+\\-@\t\r].*", Pattern.DOTALL);

	private OwnExports() {
	}

	/**
	 * The text of a cell before an export to csv neutralised it. Each adds one quote, so
	 * exactly one is removed, also from a workbook as which a spreadsheet saved the csv.
	 */
	static String original(String cell) {
		return (!cell.isEmpty() && cell.charAt(0) == '\'' && NEUTRALISED.matcher(cell).matches()) ? cell.substring(1)
				: cell;
	}

}
