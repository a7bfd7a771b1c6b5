package dev.hundi.portal.signin;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

import dev.hundi.audit.Actor;
import dev.hundi.audit.AuditTrail;
import dev.hundi.business.BusinessRelations;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.person.Audience;
import dev.hundi.person.Credentials;
import dev.hundi.person.People;
import dev.hundi.person.Person;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.person.Roles.Workplace;
import dev.hundi.person.SignInAttempt;
import dev.hundi.person.SignInThrottle;
import dev.hundi.portal.credential.Passkeys;
import dev.hundi.portal.credential.Passwords;
import dev.hundi.portal.credential.SecondFactor;
import dev.hundi.portal.credential.TooManyHashesException;
import dev.hundi.portal.session.DatabaseScope;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.portal.session.SignedIn;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.security.web.webauthn.api.PublicKeyCredentialRequestOptions;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Decides who a person is. Known and unknown people get the same answers; attempts are
 * counted for all copies of the portal, before they are checked.
 */
@Component
class SignIn {

	private static final Logger log = LoggerFactory.getLogger(SignIn.class);

	/** The act that the trail names. While a person is blocked, it is not filled. */
	private static final String FAILED = "SIGN_IN_FAILED";

	/** The key of the problem with a code that is not right. */
	static final String WRONG_CODE = "signin.code.wrong";

	private final Audience audience;

	private final People people;

	private final Roles roles;

	private final BusinessRelations relations;

	private final OnboardingCases cases;

	private final Credentials credentials;

	private final Passwords passwords;

	private final SecondFactor secondFactor;

	private final Passkeys passkeys;

	private final SignInThrottle throttle;

	private final AuditTrail audit;

	private final TransactionOperations transactions;

	SignIn(PortalAddress address, People people, Roles roles, BusinessRelations relations, OnboardingCases cases,
			Credentials credentials, Passwords passwords, SecondFactor secondFactor, Passkeys passkeys,
			SignInThrottle throttle, AuditTrail audit, TransactionOperations transactions) {
		this.audience = address.audience();
		this.people = people;
		this.roles = roles;
		this.relations = relations;
		this.cases = cases;
		this.credentials = credentials;
		this.passwords = passwords;
		this.secondFactor = secondFactor;
		this.passkeys = passkeys;
		this.throttle = throttle;
		this.audit = audit;
		this.transactions = transactions;
	}

	/**
	 * The person of an e-mail address and its password; empty if they are wrong, or
	 * blocked for some time. A blocked network costs no hash, because its answer tells
	 * nothing about people; a blocked e-mail address does, so that it answers as others.
	 */
	Optional<Known> byPassword(String email, String password, String address) {
		return switch (this.throttle.begin(this.audience, email, address)) {
			case SignInAttempt.NetworkBlocked _ -> Optional.empty();
			case SignInAttempt.EmailBlocked _ -> {
				holder(email, password);
				yield Optional.empty();
			}
			case SignInAttempt.Permitted permitted -> byPassword(permitted, email, password, address);
		};
	}

	private Optional<Known> byPassword(SignInAttempt.Permitted attempt, String email, String password, String address) {
		Holder holder = holder(attempt, email, password);
		if (holder.right()) {
			this.throttle.giveBack(attempt);
			return holder.person().map((person) -> new Known(person, holder.credentials()));
		}
		holder.person().ifPresent((known) -> recordFailure(known, address));
		return Optional.empty();
	}

	/** Apart from the answer, whose time would tell that a person has the address. */
	private void recordFailure(Person person, String address) {
		Thread.ofVirtual().name("failed-sign-in").start(() -> {
			try {
				record(person, address, FAILED);
			}
			catch (RuntimeException ex) {
				log.error("A failed sign-in of person {} is not in the audit trail", person.personId(), ex);
			}
		});
	}

	private Holder holder(SignInAttempt.Permitted attempt, String email, String password) {
		try {
			return holder(email, password);
		}
		catch (TooManyHashesException ex) {
			this.throttle.giveBack(attempt);
			throw ex;
		}
	}

	private Holder holder(String email, String password) {
		Optional<Person> person = inTransaction(() -> this.people.byEmail(this.audience, email));
		// No person has a random id: an unknown address costs the same queries.
		UUID personId = person.map(Person::personId).orElseGet(UUID::randomUUID);
		// Before the password: one that is set meanwhile is not that of the fingerprint.
		String credentials = fingerprint(personId);
		String hash = inTransaction(() -> this.credentials.passwordHash(personId)).orElse(null);
		return new Holder(person, credentials, this.passwords.matches(password, hash));
	}

	/**
	 * Checks a code of a person; counted and blocked like passwords.
	 * @return the key of the problem, or empty if the code is right
	 */
	Optional<String> bySecondFactor(Person person, String code, String address) {
		return check(this.throttle.begin(this.audience, person.email(), address), person, code, address);
	}

	/**
	 * Checks a code with which a signed-in person confirms an act; counted and blocked
	 * apart from sign-ins.
	 * @return the key of the problem, or empty if the code is right
	 */
	Optional<String> confirmsByCode(Person person, String code, String address) {
		return check(this.throttle.beginConfirmation(this.audience, person.personId(), address), person, code, address);
	}

	private Optional<String> check(SignInAttempt attempt, Person person, String code, String address) {
		if (!(attempt instanceof SignInAttempt.Permitted permitted)) {
			return Optional.of(WRONG_CODE);
		}
		return switch (this.secondFactor.use(person.personId(), code)) {
			case CODE -> {
				this.throttle.succeeded(permitted);
				yield Optional.empty();
			}
			case RECOVERY_CODE -> {
				this.throttle.succeeded(permitted);
				record(person, address, "RECOVERY_CODE_USED");
				yield Optional.empty();
			}
			case WRONG -> {
				record(person, address, FAILED);
				yield Optional.of(WRONG_CODE);
			}
			case UNREADABLE -> {
				// The code was not compared, so it was no guess.
				this.throttle.giveBack(permitted);
				yield Optional.of("signin.code.unreadable");
			}
		};
	}

	/** The person of a passkey; empty if it is not valid here. */
	Optional<Known> byPasskey(PublicKeyCredentialRequestOptions options, String credential, String address) {
		if (!(this.throttle.begin(this.audience, address) instanceof SignInAttempt.Permitted permitted)) {
			return Optional.empty();
		}
		Optional<UUID> owner = this.passkeys.owner(credential);
		String credentials = owner.map(this::fingerprint).orElse("");
		Optional<Known> known = verified(options, credential).map((person) -> new Known(person, credentials));
		if (known.isPresent()) {
			this.throttle.giveBack(permitted);
		}
		else {
			owner.flatMap(this::ofAudience).ifPresent((person) -> record(person, address, FAILED));
		}
		return known;
	}

	/** Whether a passkey is one of a person; a failure is one of this person. */
	boolean confirmsByPasskey(Person person, PublicKeyCredentialRequestOptions options, String credential,
			String address) {
		if (!(this.throttle.begin(this.audience, address) instanceof SignInAttempt.Permitted permitted)) {
			return false;
		}
		boolean confirmed = verified(options, credential).map(Person::personId)
			.filter(person.personId()::equals)
			.isPresent();
		if (confirmed) {
			this.throttle.giveBack(permitted);
		}
		else {
			record(person, address, FAILED);
		}
		return confirmed;
	}

	private Optional<Person> verified(PublicKeyCredentialRequestOptions options, String credential) {
		try {
			return ofAudience(this.passkeys.verify(options, credential));
		}
		catch (Passkeys.InvalidPasskeyException ex) {
			// The caller counts it, like an unknown passkey.
			return Optional.empty();
		}
	}

	private Optional<Person> ofAudience(UUID personId) {
		return byId(personId).filter((known) -> known.audience() == this.audience);
	}

	Optional<Person> byId(UUID personId) {
		return inTransaction(() -> this.people.byId(personId));
	}

	/** Of the credentials of a person, as {@link Credentials#fingerprint} says. */
	String fingerprint(UUID personId) {
		return inTransaction(() -> this.credentials.fingerprint(personId));
	}

	/**
	 * What a session of a person contains; empty if the person has no role.
	 * @param businessId the business to work in; null for the first one whose relation
	 * lasts, or the first one if there is none
	 */
	Optional<SignedIn> session(Person person, @Nullable UUID businessId, Instant signedInAt) {
		if (this.audience == Audience.STAFF) {
			Set<Role> held = inTransaction(() -> this.roles.staffRoles(person.personId()));
			return held.isEmpty() ? Optional.empty() : Optional
				.of(new SignedIn(person.personId(), person.name(), person.email(), null, null, held, signedInAt));
		}
		return workplace(person.personId(), businessId).map((place) -> new SignedIn(person.personId(), person.name(),
				person.email(), place.businessId(), place.businessName(), place.roles(), signedInAt));
	}

	private Optional<Workplace> workplace(UUID personId, @Nullable UUID businessId) {
		List<Workplace> all = workplaces(personId);
		if (businessId != null) {
			return all.stream().filter((place) -> place.businessId().equals(businessId)).findFirst();
		}
		return all.stream()
			.filter((place) -> all.size() == 1 || !hasEnded(personId, place.businessId()))
			.findFirst()
			.or(() -> all.stream().findFirst());
	}

	/** In the scope of the business, because its case is visible in no other. */
	private boolean hasEnded(UUID personId, UUID businessId) {
		return DatabaseScope.as(personId, businessId, () -> inTransaction(
				() -> this.relations.hasEnded(businessId) || this.cases.isRejectedOrErased(businessId)));
	}

	/** The businesses of a person. */
	List<Workplace> workplaces(UUID personId) {
		return DatabaseScope.as(personId, null, () -> inTransaction(() -> this.roles.workplaces(personId)));
	}

	/**
	 * Records an act of a person in the chains of all its businesses, or of the staff.
	 */
	void record(Person person, String address, String act) {
		record(person, new Actor(person.personId(), null, address), act, null);
	}

	/**
	 * Records the end of a session under its mark, so that another page that shows it
	 * still can say when it ended.
	 */
	void signedOut(Person person, String address, @Nullable String mark) {
		record(person, new Actor(person.personId(), mark, address), "SIGNED_OUT", mark);
	}

	private void record(Person person, Actor actor, String act, @Nullable String object) {
		if (this.audience == Audience.STAFF) {
			inTransaction(() -> {
				this.audit.record(null, actor, act, object, Map.of(), Map.of());
				return true;
			});
			return;
		}
		for (Workplace place : workplaces(person.personId())) {
			DatabaseScope.as(person.personId(), place.businessId(), () -> inTransaction(() -> {
				this.audit.record(place.businessId(), actor, act, object, Map.of(), Map.of());
				return true;
			}));
		}
	}

	private <T> T inTransaction(Supplier<T> action) {
		return Objects.requireNonNull(this.transactions.execute((status) -> action.get()));
	}

	/**
	 * Who has an e-mail address.
	 *
	 * @param credentials fingerprint of before the password was read
	 * @param right whether the password is right
	 */
	private record Holder(Optional<Person> person, String credentials, boolean right) {
	}

	/**
	 * A person who gave the right password or passkey.
	 *
	 * @param credentials fingerprint of before it was checked
	 */
	record Known(Person person, String credentials) {
	}

}
