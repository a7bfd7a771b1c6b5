package dev.hundi.portal.statement;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.ApprovalState;
import dev.hundi.approval.Approvals;
import dev.hundi.approval.DecisionResult;
import dev.hundi.approval.Maker;
import dev.hundi.approval.NewApproval;
import dev.hundi.approval.ProposedChange;
import dev.hundi.approval.ProposedChanges;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.operator.RequestKind;
import dev.hundi.portal.command.AskProcess;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.operation.StaffRecord;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.statement.ProposedProfile;
import dev.hundi.statement.StatementProfiles;
import dev.hundi.time.India;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * One person proposes a version of a profile and may try it first, another agrees to
 * exactly that content.
 */
@StaffOnly
@Component
class ChangeProfiles {

	private static final Duration VALID = Duration.ofDays(7);

	private static final String RULE = "Rules by which statements are read need two people of finance";

	private static final JsonMapper json = JsonMapper.builder().build();

	private final StatementProfiles profiles;

	private final ProposedChanges changes;

	private final Approvals approvals;

	private final CurrentPerson current;

	private final AskProcess ask;

	private final StaffRecord record;

	private final FileStore files;

	ChangeProfiles(StatementProfiles profiles, ProposedChanges changes, Approvals approvals, CurrentPerson current,
			AskProcess ask, StaffRecord record, FileStore files) {
		this.profiles = profiles;
		this.changes = changes;
		this.approvals = approvals;
		this.current = current;
		this.ask = ask;
		this.record = record;
		this.files = files;
	}

	/**
	 * Asks batch-jobs to read the files of a day with a proposal.
	 * @return id of the request
	 */
	@Transactional
	@PreAuthorize("@rights.any('FINANCE_MAKER', 'FINANCE_CHECKER')")
	public UUID tryOn(ProposedProfile proposed, LocalDate day) {
		return this.ask.read(RequestKind.READ_PROFILE_TRIAL,
				Map.of("proposed", json.readTree(StatementProfiles.write(proposed)), "day", day.toString()));
	}

	/**
	 * Asks batch-jobs to read a sample with a proposal.
	 * @return id of the request
	 */
	@Transactional
	@PreAuthorize("@rights.any('FINANCE_MAKER', 'FINANCE_CHECKER')")
	public UUID preview(ProposedProfile proposed, InputStream sample) throws IOException {
		String storedAs = "profile-sample/" + UUID.randomUUID() + ".dat";
		try (UnfinishedFile file = this.files.create(storedAs)) {
			sample.transferTo(file.out());
			file.publish();
		}
		return this.ask.read(RequestKind.READ_PROFILE_TRIAL,
				Map.of("proposed", json.readTree(StatementProfiles.write(proposed)), "storedAs", storedAs));
	}

	/**
	 * Proposes a version.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.any('FINANCE_MAKER')")
	public Optional<String> propose(ProposedProfile proposed, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		if (proposed.validFrom().isBefore(today())) {
			return Optional.of("profiles.past");
		}
		String content = StatementProfiles.write(proposed);
		String summary = "Statement profile " + proposed.name() + " from " + proposed.validFrom();
		UUID id = this.changes.propose(new NewApproval(StatementProfiles.KIND, null, ProposedChanges.hash(content),
				summary, new Maker.OfPerson(this.current.get().personId()), RULE, 1, VALID), content, reason.strip());
		this.record.of(null, "STATEMENT_PROFILE_PROPOSED", summary, Map.of(),
				Map.of("approvalId", id.toString(), "proposed", json.readTree(content), "reason", reason.strip()));
		return Optional.empty();
	}

	/**
	 * Agrees to the proposal of another person, which is a version from then on.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public Optional<String> approve(UUID approvalId, String reason) {
		Optional<ProposedChange> known = known(approvalId);
		if (known.isEmpty() || !Reason.isValid(reason)) {
			return Optional.of(known.isEmpty() ? "change.closed" : Reason.INVALID);
		}
		ProposedChange change = known.get();
		ProposedProfile proposed = StatementProfiles.read(change.content());
		if (proposed.validFrom().isBefore(today())) {
			return Optional.of("profiles.late");
		}
		byte[] hash = change.approval().contentHash();
		DecisionResult result = this.approvals.agree(approvalId, this.current.get().personId(), hash);
		if (result instanceof DecisionResult.Rejected(DecisionResult.Reason why)) {
			return Optional.of(text(why));
		}
		if (!result.equals(new DecisionResult.Counted(ApprovalState.AGREED))
				|| !this.approvals.execute(approvalId, StatementProfiles.KIND, hash)) {
			throw new IllegalStateException("Approval " + approvalId + " is agreed but cannot be executed");
		}
		this.profiles.add(change.content(), approvalId);
		record("STATEMENT_PROFILE_APPROVED", change, reason);
		return Optional.empty();
	}

	/**
	 * Refuses the proposal of another person.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public Optional<String> reject(UUID approvalId, String reason) {
		Optional<ProposedChange> known = known(approvalId);
		if (known.isEmpty() || !Reason.isValid(reason)) {
			return Optional.of(known.isEmpty() ? "change.closed" : Reason.INVALID);
		}
		DecisionResult result = this.approvals.refuse(approvalId, this.current.get().personId(),
				known.get().approval().contentHash(), reason.strip());
		if (result instanceof DecisionResult.Rejected(DecisionResult.Reason why)) {
			return Optional.of(text(why));
		}
		record("STATEMENT_PROFILE_REJECTED", known.get(), reason);
		return Optional.empty();
	}

	private void record(String act, ProposedChange change, String reason) {
		this.record.of(null, act, change.approval().summary(), Map.of(),
				Map.of("approvalId", change.approval().approvalId().toString(), "reason", reason.strip()));
	}

	private Optional<ProposedChange> known(UUID approvalId) {
		return this.changes.find(approvalId)
			.filter((change) -> change.approval().kind().equals(StatementProfiles.KIND));
	}

	static LocalDate today() {
		return India.dateOf(Instant.now());
	}

	private static String text(DecisionResult.Reason reason) {
		return switch (reason) {
			case UNKNOWN, CLOSED, NOT_A_CHECKER -> "change.closed";
			case MAKER_IS_CHECKER -> "change.own";
			case DECIDED_ALREADY -> "change.decided";
			case OTHER_CONTENT -> "change.other";
		};
	}

}
