package dev.hundi.portal.developer;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.ApprovalState;
import dev.hundi.approval.Approvals;
import dev.hundi.audit.AuditTrail;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.business.KeyRules;
import dev.hundi.business.ListedKey;
import dev.hundi.letter.LetterKind;
import dev.hundi.letter.Letters;
import dev.hundi.person.Role;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.session.SubmittedForms;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/** Creates, rotates and revokes API keys of the business. */
@MerchantOnly
@Component
class ChangeKeys {

	private final CurrentPerson current;

	private final ApiKeys keys;

	private final SubmittedForms forms;

	private final DeveloperRequests requests;

	private final Approvals approvals;

	private final Letters letters;

	private final AuditTrail audit;

	ChangeKeys(CurrentPerson current, ApiKeys keys, SubmittedForms forms, DeveloperRequests requests,
			Approvals approvals, Letters letters, AuditTrail audit) {
		this.current = current;
		this.keys = keys;
		this.forms = forms;
		this.requests = requests;
		this.approvals = approvals;
		this.letters = letters;
		this.audit = audit;
	}

	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'DEVELOPER')")
	public List<ListedKey> list() {
		return this.keys.list(this.current.businessId());
	}

	/** Whether the next key would be the first, which needs a second person. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'DEVELOPER')")
	public boolean isFirst() {
		return !this.keys.hadAny(this.current.businessId());
	}

	/** Creates a key, or asks a second person to approve the first one. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Outcome create(UUID formId, KeyChoice choice) {
		SignedIn person = this.current.get();
		if (!this.forms.isFirst(formId, person.personId())) {
			return new Outcome.Repeated();
		}
		if (this.keys.hadAny(this.current.businessId())) {
			return issue(choice.rules(Instant.now()));
		}
		if (this.requests.isOpen(this.current.businessId(), DeveloperRequest.FIRST_KEY)) {
			return new Outcome.Refused("developers.requests.open");
		}
		String content = choice.content();
		this.requests.ask(DeveloperRequest.FIRST_KEY, this.current.businessId(), person.personId(), content,
				String.join(", ", choice.scopes()));
		this.audit.record(this.current.businessId(), this.current.actor(), "FIRST_KEY_ASKED", null, Map.of(),
				described(choice.rules(Instant.now())));
		return new Outcome.Asked();
	}

	/** Creates the first key, which a second person has approved. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Outcome createApproved(UUID formId, UUID approvalId) {
		SignedIn person = this.current.get();
		Optional<DeveloperRequest> found = this.requests.find(this.current.businessId(), approvalId)
			.filter((request) -> request.isKey() && person.personId().equals(request.approval().makerId()));
		if (found.isEmpty()) {
			return new Outcome.Unknown();
		}
		DeveloperRequest request = found.get();
		if (!this.forms.isFirst(formId, person.personId())) {
			return new Outcome.Repeated();
		}
		if (request.approval().state() != ApprovalState.APPROVED || request.isExpired()
				|| !this.approvals.execute(approvalId, DeveloperRequest.FIRST_KEY, request.hash())) {
			return new Outcome.Refused("developers.requests.closed");
		}
		return issue(KeyChoice.parse(request.content()).rules(Instant.now()));
	}

	/** Creates a key with the same rules; the old one stays valid for the overlap. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Outcome rotate(UUID formId, String apiKey, Duration overlap) {
		if (this.keys.list(this.current.businessId()).stream().noneMatch((key) -> key.apiKey().equals(apiKey))) {
			return missing(apiKey);
		}
		if (!this.forms.isFirst(formId, this.current.get().personId())) {
			return new Outcome.Repeated();
		}
		try {
			Optional<IssuedKey> issued = this.keys.rotate(this.current.businessId(), apiKey, overlap);
			issued.ifPresent((key) -> created("KEY_ROTATED", key,
					Map.of("replaces", apiKey, "overlapHours", overlap.toHours())));
			return issued.<Outcome>map((key) -> new Outcome.Secret(key.apiKey(), key.signingKey(), null))
				.orElseGet(Outcome.Unknown::new);
		}
		catch (IllegalStateException ex) {
			return twoKeys();
		}
	}

	/** Revokes a key at once. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Outcome revoke(String apiKey) {
		if (this.keys.list(this.current.businessId()).stream().noneMatch((key) -> key.apiKey().equals(apiKey))) {
			return missing(apiKey);
		}
		this.keys.revoke(apiKey);
		this.audit.record(this.current.businessId(), this.current.actor(), "KEY_REVOKED", apiKey, Map.of(), Map.of());
		return new Outcome.Done();
	}

	private Outcome missing(String apiKey) {
		return this.keys.isRevoked(this.current.businessId(), apiKey) ? new Outcome.Gone(apiKey)
				: new Outcome.Unknown();
	}

	private Outcome issue(KeyRules rules) {
		try {
			IssuedKey key = this.keys.issue(this.current.businessId(), rules);
			created("KEY_CREATED", key, described(rules));
			return new Outcome.Secret(key.apiKey(), key.signingKey(), null);
		}
		catch (IllegalStateException ex) {
			return twoKeys();
		}
	}

	private void created(String act, IssuedKey key, Map<String, ?> after) {
		this.audit.record(this.current.businessId(), this.current.actor(), act, key.apiKey(), Map.of(), after);
		this.letters.write(this.current.businessId(), List.of(Role.OWNER, Role.DEVELOPER), LetterKind.KEY_CREATED,
				Objects.requireNonNullElse(this.current.get().businessName(), ""), key.apiKey());
	}

	private static Outcome twoKeys() {
		TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
		return new Outcome.Refused("developers.keys.two");
	}

	private static Map<String, ?> described(KeyRules rules) {
		return Map.of("scopes", rules.scopes().stream().map(Enum::name).sorted().toList(), "leastSignatureVersion",
				rules.leastSignatureVersion(), "expiresAt", Objects.toString(rules.expiresAt(), ""));
	}

}
