package dev.hundi.portal.credential;

import java.util.OptionalLong;
import java.util.UUID;

import dev.hundi.person.Credentials;

import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Accepts a TOTP code or a recovery code, each once. */
@Component
public class SecondFactor {

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
		OptionalLong step = this.credentials.totpSecret(personId)
			.map((secret) -> this.totp.step(secret, code))
			.orElse(OptionalLong.empty());
		return (step.isPresent() && this.credentials.useStep(personId, step.getAsLong())) ? Result.CODE : Result.WRONG;
	}

	/** What was accepted. */
	public enum Result {

		/** A TOTP code. */
		CODE,

		/** A recovery code, which is used up. */
		RECOVERY_CODE,

		/** Nothing. */
		WRONG

	}

}
