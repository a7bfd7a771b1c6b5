package dev.hundi.portal.statement;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.approval.ProposedChange;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.portal.command.AskProcess;
import dev.hundi.portal.operation.DecideProposals;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.statement.ProfileTrial;
import dev.hundi.statement.ProposedProfile;
import dev.hundi.statement.StatementProfiles;
import dev.hundi.time.India;
import dev.hundi.time.NamedDay;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * One person tries a profile on the files of a day or a sample and proposes exactly that;
 * another approves it.
 */
@StaffOnly
@Component
class ChangeProfiles {

	private static final String RULE = "Rules by which statements are read need two people of finance";

	private static final JsonMapper json = JsonMapper.builder().build();

	private final StatementProfiles profiles;

	private final DecideProposals decide;

	private final AskProcess ask;

	private final OperatorRequests requests;

	private final FileStore files;

	private final DecideProposals.Kind kind;

	ChangeProfiles(StatementProfiles profiles, DecideProposals decide, AskProcess ask, OperatorRequests requests,
			FileStore files) {
		this.profiles = profiles;
		this.decide = decide;
		this.ask = ask;
		this.requests = requests;
		this.files = files;
		this.kind = new DecideProposals.Kind(Set.of(StatementProfiles.KIND),
				new DecideProposals.Acts("STATEMENT_PROFILE_PROPOSED", "STATEMENT_PROFILE_APPROVED",
						"STATEMENT_PROFILE_REJECTED"),
				this::obstacle, (change) -> profiles.add(change.content(), change.approval().approvalId()));
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

	/** A trial, with its proposal, state and result. */
	@Transactional(readOnly = true)
	@PreAuthorize(StatementSections.READERS)
	public Optional<OperatorRequest> trial(UUID requestId) {
		return this.requests.find(requestId).filter((request) -> request.kind() == RequestKind.READ_PROFILE_TRIAL);
	}

	/** The profile of a trial. */
	static ProposedProfile tried(OperatorRequest trial) {
		return StatementProfiles.read(trial.arguments().path("proposed").toString());
	}

	/** What a trial found, if its profile may be proposed. */
	static Optional<ProfileTrial> found(OperatorRequest trial) {
		JsonNode result = trial.result();
		return (result != null) ? ProfileTrial.of(trial.arguments(), result) : Optional.empty();
	}

	/**
	 * Proposes the profile of a trial as a version, with the result of the trial.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.any('FINANCE_MAKER')")
	public Optional<String> propose(String name, UUID trialId, LocalDate validFrom, String reason) {
		OperatorRequest trial = trial(trialId).filter((request) -> tried(request).name().equals(name)).orElse(null);
		ProfileTrial found = (trial != null) ? found(trial).orElse(null) : null;
		if (trial == null || found == null) {
			return Optional.of("profiles.untried");
		}
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		if (!NamedDay.isAhead(validFrom, today())) {
			return Optional.of("versions.from.invalid");
		}
		int newest = this.profiles.newest(name);
		ProposedProfile tried = tried(trial);
		int basedOn = Objects.requireNonNullElse(tried.basedOn(), newest);
		if (basedOn < newest) {
			return Optional.of("change.base.outdated");
		}
		String content = StatementProfiles.write(tried.from(validFrom, trialId, found).basedOn(basedOn));
		this.decide.propose(new DecideProposals.Proposal(StatementProfiles.KIND, null, content,
				"Statement profile " + name + " from " + validFrom, RULE), this.kind.acts(), reason);
		return Optional.empty();
	}

	/**
	 * Approves the proposal of another person, which is a version from then on.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public Optional<String> approve(UUID approvalId, String reason) {
		return this.decide.approve(this.kind, approvalId, reason);
	}

	/**
	 * Rejects the proposal of another person.
	 * @return the key of the problem, or empty
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('FINANCE_CHECKER')")
	public Optional<String> reject(UUID approvalId, String reason) {
		return this.decide.reject(this.kind, approvalId, reason);
	}

	/**
	 * A proposal can be older than the rule that it must be tried. A profile is proposed
	 * as a whole, so what a version between changed would be lost.
	 */
	private Optional<String> obstacle(ProposedChange change) {
		ProposedProfile proposed = StatementProfiles.read(change.content());
		if (proposed.trialId() == null) {
			return Optional.of("profiles.untried");
		}
		if (proposed.validFrom().isBefore(today())) {
			return Optional.of("profiles.late");
		}
		Integer base = proposed.basedOn();
		return (base == null || base == this.profiles.newest(proposed.name())) ? Optional.empty()
				: Optional.of("change.base.stale");
	}

	static LocalDate today() {
		return India.dateOf(Instant.now());
	}

}
