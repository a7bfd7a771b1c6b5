package dev.hundi.portal.token;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.person.Audience;
import dev.hundi.person.CredentialChanges;
import dev.hundi.person.PortalSessions;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.session.SubmittedForms;
import dev.hundi.token.AccessToken;
import dev.hundi.token.AccessTokens;
import dev.hundi.token.DeviceLogins;
import dev.hundi.token.IssuedToken;
import dev.hundi.token.NewToken;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Creates and revokes access tokens of the signed-in person, and decides device logins. A
 * change of roles or credentials that has ended the session meanwhile did not see what
 * the session makes, so such a session makes nothing.
 */
@StaffOnly
@Component
class ChangeTokens {

	private final CurrentPerson current;

	private final AccessTokens tokens;

	private final DeviceLogins logins;

	private final SubmittedForms forms;

	private final CredentialChanges changes;

	private final PortalSessions sessions;

	private final AuditTrail audit;

	ChangeTokens(CurrentPerson current, AccessTokens tokens, DeviceLogins logins, SubmittedForms forms,
			CredentialChanges changes, PortalSessions sessions, AuditTrail audit) {
		this.current = current;
		this.tokens = tokens;
		this.logins = logins;
		this.forms = forms;
		this.changes = changes;
		this.sessions = sessions;
		this.audit = audit;
	}

	@PreAuthorize("@rights.any()")
	public List<AccessToken> list() {
		return this.tokens.of(this.current.get().personId());
	}

	/**
	 * Creates a token.
	 * @return empty if the form has created one before
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed()")
	public Optional<IssuedToken> create(@Nullable UUID formId, NewToken token) {
		requireSession();
		if (!this.forms.isFirst(formId, this.current.get().personId())) {
			return Optional.empty();
		}
		IssuedToken issued = this.tokens.create(this.current.get().personId(), token);
		record("ACCESS_TOKEN_CREATED", issued.tokenId().toString(),
				Map.of("name", token.name(), "scope", token.scope(), "groups",
						token.groups().stream().map(Enum::name).sorted().toList(), "expiresAt",
						issued.expiresAt().toString()));
		return Optional.of(issued);
	}

	@Transactional
	@PreAuthorize("@rights.any()")
	public boolean revoke(UUID tokenId) {
		boolean revoked = this.tokens.revoke(this.current.get().personId(), tokenId);
		if (revoked) {
			record("ACCESS_TOKEN_REVOKED", tokenId.toString(), Map.of());
		}
		return revoked;
	}

	/** A token of the person that is revoked. */
	@PreAuthorize("@rights.any()")
	public Optional<AccessTokens.Revoked> revoked(UUID tokenId) {
		return this.tokens.revoked(this.current.get().personId(), tokenId);
	}

	@Transactional
	@PreAuthorize("@rights.confirmed()")
	public boolean confirmDevice(String userCode) {
		requireSession();
		return decide(userCode, true, "DEVICE_LOGIN_CONFIRMED");
	}

	@Transactional
	@PreAuthorize("@rights.any()")
	public boolean refuseDevice(String userCode) {
		return decide(userCode, false, "DEVICE_LOGIN_REFUSED");
	}

	private void requireSession() {
		UUID personId = this.current.get().personId();
		this.changes.await(personId);
		if (!this.sessions.exists(Audience.STAFF, personId, this.current.sessionId())) {
			throw new AccessDeniedException("The session of person " + personId + " has ended");
		}
	}

	private boolean decide(String userCode, boolean confirm, String act) {
		boolean decided = this.logins.decide(userCode, this.current.get().personId(), confirm);
		if (decided) {
			record(act, null, Map.of());
		}
		return decided;
	}

	private void record(String act, @Nullable String object, Map<String, ?> after) {
		this.audit.record(null, this.current.actor(), act, object, Map.of(), after);
	}

}
