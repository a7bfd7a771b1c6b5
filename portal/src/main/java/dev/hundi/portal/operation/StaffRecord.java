package dev.hundi.portal.operation;

import java.util.Map;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Records acts of the staff in the staff's audit chain, and acts on a business in the
 * chain of that business too, which its people read.
 */
@StaffOnly
@Component
public class StaffRecord {

	private final CurrentPerson current;

	private final AuditTrail audit;

	StaffRecord(CurrentPerson current, AuditTrail audit) {
		this.current = current;
		this.audit = audit;
	}

	/**
	 * Records an act of the signed-in person, in the transaction of the act.
	 * @param businessId null for an act that concerns no business
	 */
	public void of(@Nullable UUID businessId, String act, @Nullable String object, Map<String, ?> before,
			Map<String, ?> after) {
		this.audit.record(null, this.current.actor(), act, object, before, after);
		if (businessId != null) {
			this.audit.record(businessId, this.current.actor(), act, object, before, after);
		}
	}

}
