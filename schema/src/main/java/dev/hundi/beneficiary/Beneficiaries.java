package dev.hundi.beneficiary;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.beneficiary.Creation.Created;
import dev.hundi.beneficiary.Creation.Duplicate;
import dev.hundi.payout.PublicCode;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The beneficiaries of every business; each sees its own alone.
 */
@Repository
public class Beneficiaries {

	private static final int ATTEMPTS = 3;

	private final JdbcClient jdbc;

	Beneficiaries(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Registers a target with its CREATED event, or finds the one of the same target. Of
	 * two at once, one is created and the other is its duplicate.
	 * @throws IllegalStateException if three codes in a row were taken
	 */
	public Creation create(UUID businessId, NewBeneficiary beneficiary) {
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			Optional<Creation> creation = insert(businessId, beneficiary)
				.or(() -> withTarget(businessId, beneficiary).map(Duplicate::new));
			if (creation.isPresent()) {
				return creation.get();
			}
		}
		throw new IllegalStateException("No free beneficiary code in " + ATTEMPTS + " attempts");
	}

	/** Empty where the target, or by chance the code, is taken. */
	private Optional<Creation> insert(UUID businessId, NewBeneficiary beneficiary) {
		return this.jdbc
			.sql("""
					WITH created AS (
					  INSERT INTO beneficiary (business_id, beneficiary_code, name, email, phone_number, account_number, ifsc,
					                           vpa)
					  VALUES (:businessId, :code, :name, :email, :phoneNumber, :accountNumber, :ifsc, :vpa)
					  ON CONFLICT DO NOTHING
					  RETURNING business_id, beneficiary_id, beneficiary_code, name, email, phone_number, account_number,
					            ifsc, vpa, created_at
					), event AS (
					  INSERT INTO beneficiary_event (business_id, beneficiary_id, sequence, kind, snapshot)
					  SELECT business_id, beneficiary_id, 1, 'CREATED', jsonb_build_object(
					           'beneficiaryId', beneficiary_id, 'beneficiaryCode', beneficiary_code, 'name', name,
					           'email', email, 'phoneNumber', phone_number, 'accountNumber', account_number, 'ifsc', ifsc,
					           'vpa', vpa, 'status', 'active',
					           'createdAt', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
					    FROM created
					)
					SELECT beneficiary_id, beneficiary_code FROM created
					""")
			.param("businessId", businessId)
			.param("code", PublicCode.random("BEN", 8))
			.param("name", beneficiary.name())
			.param("email", beneficiary.email())
			.param("phoneNumber", beneficiary.phoneNumber())
			.param("accountNumber", beneficiary.accountNumber())
			.param("ifsc", beneficiary.ifsc())
			.param("vpa", beneficiary.vpa())
			.query((row,
					number) -> (Creation) new Created(row.getObject("beneficiary_id", UUID.class),
							row.getString("beneficiary_code")))
			.optional();
	}

	private Optional<Beneficiary> withTarget(UUID businessId, NewBeneficiary target) {
		return this.jdbc
			.sql("""
					SELECT business_id, beneficiary_id, beneficiary_code, name, email, phone_number, account_number, ifsc, vpa,
					       status, created_at, updated_at
					  FROM beneficiary
					 WHERE business_id = :businessId
					   AND ((account_number = :accountNumber AND ifsc = :ifsc)
					        OR (vpa IS NOT NULL AND lower(vpa) = lower(:vpa)))
					""")
			.param("businessId", businessId)
			.param("accountNumber", target.accountNumber())
			.param("ifsc", target.ifsc())
			.param("vpa", target.vpa())
			.query((row, number) -> beneficiary(row))
			.optional();
	}

	private static Beneficiary beneficiary(ResultSet row) throws SQLException {
		return new Beneficiary(row.getObject("business_id", UUID.class), row.getObject("beneficiary_id", UUID.class),
				row.getString("beneficiary_code"), row.getString("name"), row.getString("email"),
				row.getString("phone_number"), row.getString("account_number"), row.getString("ifsc"),
				row.getString("vpa"), BeneficiaryStatus.stored(row.getInt("status")),
				row.getTimestamp("created_at").toInstant(), row.getTimestamp("updated_at").toInstant());
	}

}
