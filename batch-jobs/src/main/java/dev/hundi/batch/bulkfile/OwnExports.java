package dev.hundi.batch.bulkfile;

import java.util.regex.Pattern;

/**
 * Reads back what our own exports write, such as the failed rows of a file that a
 * merchant corrects and uploads again.
 */
final class OwnExports {

	/** A formula after the quote with which exports neutralise it. */
	private static final Pattern NEUTRALISED = Pattern.compile("'+[=+\\-@\t\r].*", Pattern.DOTALL);

	private OwnExports() {
	}

	/**
	 * The text of a cell before an export neutralised it. Each export adds one quote, so
	 * exactly one is removed.
	 */
	static String original(String cell) {
		return (!cell.isEmpty() && cell.charAt(0) == '\'' && NEUTRALISED.matcher(cell).matches()) ? cell.substring(1)
				: cell;
	}

}
