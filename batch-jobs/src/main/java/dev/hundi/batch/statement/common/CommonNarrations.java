package dev.hundi.batch.statement.common;

import java.util.List;
import java.util.regex.Pattern;

import dev.hundi.payout.Rail;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import org.jspecify.annotations.Nullable;

/**
 * Terms and reference forms that all Indian banks use in narrations.
 */
final class CommonNarrations {

	static final List<NarrationPattern> PATTERNS = List.of(
			kind("\\b(CGST|SGST|IGST|GST)\\b", Direction.DEBIT, LineKind.GST),
			kind("\\b(CHARGES?|CHRGS?|CHGS?|FEES?|COMMISSION)\\b", Direction.DEBIT, LineKind.CHARGE),
			kind("\\b(RETURN|RETURNED|RTN)\\b", Direction.CREDIT, LineKind.RETURN),
			kind("\\b(REV|REVERSAL)\\b", null, LineKind.REVERSAL),
			rail("\\b(?<utr>[A-Z]{4}R[A-Z0-9]\\d{16})\\b", Rail.RTGS),
			rail("\\b(?<utr>[A-Z]{4}N\\d{11}|[A-Z]{4}N\\d{17}|N\\d{15})\\b", Rail.NEFT),
			rail("\\b(UPI|IMPS|MMT)\\b.*?(?<!\\d)(?<utr>\\d{12})(?!\\d)", null), rail("\\bUPI\\b", Rail.UPI),
			rail("\\b(IMPS|MMT)\\b", Rail.IMPS), rail("\\bRTGS\\b", Rail.RTGS), rail("\\bNEFT\\b", Rail.NEFT),
			rail("\\bUPI\\b.*?(?<account>[A-Z0-9][A-Z0-9._]{1,254}@[A-Z][A-Z0-9]{1,63})", null));

	private CommonNarrations() {
	}

	private static NarrationPattern kind(String pattern, @Nullable Direction direction, LineKind kind) {
		return new NarrationPattern(compiled(pattern), direction, kind, null);
	}

	private static NarrationPattern rail(String pattern, @Nullable Rail rail) {
		return new NarrationPattern(compiled(pattern), null, null, rail);
	}

	private static Pattern compiled(String pattern) {
		return Pattern.compile(pattern, Pattern.CASE_INSENSITIVE);
	}

}
