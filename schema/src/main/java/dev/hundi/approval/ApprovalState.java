package dev.hundi.approval;

/** The state of an approval. All but the first are final. */
public enum ApprovalState {

	/** Waits for decisions. */
	OPEN,

	/** As many people agreed as the rule needs. */
	AGREED,

	/** One person refused. */
	REFUSED,

	/** Taken back by its maker. */
	WITHDRAWN

}
