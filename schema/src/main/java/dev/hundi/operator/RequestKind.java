package dev.hundi.operator;

/**
 * What the staff portal asks another process to do. Every kind is idempotent, because an
 * expired claim is carried out again. Reading kinds begin with {@code READ_} and need no
 * reason. Arguments and results are JSON objects with the fields that each kind names.
 */
public enum RequestKind {

	/**
	 * Records that a dead letter needs no replay. Arguments {@code topic} and
	 * {@code offset}; result {@code discarded}, a count.
	 */
	DISCARD_DEAD_LETTER,

	/**
	 * Runs a job again whose last run failed. Argument {@code execution}, the id of that
	 * run; result {@code job} and {@code due}, or {@code status} if it has run meanwhile.
	 */
	RESTART_JOB,

	/**
	 * Lists dead letters. Arguments {@code replayed} (boolean) and {@code limit}; result
	 * {@code letters}.
	 */
	READ_DEAD_LETTERS,

	/**
	 * Shows a dead letter. Arguments {@code topic} and {@code offset}; result
	 * {@code letter}.
	 */
	READ_DEAD_LETTER,

	/**
	 * Sends a dead letter to its topic again. Arguments {@code topic} and {@code offset};
	 * result {@code replayed}, a count.
	 */
	REPLAY_DEAD_LETTER,

	/**
	 * Replays every dead letter that was not replayed yet. No arguments; result
	 * {@code replayed}, a count.
	 */
	REPLAY_DEAD_LETTERS;

	/** Whether it changes nothing. */
	public boolean isReading() {
		return name().startsWith("READ_");
	}

}
