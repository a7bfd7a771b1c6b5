package dev.hundi.api.export;

import java.time.Duration;

import dev.hundi.walletexport.ExportLimits;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Limits of exports: {@code hundi.export.*}.
 *
 * @param waitAtMost how long a request waits for its file before it answers 503
 * @param perBusiness maximum number of open exports per business
 * @param total maximum number of open exports
 * @param totalXls maximum number of open workbooks, which are built in memory
 */
public record ExportLimitSettings(@DefaultValue("20s") Duration waitAtMost,
		@DefaultValue("" + ExportLimits.PER_BUSINESS) int perBusiness, @DefaultValue("" + ExportLimits.TOTAL) int total,
		@DefaultValue("" + ExportLimits.TOTAL_XLS) int totalXls) {

	public ExportLimitSettings {
		if (waitAtMost.isNegative() || waitAtMost.compareTo(Duration.ofMinutes(5)) > 0) {
			throw new IllegalArgumentException("hundi.export.wait-at-most must be from 0 to 5 minutes");
		}
		if (perBusiness < 1 || total < 1 || totalXls < 1) {
			throw new IllegalArgumentException("hundi.export.per-business, total and total-xls must be 1 or more");
		}
	}

	ExportLimits limits() {
		return new ExportLimits(this.perBusiness, this.total, this.totalXls);
	}

}
