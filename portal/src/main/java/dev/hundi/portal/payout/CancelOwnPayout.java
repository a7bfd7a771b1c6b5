package dev.hundi.portal.payout;

import java.util.Map;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.payout.CancelPayout;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Cancels payouts of the business that are held or queued. */
@MerchantOnly
@Component
class CancelOwnPayout {

	private final CurrentPerson current;

	private final CancelPayout cancel;

	private final AuditTrail audit;

	CancelOwnPayout(CurrentPerson current, CancelPayout cancel, AuditTrail audit) {
		this.current = current;
		this.cancel = cancel;
		this.audit = audit;
	}

	@Transactional
	@PreAuthorize(Rights.MAKES)
	public CancelPayout.Result cancel(UUID payoutId) {
		CancelPayout.Result result = this.cancel.cancel(this.current.businessId(), payoutId, "PORTAL");
		if (result instanceof CancelPayout.Result.Cancelled) {
			this.audit.record(this.current.businessId(), this.current.actor(), "PAYOUT_CANCELLED", payoutId.toString(),
					Map.of(), Map.of());
		}
		return result;
	}

}
