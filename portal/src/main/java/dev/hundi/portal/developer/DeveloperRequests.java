package dev.hundi.portal.developer;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.ApprovalState;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.portal.session.MerchantOnly;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What the approvals of first keys and first IP rules are about. */
@MerchantOnly
@Repository
class DeveloperRequests {

	private static final Duration VALID = Duration.ofDays(7);

	private static final int SHOWN = 20;

	private final JdbcClient jdbc;

	private final Approvals approvals;

	DeveloperRequests(JdbcClient jdbc, Approvals approvals) {
		this.jdbc = jdbc;
		this.approvals = approvals;
	}

	/** Asks for the approval of a second person. */
	void ask(String kind, UUID businessId, UUID makerId, String content, String summary) {
		UUID approvalId = this.approvals.ask(new NewApproval(kind, businessId, DeveloperRequest.hash(kind, content),
				summary, new Maker.OfPerson(makerId), "The first one needs a second person", 1, VALID));
		this.jdbc
			.sql("INSERT INTO developer_request (approval_id, business_id, content) VALUES (:id, :business, :content)")
			.param("id", approvalId)
			.param("business", businessId)
			.param("content", content)
			.update();
	}

	/**
	 * Whether a request of this kind waits for a second person. Of two who ask at the
	 * same moment, the second waits for the first.
	 */
	boolean isOpen(UUID businessId, String kind) {
		this.approvals.lock(kind, businessId.toString());
		return !this.approvals.open(businessId, kind).isEmpty();
	}

	Optional<DeveloperRequest> find(UUID businessId, UUID approvalId) {
		return this.jdbc
			.sql("SELECT content FROM developer_request WHERE business_id = :business AND approval_id = :id")
			.param("business", businessId)
			.param("id", approvalId)
			.query(String.class)
			.optional()
			.flatMap((content) -> this.approvals.find(approvalId)
				.map((approval) -> new DeveloperRequest(approval, content)));
	}

	/** The newest requests of a business that wait for a decision or for their maker. */
	List<DeveloperRequest> unfinished(UUID businessId) {
		return this.jdbc.sql("""
				SELECT approval_id FROM developer_request WHERE business_id = :business
				 ORDER BY approval_id DESC LIMIT :shown
				""")
			.param("business", businessId)
			.param("shown", SHOWN)
			.query(UUID.class)
			.list()
			.stream()
			.flatMap((id) -> find(businessId, id).stream())
			.filter(DeveloperRequests::isUnfinished)
			.toList();
	}

	private static boolean isUnfinished(DeveloperRequest request) {
		ApprovalState state = request.approval().state();
		return !request.approval().executed() && !request.isExpired()
				&& (state == ApprovalState.OPEN || state == ApprovalState.APPROVED);
	}

}
