package dev.hundi.beneficiary;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

import dev.hundi.time.Timestamps;

/**
 * Reads the columns of a whole beneficiary.
 */
final class BeneficiaryRows {

	/** Columns of a beneficiary {@code b}. */
	static final String COLUMNS = """
			b.business_id, b.beneficiary_id, b.beneficiary_code, b.name, b.email, b.phone_number, b.account_number, b.ifsc,
			b.vpa, b.status, b.created_at, b.updated_at
			""";

	private BeneficiaryRows() {
	}

	static Beneficiary beneficiary(ResultSet row) throws SQLException {
		return new Beneficiary(row.getObject("business_id", UUID.class), row.getObject("beneficiary_id", UUID.class),
				row.getString("beneficiary_code"), row.getString("name"), row.getString("email"),
				row.getString("phone_number"), row.getString("account_number"), row.getString("ifsc"),
				row.getString("vpa"), BeneficiaryStatus.stored(row.getInt("status")),
				Timestamps.instant(row, "created_at"), Timestamps.instant(row, "updated_at"));
	}

}
