package dev.hundi.onboarding;

/** Why a field or document is refused. */
public enum RefusalReason {

	/** It cannot be read. */
	ILLEGIBLE,

	/** It is another document than was asked for. */
	WRONG_DOCUMENT,

	/** Pages or parts are missing. */
	INCOMPLETE,

	/** It is no longer valid. */
	EXPIRED,

	/** It lacks the signature or self-attestation. */
	NOT_SIGNED,

	/** It names another person or business. */
	NAME_DIFFERS,

	/** A public register says something else. */
	DIFFERS_FROM_REGISTER,

	/** A field and the document that proves it differ. */
	DIFFERS_FROM_DOCUMENT,

	/** The address does not answer, or shows something else. */
	NOT_REACHABLE,

	/** The virus scanner found something. */
	INFECTED,

	/** The file cannot be opened. */
	UNREADABLE,

	/** Another reason, in the reviewer's words. */
	OTHER

}
