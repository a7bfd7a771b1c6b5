package dev.hundi.batch.statement.intake;

import java.util.List;

import dev.hundi.batch.statement.common.NarrationPattern;
import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.csv.CsvProfile;
import org.jspecify.annotations.Nullable;

/**
 * How to read the statements of one bank: {@code hundi.statement.profiles.<name>.*}.
 *
 * @param csv columns of its CSV, or null if it sends none
 * @param narrations patterns of its narrations, each for the fields that are still empty;
 * the patterns of all banks follow. Null reads no narrations
 */
record StatementProfile(@Nullable CsvProfile csv, @Nullable List<NarrationPattern> narrations) {

	/** The profile of an unknown bank. */
	static final StatementProfile NONE = new StatementProfile(null, null);

	StatementProfile {
		if (narrations != null) {
			narrations = List.copyOf(narrations);
		}
		else if (csv != null) {
			narrations = List.of();
		}
	}

	Narrations rules() {
		return new Narrations(this.narrations);
	}

}
