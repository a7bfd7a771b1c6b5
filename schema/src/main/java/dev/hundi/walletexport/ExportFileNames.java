package dev.hundi.walletexport;

import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

import dev.hundi.list.Window;
import dev.hundi.time.India;

/**
 * Download names: {@code wallet-<businessCode>-<from>-<to>.<ext>}, the first and the last
 * day of the window in Asia/Kolkata (docs/api-decisions.md, "Wallet").
 */
final class ExportFileNames {

	/** Years with more than four digits would break the format. */
	private static final LocalDate LAST = LocalDate.of(9999, 12, 31);

	private static final LocalDate FIRST = LocalDate.of(1, 1, 1);

	private ExportFileNames() {
	}

	/**
	 * The name of a file.
	 * @param opened when the wallet was opened: the start of a window without one
	 * @param asked when the export was requested: the end of a window without one
	 */
	static String of(String businessCode, ExportFormat format, Window window, Instant opened, Instant asked) {
		Instant since = window.since();
		Instant until = window.until();
		Instant from = (since != null) ? since : opened;
		// The end is exclusive: a window up to midnight ends on the day before.
		Instant to = (until != null) ? until.minusNanos(1) : asked;
		return "wallet-" + businessCode + "-" + day(from) + "-" + day(to) + "." + format.extension();
	}

	private static String day(Instant instant) {
		LocalDate day = India.dateOf(instant);
		LocalDate shown = day.isAfter(LAST) ? LAST : (day.isBefore(FIRST) ? FIRST : day);
		return DateTimeFormatter.BASIC_ISO_DATE.format(shown);
	}

}
