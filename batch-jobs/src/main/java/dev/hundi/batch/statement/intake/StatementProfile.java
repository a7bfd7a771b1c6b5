package dev.hundi.batch.statement.intake;

import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;

import dev.hundi.batch.statement.common.NarrationPattern;
import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.csv.CsvProfile;
import dev.hundi.statement.ProfileColumn;
import dev.hundi.statement.ProfileContent;
import org.jspecify.annotations.Nullable;

/**
 * How to read the statements of one bank.
 *
 * @param csv columns of its CSV, or null if it sends none
 * @param rules patterns of its narrations
 */
record StatementProfile(@Nullable CsvProfile csv, Narrations rules) {

	/** The profile of an unknown bank. */
	static final StatementProfile NONE = new StatementProfile(null, Narrations.NONE);

	static StatementProfile of(ProfileContent content) {
		List<NarrationPattern> patterns = content.narrations()
			.stream()
			.map((one) -> new NarrationPattern(one.compiled(), one.direction(), one.kind(), one.rail()))
			.toList();
		ProfileContent.Csv csv = content.csv();
		return new StatementProfile((csv != null) ? of(csv) : null, new Narrations(patterns));
	}

	private static CsvProfile of(ProfileContent.Csv csv) {
		Map<ProfileColumn, String> columns = csv.columns();
		return new CsvProfile(new CsvProfile.Columns(String.valueOf(columns.get(ProfileColumn.BOOKED_ON)),
				columns.get(ProfileColumn.VALUE_ON), columns.get(ProfileColumn.NARRATION),
				columns.get(ProfileColumn.DEBIT), columns.get(ProfileColumn.CREDIT), columns.get(ProfileColumn.AMOUNT),
				columns.get(ProfileColumn.DIRECTION), String.valueOf(columns.get(ProfileColumn.BALANCE)),
				columns.get(ProfileColumn.UTR), columns.get(ProfileColumn.REFERENCE),
				columns.get(ProfileColumn.BANK_REFERENCE), columns.get(ProfileColumn.VIRTUAL_ACCOUNT)),
				csv.dateFormat(), csv.delimiter().charAt(0), Charset.forName(csv.charset()), csv.decimal().charAt(0),
				csv.grouping().charAt(0), csv.debitTerms(), csv.creditTerms(), csv.newestFirst());
	}

}
