package dev.hundi.portal.person;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.audit.AuditEvent;
import dev.hundi.audit.AuditTrail;
import dev.hundi.letter.LetterKind;
import dev.hundi.letter.Letters;
import dev.hundi.person.CredentialChanges;
import dev.hundi.person.Credentials;
import dev.hundi.person.People;
import dev.hundi.person.Person;
import dev.hundi.person.PortalSessions;
import dev.hundi.portal.credential.Passkeys;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.portal.session.Sessions;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes of the signed-in person to itself. A change of credentials ends its other
 * sessions, and a session that another change has ended meanwhile changes none: its
 * password or passkey would outlast a recovery.
 */
@Component
class ChangeCredentials {

	private static final String SESSION_ENDED = "SESSION_ENDED";

	private static final String PASSKEY_REMOVED = "PASSKEY_REMOVED";

	private final CurrentPerson current;

	private final People people;

	private final Credentials credentials;

	private final CredentialChanges changes;

	private final Passkeys passkeys;

	private final PortalSessions sessions;

	private final Sessions open;

	private final PortalAddress address;

	private final Letters letters;

	private final AuditTrail audit;

	ChangeCredentials(CurrentPerson current, People people, Credentials credentials, CredentialChanges changes,
			Passkeys passkeys, PortalSessions sessions, Sessions open, PortalAddress address, Letters letters,
			AuditTrail audit) {
		this.changes = changes;
		this.open = open;
		this.current = current;
		this.people = people;
		this.credentials = credentials;
		this.passkeys = passkeys;
		this.sessions = sessions;
		this.address = address;
		this.letters = letters;
		this.audit = audit;
	}

	@Transactional
	@PreAuthorize("@rights.any()")
	public void rename(String name) {
		this.people.rename(id(), name);
		record("PERSON_RENAMED", null);
	}

	@Transactional
	@PreAuthorize("@rights.confirmed()")
	public void setPassword(String hash, String sessionId) {
		begin(sessionId);
		this.credentials.setPassword(id(), hash);
		announce("PASSWORD_CHANGED", null, sessionId);
	}

	@Transactional
	@PreAuthorize("@rights.confirmed()")
	public void setTotp(byte[] ciphertext, long step, String sessionId) {
		begin(sessionId);
		this.credentials.setTotp(id(), ciphertext, step);
		announce("AUTHENTICATOR_CHANGED", null, sessionId);
	}

	@Transactional
	@PreAuthorize("@rights.confirmed()")
	public List<String> newRecoveryCodes(String sessionId) {
		begin(sessionId);
		List<String> codes = this.credentials.newRecoveryCodes(id());
		announce("RECOVERY_CODES_CHANGED", null, sessionId);
		return codes;
	}

	@Transactional
	@PreAuthorize("@rights.confirmed()")
	public Passkeys.Challenge beginPasskey() {
		return this.passkeys.beginRegistration(person());
	}

	@Transactional
	@PreAuthorize("@rights.confirmed()")
	public void addPasskey(String challenge, JsonNode credential, String label, String sessionId) {
		begin(sessionId);
		this.passkeys.register(person(), challenge, credential, label);
		announce("PASSKEY_ADDED", null, sessionId);
	}

	@Transactional
	@PreAuthorize("@rights.any()")
	public boolean renamePasskey(String id, String label) {
		boolean renamed = this.passkeys.rename(id(), id, label);
		if (renamed) {
			record("PASSKEY_RENAMED", null);
		}
		return renamed;
	}

	@Transactional
	@PreAuthorize("@rights.confirmed()")
	public boolean removePasskey(String id, String sessionId) {
		begin(sessionId);
		boolean removed = this.passkeys.remove(id(), id);
		if (removed) {
			announce(PASSKEY_REMOVED, CurrentPerson.mark(id), sessionId);
		}
		return removed;
	}

	/** When the person removed its passkey with this id, if the trail says so. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any()")
	public Optional<Instant> removedPasskey(String id) {
		return own(PASSKEY_REMOVED, CurrentPerson.mark(id));
	}

	/** Ends one session; false if the person has none with this mark. */
	@Transactional
	@PreAuthorize("@rights.any()")
	public boolean endSession(String mark) {
		boolean ended = this.open.end(this.current.get(), mark);
		if (ended) {
			record(SESSION_ENDED, mark);
		}
		return ended;
	}

	/** When the person ended its session with this mark, if the trail says so. */
	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any()")
	public Optional<Instant> endedSession(String mark) {
		return own(SESSION_ENDED, mark).or(() -> own("SIGNED_OUT", mark));
	}

	private Optional<Instant> own(String act, String object) {
		return this.audit.newest(this.current.get().businessId(), act, object)
			.filter((event) -> id().equals(event.actor().personId()))
			.map(AuditEvent::happenedAt);
	}

	@Transactional
	@PreAuthorize("@rights.any()")
	public void endOtherSessions(String sessionId) {
		changed("OTHER_SESSIONS_ENDED", null, sessionId);
	}

	private void begin(String sessionId) {
		this.changes.begin(id());
		if (!this.sessions.exists(this.address.audience(), id(), sessionId)) {
			throw new AccessDeniedException("The session of person " + id() + " has ended");
		}
	}

	private void announce(String act, @Nullable String object, String sessionId) {
		changed(act, object, sessionId);
		this.letters.write(person(), LetterKind.CREDENTIALS_CHANGED, act);
	}

	private void changed(String act, @Nullable String object, String sessionId) {
		this.sessions.endOthers(this.address.audience(), id(), sessionId);
		record(act, object);
	}

	private void record(String act, @Nullable String object) {
		this.audit.record(this.current.get().businessId(), this.current.actor(), act, object, Map.of(), Map.of());
	}

	private Person person() {
		return this.people.byId(id()).orElseThrow();
	}

	private UUID id() {
		return this.current.get().personId();
	}

}
