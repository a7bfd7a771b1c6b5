package dev.hundi.beneficiary;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.beneficiary.UpdateBeneficiaryResult.Changed;
import dev.hundi.beneficiary.UpdateBeneficiaryResult.Collision;
import dev.hundi.beneficiary.UpdateBeneficiaryResult.NotFound;
import dev.hundi.beneficiary.UpdateBeneficiaryResult.TargetKindImmutable;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Changes beneficiaries, each change with its event in one SQL statement. A change
 * without effect has no event.
 */
@Component
public class ChangeBeneficiary {

	private static final int ATTEMPTS = 3;

	private final JdbcClient jdbc;

	private final Beneficiaries beneficiaries;

	ChangeBeneficiary(JdbcClient jdbc, Beneficiaries beneficiaries) {
		this.jdbc = jdbc;
		this.beneficiaries = beneficiaries;
	}

	/**
	 * Changes details of an active or archived beneficiary; never its status or the kind
	 * of its target.
	 * @throws IllegalStateException if the conflicting beneficiary disappeared three
	 * times
	 */
	public UpdateBeneficiaryResult update(UUID businessId, UUID beneficiaryId, BeneficiaryChange change) {
		for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
			Optional<Beneficiary> before = this.beneficiaries.find(businessId, beneficiaryId);
			if (before.isEmpty()) {
				return new NotFound();
			}
			if (change.changesTargetKind(before.get())) {
				return new TargetKindImmutable();
			}
			try {
				return new Changed(write(businessId, beneficiaryId, change).orElse(before.get()));
			}
			catch (DuplicateKeyException ex) {
				Optional<Beneficiary> existing = this.beneficiaries.ofTarget(businessId, change, before.get());
				if (existing.isPresent()) {
					return new Collision(existing.get());
				}
			}
		}
		throw new IllegalStateException("A target conflicts, but with no beneficiary");
	}

	/**
	 * Makes an active beneficiary inactive.
	 * @return false if the business has no such beneficiary or it is inactive already
	 */
	public boolean archive(UUID businessId, UUID beneficiaryId) {
		return status(businessId, beneficiaryId, BeneficiaryStatus.INACTIVE, "ARCHIVED", null).isPresent();
	}

	/**
	 * Makes a beneficiary active; idempotent.
	 * @param reason stored in the event, or null
	 * @return the beneficiary, or empty if the business has no such beneficiary
	 */
	public Optional<Beneficiary> reactivate(UUID businessId, UUID beneficiaryId, @Nullable String reason) {
		return status(businessId, beneficiaryId, BeneficiaryStatus.ACTIVE, "REACTIVATED", reason)
			.or(() -> this.beneficiaries.find(businessId, beneficiaryId));
	}

	/** Empty if the change has no effect. */
	private Optional<Beneficiary> write(UUID businessId, UUID beneficiaryId, BeneficiaryChange change) {
		return this.jdbc
			.sql("""
					WITH wanted AS (
					  SELECT business_id, beneficiary_id, coalesce(:name, name) AS name,
					         CASE WHEN :email::text IS NULL THEN email ELSE nullif(:email, '') END AS email,
					         coalesce(:phoneNumber, phone_number) AS phone_number,
					         coalesce(:accountNumber, account_number) AS account_number, coalesce(:ifsc, ifsc) AS ifsc,
					         coalesce(:vpa, vpa) AS vpa
					    FROM beneficiary
					   WHERE business_id = :businessId AND beneficiary_id = :beneficiaryId AND erased_at IS NULL
					     FOR NO KEY UPDATE
					), b AS (
					  UPDATE beneficiary b
					     SET name = wanted.name, email = wanted.email, phone_number = wanted.phone_number,
					         account_number = wanted.account_number, ifsc = wanted.ifsc, vpa = wanted.vpa,
					         last_sequence = b.last_sequence + 1, updated_at = now()
					    FROM wanted
					   WHERE b.business_id = wanted.business_id AND b.beneficiary_id = wanted.beneficiary_id
					     AND (b.name, b.email, b.phone_number, b.account_number, b.ifsc, b.vpa)
					         IS DISTINCT FROM (wanted.name, wanted.email, wanted.phone_number, wanted.account_number,
					                           wanted.ifsc, wanted.vpa)
					  RETURNING b.*
					), event AS (
					  INSERT INTO beneficiary_event (business_id, beneficiary_id, sequence, kind, snapshot)
					  SELECT b.business_id, b.beneficiary_id, b.last_sequence, 'UPDATED', beneficiary_snapshot(b::beneficiary)
					    FROM b
					)
					SELECT %s FROM b
					"""
				.formatted(BeneficiaryRows.COLUMNS))
			.param("businessId", businessId)
			.param("beneficiaryId", beneficiaryId)
			.param("name", change.name())
			.param("email", change.email())
			.param("phoneNumber", change.phoneNumber())
			.param("accountNumber", change.accountNumber())
			.param("ifsc", change.ifsc())
			.param("vpa", change.vpa())
			.query((row, number) -> BeneficiaryRows.beneficiary(row))
			.optional();
	}

	/** Empty if the status does not change. */
	private Optional<Beneficiary> status(UUID businessId, UUID beneficiaryId, BeneficiaryStatus status, String kind,
			@Nullable String reason) {
		return this.jdbc
			.sql("""
					WITH b AS (
					  UPDATE beneficiary
					     SET status = :status, last_sequence = last_sequence + 1, updated_at = now()
					   WHERE business_id = :businessId AND beneficiary_id = :beneficiaryId AND status <> :status
					     AND erased_at IS NULL
					  RETURNING *
					), event AS (
					  INSERT INTO beneficiary_event (business_id, beneficiary_id, sequence, kind, reason, snapshot)
					  SELECT b.business_id, b.beneficiary_id, b.last_sequence, :kind, :reason, beneficiary_snapshot(b::beneficiary)
					    FROM b
					)
					SELECT %s FROM b
					"""
				.formatted(BeneficiaryRows.COLUMNS))
			.param("businessId", businessId)
			.param("beneficiaryId", beneficiaryId)
			.param("status", status.code())
			.param("kind", kind)
			.param("reason", reason)
			.query((row, number) -> BeneficiaryRows.beneficiary(row))
			.optional();
	}

}
