package dev.hundi.person;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/** Whether a password, code or passkey may be checked. */
public sealed interface SignInAttempt {

	/** It may: it is counted as a failure until it succeeds or is given back. */
	final class Permitted implements SignInAttempt {

		private final Counted network;

		private final @Nullable Counted email;

		Permitted(Counted network, @Nullable Counted email) {
			this.network = network;
			this.email = email;
		}

		Counted network() {
			return this.network;
		}

		/**
		 * The count of the e-mail address of a sign-in, or of the person who confirms an
		 * act; null if the attempt names neither.
		 */
		@Nullable Counted email() {
			return this.email;
		}

	}

	/** The e-mail address, or the confirming person, is blocked; the network is not. */
	final class EmailBlocked implements SignInAttempt {

	}

	/** The network is blocked for every person. */
	final class NetworkBlocked implements SignInAttempt {

	}

	/**
	 * An attempt that is counted.
	 *
	 * @param audience whose table counts it
	 * @param key of its row
	 * @param allowed failures before a block
	 * @param blockedUntil the end of the block that it causes if it fails; null if it
	 * causes none
	 */
	@SuppressWarnings("ArrayRecordComponent")
	record Counted(Audience audience, byte[] key, int allowed, @Nullable Instant blockedUntil) {
	}

}
