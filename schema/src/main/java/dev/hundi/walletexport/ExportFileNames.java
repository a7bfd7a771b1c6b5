package dev.hundi.walletexport;

import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;

import dev.hundi.list.Window;
import dev.hundi.time.India;

/**
 * Download names: {@code wallet-<businessCode>-<from>-<to>.<ext>}, the first and the last
 * day of the window in Asia/Kolkata, the last at most that of the request and never
 * before the first (docs/api-decisions.md, "Wallet").
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
		// The end is exclusive: a window up to midnight ends on the day before.
		// Nothing is later than the request.
		Instant to = (until != null && until.isBefore(asked)) ? until.minusNanos(1) : asked;
		if (since != null) {
			return name(businessCode, since, to.isBefore(since) ? since : to, format);
		}
		return name(businessCode, opened.isAfter(to) ? to : opened, to, format);
	}

	private static String name(String businessCode, Instant from, Instant to, ExportFormat format) {
		return "wallet-" + businessCode + "-" + day(from) + "-" + day(to) + "." + format.extension();
	}

	private static String day(Instant instant) {
		LocalDate day = India.dateOf(instant);
		LocalDate shown = day.isAfter(LAST) ? LAST : (day.isBefore(FIRST) ? FIRST : day);
		return DateTimeFormatter.BASIC_ISO_DATE.format(shown);
	}

}
