package dev.hundi.portal.command;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Asks another process for something on behalf of the signed-in person. What changes
 * something is audited with its reason, under the name of its kind.
 */
@StaffOnly
@Component
public class AskProcess {

	private final OperatorRequests requests;

	private final CurrentPerson current;

	private final StaffRecord record;

	AskProcess(OperatorRequests requests, CurrentPerson current, StaffRecord record) {
		this.requests = requests;
		this.current = current;
		this.record = record;
	}

	/**
	 * Asks for a reading.
	 * @return id of the request, under which the result appears
	 */
	@Transactional
	public UUID read(RequestKind kind, Map<String, ?> arguments) {
		return this.requests.ask(kind, arguments, this.current.get().personId(), null);
	}

	/**
	 * Asks for an act and audits it.
	 * @param businessId whose audit chain names the act too, or null
	 * @param object what it acts on, for the audit trail
	 * @param reason valid by {@link dev.hundi.portal.operation.Reason}
	 * @return id of the request, under which the result appears
	 */
	@Transactional
	public UUID act(RequestKind kind, Map<String, ?> arguments, @Nullable UUID businessId, @Nullable String object,
			String reason) {
		UUID requestId = this.requests.ask(kind, arguments, this.current.get().personId(), reason.strip());
		Map<String, Object> after = new HashMap<>(arguments);
		after.put("requestId", requestId.toString());
		after.put("reason", reason.strip());
		this.record.of(businessId, kind.name(), object, Map.of(), after);
		return requestId;
	}

}
