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

	/** Uses a code up. */
	@Transactional
	public Result use(UUID personId, String code) {
		OptionalLong step = this.credentials.totpSecret(personId)
			.map((secret) -> this.totp.step(secret, code))
			.orElse(OptionalLong.empty());
		if (step.isPresent()) {
			return this.credentials.useStep(personId, step.getAsLong()) ? Result.CODE : Result.WRONG;
		}
		return this.credentials.useRecoveryCode(personId, code) ? Result.RECOVERY_CODE : Result.WRONG;
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
