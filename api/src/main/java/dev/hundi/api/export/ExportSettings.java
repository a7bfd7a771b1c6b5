package dev.hundi.api.export;

import java.time.Duration;

import dev.hundi.walletexport.ExportLimits;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long a request waits for its file, and how many may be on their way:
 * {@code hundi.export.*}.
 *
 * @param waitAtMost after it, the caller is told to come again
 * @param perBusiness exports of one business that may be on their way at once
 * @param total exports of all businesses that may be on their way at once
 * @param totalXls of these, workbooks, which are put together in memory
 */
public record ExportSettings(@DefaultValue("20s") Duration waitAtMost, @DefaultValue("3") int perBusiness,
		@DefaultValue("64") int total, @DefaultValue("8") int totalXls) {

	public ExportSettings {
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
