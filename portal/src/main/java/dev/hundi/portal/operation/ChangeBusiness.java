package dev.hundi.portal.operation;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

import dev.hundi.business.Businesses;
import dev.hundi.business.WalletRules;
import dev.hundi.money.Rupees;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.session.SubmittedForms;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/** What one person of the staff may change about a business, with a reason. */
@StaffOnly
@Component
@PreAuthorize("@rights.confirmed('OPERATOR')")
class ChangeBusiness {

	private final CurrentPerson current;

	private final SubmittedForms forms;

	private final Businesses businesses;

	private final StaffRecord record;

	ChangeBusiness(CurrentPerson current, SubmittedForms forms, Businesses businesses, StaffRecord record) {
		this.current = current;
		this.forms = forms;
		this.businesses = businesses;
		this.record = record;
	}

	/**
	 * Changes reserve, minimum balance and queue switch.
	 * @param before as the person saw them
	 * @return the key of the problem, or empty
	 */
	@Transactional
	public Optional<String> walletRules(@Nullable UUID formId, UUID businessId, WalletRules before, WalletRules after,
			String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		if (!isFirst(formId)) {
			return Optional.of("form.repeated");
		}
		if (!this.businesses.changeWalletRules(businessId, before, after)) {
			return refused("operation.stale");
		}
		this.record.of(businessId, "WALLET_RULES_CHANGED", null, values(before, ""), values(after, reason.strip()));
		return Optional.empty();
	}

	/** Enables or disables the signed API. */
	@Transactional
	public Optional<String> apiAccess(@Nullable UUID formId, UUID businessId, boolean enabled, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		if (!isFirst(formId)) {
			return Optional.of("form.repeated");
		}
		if (!this.businesses.switchApiAccess(businessId, enabled)) {
			return refused(enabled ? "operation.access.not-ready" : "operation.stale");
		}
		this.record.of(businessId, enabled ? "API_ACCESS_ENABLED" : "API_ACCESS_DISABLED", null, Map.of(),
				Map.of("reason", reason.strip()));
		return Optional.empty();
	}

	/** Ends the relation with a business, or resumes it. */
	@Transactional
	public Optional<String> relation(@Nullable UUID formId, UUID businessId, boolean ended, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		if (!isFirst(formId)) {
			return Optional.of("form.repeated");
		}
		if (!(ended ? this.businesses.endRelation(businessId) : this.businesses.resumeRelation(businessId))) {
			return refused(ended ? "operation.relation.not-ready" : "operation.relation.erased");
		}
		this.record.of(businessId, ended ? "RELATION_ENDED" : "RELATION_RESUMED", null, Map.of(),
				Map.of("reason", reason.strip()));
		return Optional.empty();
	}

	private boolean isFirst(@Nullable UUID formId) {
		return this.forms.isFirst(formId, this.current.get().personId());
	}

	/** The form may act later. */
	private static Optional<String> refused(String problem) {
		TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
		return Optional.of(problem);
	}

	private static Map<String, Object> values(WalletRules rules, String reason) {
		Map<String, Object> values = new TreeMap<>(Map.of("reservePercent", rules.reservePercent().toPlainString(),
				"minBalance", Rupees.format(rules.minBalancePaise()), "queueIfLowBalance", rules.queueIfLowBalance()));
		if (!reason.isEmpty()) {
			values.put("reason", reason);
		}
		return values;
	}

}
