package dev.hundi.portal.developer;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.approval.ApprovalState;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.Asked;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.DecisionResult.Counted;
import dev.hundi.approval.Rejection;
import dev.hundi.audit.AuditTrail;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The second person's decision on a first key or a first IP rule. */
@MerchantOnly
@Component
class DecideRequests {

	/** Of a kind. */
	private static final int REJECTIONS_SHOWN = 5;

	private final CurrentPerson current;

	private final DeveloperRequests requests;

	private final Approvals approvals;

	private final ChangeIpRules ipRules;

	private final AuditTrail audit;

	DecideRequests(CurrentPerson current, DeveloperRequests requests, Approvals approvals, ChangeIpRules ipRules,
			AuditTrail audit) {
		this.current = current;
		this.requests = requests;
		this.approvals = approvals;
		this.ipRules = ipRules;
		this.audit = audit;
	}

	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'DEVELOPER', 'CHECKER')")
	public List<DeveloperRequest> unfinished() {
		return this.requests.unfinished(this.current.businessId());
	}

	/** Who asked for some requests, by request. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'DEVELOPER', 'CHECKER')")
	public Map<UUID, Asked> asked(List<DeveloperRequest> requests) {
		return this.approvals.asked(requests.stream().map(DeveloperRequest::id).toList());
	}

	/** What was rejected lately, and why, newest first. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'DEVELOPER', 'CHECKER')")
	public List<Rejection> rejected() {
		return Stream.of(DeveloperRequest.FIRST_KEY, DeveloperRequest.FIRST_IP_RULE)
			.flatMap((kind) -> this.approvals.rejected(this.current.businessId(), kind, REJECTIONS_SHOWN).stream())
			.sorted(Comparator.comparing(Rejection::at).reversed())
			.toList();
	}

	/**
	 * Approves. An IP rule takes effect; a key is then created by the person who asked.
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'CHECKER')")
	public Outcome approve(UUID approvalId) {
		return this.requests.find(this.current.businessId(), approvalId)
			.map(this::approve)
			.orElseGet(Outcome.Unknown::new);
	}

	private Outcome approve(DeveloperRequest request) {
		DecisionResult result = this.approvals.approve(request.id(), this.current.get().personId(), request.hash());
		if (!(result instanceof Counted)) {
			return new Outcome.Refused("developers.requests.not-counted");
		}
		record("DEVELOPER_REQUEST_AGREED", request);
		if (!request.isKey() && result.equals(new Counted(ApprovalState.APPROVED))
				&& this.approvals.execute(request.id(), DeveloperRequest.FIRST_IP_RULE, request.hash())) {
			this.ipRules.addApproved(request.content());
		}
		return new Outcome.Done();
	}

	/**
	 * Rejects.
	 * @param reason 1 to 500 characters
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'CHECKER')")
	public Outcome reject(UUID approvalId, String reason) {
		if (reason.isBlank() || reason.length() > 500) {
			return new Outcome.Refused("developers.requests.reason.missing");
		}
		return this.requests.find(this.current.businessId(), approvalId).<Outcome>map((request) -> {
			if (!(this.approvals.reject(request.id(), this.current.get().personId(), request.hash(),
					reason) instanceof Counted)) {
				return new Outcome.Refused("developers.requests.not-counted");
			}
			record("DEVELOPER_REQUEST_REFUSED", request, Map.of("kind", request.approval().kind(), "reason", reason));
			return new Outcome.Done();
		}).orElseGet(Outcome.Unknown::new);
	}

	/** Takes an own request back. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Outcome withdraw(UUID approvalId) {
		return this.requests.find(this.current.businessId(), approvalId).<Outcome>map((request) -> {
			if (!this.approvals.withdraw(request.id(), this.current.get().personId())) {
				return new Outcome.Refused("developers.requests.not-counted");
			}
			record("DEVELOPER_REQUEST_WITHDRAWN", request);
			return new Outcome.Done();
		}).orElseGet(Outcome.Unknown::new);
	}

	private void record(String act, DeveloperRequest request) {
		record(act, request, Map.of("kind", request.approval().kind()));
	}

	private void record(String act, DeveloperRequest request, Map<String, String> after) {
		this.audit.record(this.current.businessId(), this.current.actor(), act, request.approval().summary(), Map.of(),
				after);
	}

}
