package dev.hundi.portal.credential;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

import dev.hundi.person.Credentials;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Accepts a TOTP code or a recovery code, each once. */
@Component
public class SecondFactor {

	private static final Logger log = LoggerFactory.getLogger(SecondFactor.class);

	private final Credentials credentials;

	private final Totp totp;

	SecondFactor(Credentials credentials, Totp totp) {
		this.credentials = credentials;
		this.totp = totp;
	}

	/**
	 * Uses a code up. A recovery code does not need the TOTP secret, which may be lost
	 * with its key.
	 */
	@Transactional
	public Result use(UUID personId, String code) {
		if (!Totp.isCode(code)) {
			return this.credentials.useRecoveryCode(personId, code) ? Result.RECOVERY_CODE : Result.WRONG;
		}
		Optional<byte[]> secret;
		try {
			secret = this.credentials.totpSecret(personId);
		}
		catch (IllegalStateException ex) {
			log.error(
					"A code of person {} cannot be checked, because its TOTP secret does not decrypt. Its recovery codes and passkeys still work",
					personId, ex);
			return Result.UNREADABLE;
		}
		OptionalLong step = secret.map((present) -> this.totp.step(present, code)).orElse(OptionalLong.empty());
		return (step.isPresent() && this.credentials.useStep(personId, step.getAsLong())) ? Result.CODE : Result.WRONG;
	}

	/** What was accepted. */
	public enum Result {

		/** A TOTP code. */
		CODE,

		/** A recovery code, which is used up. */
		RECOVERY_CODE,

		/** Nothing: the secret of the person cannot be decrypted. */
		UNREADABLE,

		/** Nothing. */
		WRONG

	}

}
