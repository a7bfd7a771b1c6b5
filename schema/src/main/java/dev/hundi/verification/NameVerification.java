package dev.hundi.verification;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;

import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

/**
 * A name verification and its result.
 *
 * @param name as the business gave it
 * @param outcome null while a bank is asked
 */
public record NameVerification(UUID verificationId, String name, @Nullable Outcome outcome) {

	/** Columns that {@link #read} needs. */
	static final String COLUMNS = "verification_id, name, result, score, name_at_bank, checked_at";

	/**
	 * What the verification found.
	 *
	 * @param score similarity of the names, 0 to 100; null if unavailable
	 * @param nameAtBank null if no bank reported one
	 * @param checkedAt UTC
	 */
	public record Outcome(VerificationResult result, @Nullable Integer score, @Nullable String nameAtBank,
			Instant checkedAt) {
	}

	static NameVerification read(ResultSet row, int number) throws SQLException {
		String result = row.getString("result");
		return new NameVerification(row.getObject("verification_id", UUID.class), row.getString("name"),
				(result != null)
						? new Outcome(VerificationResult.valueOf(result), row.getObject("score", Integer.class),
								row.getString("name_at_bank"), Timestamps.instant(row, "checked_at"))
						: null);
	}

}
