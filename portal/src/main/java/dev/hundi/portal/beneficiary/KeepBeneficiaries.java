package dev.hundi.portal.beneficiary;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.beneficiary.Beneficiaries;
import dev.hundi.beneficiary.Beneficiary;
import dev.hundi.beneficiary.ChangeBeneficiary;
import dev.hundi.beneficiary.CreateBeneficiaryResult;
import dev.hundi.beneficiary.UpdateBeneficiaryResult;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.verification.RequestVerification;
import dev.hundi.verification.VerificationRequest;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Creates and changes beneficiaries, each act with its entry in the audit trail. The
 * trail is never erased, so an entry has ids and names of fields, and no payee.
 */
@MerchantOnly
@Component
class KeepBeneficiaries {

	/** Digits of an account number that the trail has. */
	private static final int ENDING = 4;

	private final CurrentPerson current;

	private final Beneficiaries beneficiaries;

	private final ChangeBeneficiary change;

	private final RequestVerification verify;

	private final AuditTrail audit;

	KeepBeneficiaries(CurrentPerson current, Beneficiaries beneficiaries, ChangeBeneficiary change,
			RequestVerification verify, AuditTrail audit) {
		this.current = current;
		this.verify = verify;
		this.beneficiaries = beneficiaries;
		this.change = change;
		this.audit = audit;
	}

	/** Registers a beneficiary that has no {@link BeneficiaryForm#problems()}. */
	@Transactional
	@PreAuthorize(Rights.MAKES)
	public CreateBeneficiaryResult create(BeneficiaryForm form) {
		CreateBeneficiaryResult result = this.beneficiaries.create(this.current.businessId(), form.toNew());
		if (result instanceof CreateBeneficiaryResult.Created(UUID id, String code)) {
			record("BENEFICIARY_CREATED", code, Map.of(), Map.of("beneficiaryId", id.toString()));
		}
		return result;
	}

	/**
	 * Registers all new ones of a file, or none if a row has a problem.
	 * @return the number of new ones
	 */
	@Transactional
	@PreAuthorize(Rights.MAKES)
	public int create(List<BeneficiaryForm> forms, String fileName) {
		List<String> created = new ArrayList<>();
		for (BeneficiaryForm form : forms) {
			if (this.beneficiaries.create(this.current.businessId(),
					form.toNew()) instanceof CreateBeneficiaryResult.Created(UUID id, String code)) {
				created.add(code);
			}
		}
		record("BENEFICIARIES_IMPORTED", fileName, Map.of(), Map.of("rows", forms.size(), "created", created.size()));
		return created.size();
	}

	/**
	 * Changes a beneficiary. The target is looked up first, because the violation of its
	 * key would end the transaction.
	 */
	@Transactional
	@PreAuthorize(Rights.MAKES)
	public UpdateBeneficiaryResult update(Beneficiary before, BeneficiaryForm form) {
		Optional<Beneficiary> other = this.beneficiaries.ofTarget(this.current.businessId(), form.toChange(), before);
		if (other.isPresent()) {
			return new UpdateBeneficiaryResult.Collision(other.get());
		}
		UpdateBeneficiaryResult result = this.change.update(this.current.businessId(), before.beneficiaryId(),
				form.toChange());
		if (result instanceof UpdateBeneficiaryResult.Changed(Beneficiary after)) {
			recordChange(before, after);
		}
		return result;
	}

	/** Archives a beneficiary; false if there is none. */
	@Transactional
	@PreAuthorize(Rights.MAKES)
	public boolean archive(UUID beneficiaryId) {
		boolean archived = this.change.archive(this.current.businessId(), beneficiaryId);
		if (archived) {
			record("BENEFICIARY_ARCHIVED", beneficiaryId.toString(), Map.of(), Map.of());
		}
		return archived || this.beneficiaries.find(this.current.businessId(), beneficiaryId).isPresent();
	}

	/** Makes a beneficiary active; false if there is none. */
	@Transactional
	@PreAuthorize(Rights.MAKES)
	public boolean reactivate(UUID beneficiaryId, String reason) {
		boolean known = this.change
			.reactivate(this.current.businessId(), beneficiaryId, reason.isBlank() ? null : reason.strip())
			.isPresent();
		if (known) {
			record("BENEFICIARY_REACTIVATED", beneficiaryId.toString(), Map.of(), Map.of());
		}
		return known;
	}

	/** Requests a verification, or finds the one that is running. */
	@Transactional
	@PreAuthorize(Rights.MAKES)
	public VerificationRequest verify(UUID beneficiaryId) {
		VerificationRequest result = this.verify.ofBeneficiary(this.current.businessId(), beneficiaryId,
				"PORTAL " + this.current.get().personId());
		if (result instanceof VerificationRequest.Running running && running.isNew()) {
			record("BENEFICIARY_VERIFICATION_REQUESTED", beneficiaryId.toString(), Map.of(),
					Map.of("verificationId", running.verification().verificationId().toString()));
		}
		return result;
	}

	/**
	 * Names the fields and their event, which has their contents and can be erased. Of an
	 * account number the trail has the end, and an IFSC is no person's.
	 */
	private void recordChange(Beneficiary before, Beneficiary after) {
		BeneficiaryForm old = BeneficiaryForm.of(before);
		BeneficiaryForm present = BeneficiaryForm.of(after);
		List<String> changed = old.fields()
			.entrySet()
			.stream()
			.filter((field) -> !field.getValue().equals(present.fields().get(field.getKey())))
			.map(Map.Entry::getKey)
			.toList();
		if (changed.isEmpty()) {
			return;
		}
		Map<String, Object> values = new HashMap<>(target(present, changed));
		values.put("changedFields", changed);
		values.put("sequence", this.beneficiaries.lastSequence(after.businessId(), after.beneficiaryId()));
		record("BENEFICIARY_CHANGED", after.beneficiaryCode(), target(old, changed), values);
	}

	private static Map<String, String> target(BeneficiaryForm form, List<String> changed) {
		Map<String, String> target = new HashMap<>();
		if (changed.contains("accountNumber")) {
			String number = form.accountNumber();
			target.put("accountEnding", number.substring(Math.max(0, number.length() - ENDING)));
		}
		if (changed.contains("ifsc")) {
			target.put("ifsc", form.ifsc());
		}
		return target;
	}

	private void record(String act, String object, Map<String, ?> before, Map<String, ?> after) {
		this.audit.record(this.current.businessId(), this.current.actor(), act, object, before, after);
	}

}
