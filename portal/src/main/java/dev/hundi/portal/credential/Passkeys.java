package dev.hundi.portal.credential;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import com.webauthn4j.util.exception.WebAuthnException;
import dev.hundi.person.Person;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.text.Beginning;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.JdbcOperations;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.webauthn.api.AuthenticatorAssertionResponse;
import org.springframework.security.web.webauthn.api.AuthenticatorAttestationResponse;
import org.springframework.security.web.webauthn.api.AuthenticatorSelectionCriteria;
import org.springframework.security.web.webauthn.api.Bytes;
import org.springframework.security.web.webauthn.api.CredentialRecord;
import org.springframework.security.web.webauthn.api.ImmutableCredentialRecord;
import org.springframework.security.web.webauthn.api.ImmutablePublicKeyCredentialUserEntity;
import org.springframework.security.web.webauthn.api.PublicKeyCredential;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialCreationOptions;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialRequestOptions;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialRpEntity;
import org.springframework.security.web.webauthn.api.PublicKeyCredentialUserEntity;
import org.springframework.security.web.webauthn.api.ResidentKeyRequirement;
import org.springframework.security.web.webauthn.api.UserVerificationRequirement;
import org.springframework.security.web.webauthn.jackson.WebauthnJacksonModule;
import org.springframework.security.web.webauthn.management.ImmutablePublicKeyCredentialCreationOptionsRequest;
import org.springframework.security.web.webauthn.management.ImmutablePublicKeyCredentialRequestOptionsRequest;
import org.springframework.security.web.webauthn.management.ImmutableRelyingPartyRegistrationRequest;
import org.springframework.security.web.webauthn.management.JdbcPublicKeyCredentialUserEntityRepository;
import org.springframework.security.web.webauthn.management.JdbcUserCredentialRepository;
import org.springframework.security.web.webauthn.management.RelyingPartyAuthenticationRequest;
import org.springframework.security.web.webauthn.management.RelyingPartyPublicKey;
import org.springframework.security.web.webauthn.management.Webauthn4JRelyingPartyOperations;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Passkeys: two per person, with user verification. A passkey is both factors at once.
 * <p>
 * A session keeps only the challenge of a registration, because the options of Spring
 * Security 7.0 are not serializable; all else in them is the same each time.
 */
@Component
public class Passkeys {

	/** Passkeys of one person. */
	public static final int PER_PERSON = 2;

	private static final int LABEL_LENGTH = 60;

	private static final JsonMapper json = JsonMapper.builder().addModule(new WebauthnJacksonModule()).build();

	private final JdbcPublicKeyCredentialUserEntityRepository people;

	private final JdbcUserCredentialRepository credentials;

	private final Webauthn4JRelyingPartyOperations operations;

	Passkeys(JdbcOperations jdbc, PortalAddress address) {
		this.people = new JdbcPublicKeyCredentialUserEntityRepository(jdbc);
		this.credentials = new JdbcUserCredentialRepository(jdbc);
		this.operations = new Webauthn4JRelyingPartyOperations(this.people, this.credentials,
				PublicKeyCredentialRpEntity.builder().id(address.origin().getHost()).name("Hundi").build(),
				Set.of(address.origin().toString()));
		this.operations.setCustomizeCreationOptions(
				(options) -> options.authenticatorSelection(AuthenticatorSelectionCriteria.builder()
					.residentKey(ResidentKeyRequirement.REQUIRED)
					.userVerification(UserVerificationRequirement.REQUIRED)
					.build()));
		this.operations
			.setCustomizeRequestOptions((options) -> options.userVerification(UserVerificationRequirement.REQUIRED));
	}

	/**
	 * Begins a registration: the options for the browser, and the challenge for the
	 * session.
	 */
	@Transactional
	public Challenge beginRegistration(Person person) {
		PublicKeyCredentialCreationOptions options = options(person, null);
		return new Challenge(json.writeValueAsString(options), options.getChallenge().toBase64UrlString());
	}

	/**
	 * Stores the passkey that a browser made.
	 * @param credential JSON of the browser
	 * @throws InvalidPasskeyException if it does not belong to the challenge
	 */
	@Transactional
	public String register(Person person, String challenge, JsonNode credential, String label) {
		try {
			requireResponse(credential, "attestationObject", "clientDataJSON");
			PublicKeyCredential<AuthenticatorAttestationResponse> made = json.readValue(credential.toString(),
					new TypeReference<PublicKeyCredential<AuthenticatorAttestationResponse>>() {
					});
			return this.operations
				.registerCredential(new ImmutableRelyingPartyRegistrationRequest(options(person, challenge),
						new RelyingPartyPublicKey(made, label(label))))
				.getCredentialId()
				.toBase64UrlString();
		}
		catch (JacksonException | IllegalArgumentException | WebAuthnException ex) {
			throw new InvalidPasskeyException(ex);
		}
	}

	@Transactional
	public PublicKeyCredentialRequestOptions beginSignIn() {
		return this.operations
			.createCredentialRequestOptions(new ImmutablePublicKeyCredentialRequestOptionsRequest(null));
	}

	/** Options as the browser takes them. */
	public String json(PublicKeyCredentialRequestOptions options) {
		return json.writeValueAsString(options);
	}

	/**
	 * Checks the answer of an authenticator and notes its use.
	 * @return the person
	 * @throws InvalidPasskeyException if it does not belong to the challenge or no person
	 * has this passkey
	 */
	@Transactional
	public UUID verify(PublicKeyCredentialRequestOptions options, String credential) {
		try {
			requireResponse(json.readTree(credential), "authenticatorData", "clientDataJSON", "signature");
			PublicKeyCredential<AuthenticatorAssertionResponse> given = json.readValue(credential,
					new TypeReference<PublicKeyCredential<AuthenticatorAssertionResponse>>() {
					});
			PublicKeyCredentialUserEntity user = this.operations
				.authenticate(new RelyingPartyAuthenticationRequest(options, given));
			return UUID.fromString(user.getName());
		}
		catch (JacksonException | IllegalArgumentException | WebAuthnException | AuthenticationException ex) {
			throw new InvalidPasskeyException(ex);
		}
	}

	/** Whose passkey an answer names, right or wrong. */
	@Transactional(readOnly = true)
	public Optional<UUID> owner(String credential) {
		try {
			JsonNode id = json.readTree(credential).path("id");
			return Optional.ofNullable(this.credentials.findByCredentialId(Bytes.fromBase64(id.asString(""))))
				.map((passkey) -> this.people.findById(passkey.getUserEntityUserId()))
				.map((user) -> UUID.fromString(user.getName()));
		}
		catch (JacksonException | IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/** The passkeys of a person, the oldest first. */
	@Transactional(readOnly = true)
	public List<CredentialRecord> of(UUID personId) {
		return entity(personId)
			.map((user) -> this.credentials.findByUserId(user.getId())
				.stream()
				.sorted(Comparator.comparing(CredentialRecord::getCreated))
				.toList())
			.orElse(List.of());
	}

	/** Gives a passkey another name; false if the person has no such passkey. */
	@Transactional
	public boolean rename(UUID personId, String id, String label) {
		Optional<CredentialRecord> found = find(personId, id);
		found.ifPresent((passkey) -> this.credentials
			.save(ImmutableCredentialRecord.fromCredentialRecord(passkey).label(label(label)).build()));
		return found.isPresent();
	}

	/** Removes a passkey; false if the person has no such passkey. */
	@Transactional
	public boolean remove(UUID personId, String id) {
		Optional<CredentialRecord> found = find(personId, id);
		found.ifPresent((passkey) -> this.credentials.delete(passkey.getCredentialId()));
		return found.isPresent();
	}

	private Optional<CredentialRecord> find(UUID personId, String id) {
		return of(personId).stream()
			.filter((passkey) -> passkey.getCredentialId().toBase64UrlString().equals(id))
			.findFirst();
	}

	/** Options with a challenge that was given out before, or with a new one. */
	private PublicKeyCredentialCreationOptions options(Person person, @Nullable String challenge) {
		if (entity(person.personId()).isEmpty()) {
			this.people.save(ImmutablePublicKeyCredentialUserEntity.builder()
				.id(Bytes.random())
				.name(person.personId().toString())
				.displayName(person.name())
				.build());
		}
		PublicKeyCredentialCreationOptions made = this.operations
			.createPublicKeyCredentialCreationOptions(new ImmutablePublicKeyCredentialCreationOptionsRequest(
					UsernamePasswordAuthenticationToken.authenticated(person.personId().toString(), null, List.of())));
		var options = PublicKeyCredentialCreationOptions.builder()
			.rp(made.getRp())
			// Authenticators show the name.
			.user(ImmutablePublicKeyCredentialUserEntity.builder()
				.id(made.getUser().getId())
				.name(person.email())
				.displayName(person.name())
				.build())
			.challenge((challenge != null) ? Bytes.fromBase64(challenge) : made.getChallenge())
			.pubKeyCredParams(made.getPubKeyCredParams())
			.excludeCredentials(made.getExcludeCredentials())
			.authenticatorSelection(made.getAuthenticatorSelection());
		Optional.ofNullable(made.getTimeout()).ifPresent(options::timeout);
		Optional.ofNullable(made.getAttestation()).ifPresent(options::attestation);
		Optional.ofNullable(made.getExtensions()).ifPresent(options::extensions);
		return options.build();
	}

	private Optional<PublicKeyCredentialUserEntity> entity(UUID personId) {
		return Optional.ofNullable(this.people.findByUsername(personId.toString()));
	}

	/** Spring Security expects these without a check. */
	private static void requireResponse(JsonNode credential, String... names) {
		if (!credential.hasNonNull("rawId") || !credential.hasNonNull("id")) {
			throw new IllegalArgumentException("The credential has no id");
		}
		for (String name : names) {
			if (!credential.path("response").path(name).isString()) {
				throw new IllegalArgumentException("The credential has no " + name);
			}
		}
	}

	private static String label(String label) {
		String text = label.strip();
		return text.isEmpty() ? "Passkey" : Beginning.of(text, LABEL_LENGTH);
	}

	/**
	 * The beginning of a registration.
	 *
	 * @param options JSON for the browser
	 * @param challenge in base64url
	 */
	public record Challenge(String options, String challenge) {
	}

	/** A browser gave a passkey that is not valid here. */
	public static final class InvalidPasskeyException extends RuntimeException {

		InvalidPasskeyException(Throwable cause) {
			super(cause);
		}

	}

}
