package dev.hundi.approval;

import java.util.Arrays;

/** The state of an approval. All but the first are final. */
public enum ApprovalState {

	/** Waits for decisions. */
	OPEN("OPEN"),

	/** As many people approved it as the rule needs. */
	APPROVED("AGREED"),

	/** One person rejected it. */
	REJECTED("REFUSED"),

	/** Taken back by its maker. */
	WITHDRAWN("WITHDRAWN");

	private final String stored;

	/** With the word of the database, which is older than those of the portal. */
	ApprovalState(String stored) {
		this.stored = stored;
	}

	static ApprovalState of(String stored) {
		return Arrays.stream(values()).filter((state) -> state.stored.equals(stored)).findFirst().orElseThrow();
	}

}
