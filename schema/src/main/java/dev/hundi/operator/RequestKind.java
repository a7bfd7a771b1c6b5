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
	REPLAY_DEAD_LETTERS,

	/**
	 * Stores a bank statement that two people approved for loading. Arguments
	 * {@code storedAs} (in the shared file store), {@code name} and {@code account} (may
	 * be absent); result {@code file} and {@code known}.
	 */
	RECEIVE_STATEMENT,

	/**
	 * Reads files with a proposed profile and stores nothing. Arguments {@code proposed}
	 * ({@link dev.hundi.statement.ProposedProfile}) and either {@code day} or
	 * {@code storedAs}, a sample in the shared file store; result {@code linesRead},
	 * {@code linesChanged}, {@code matchesWon}, {@code matchesLost}, {@code problems} and
	 * {@code lines}.
	 */
	READ_PROFILE_TRIAL,

	/**
	 * Closes a past day with other rules and keeps nothing. Arguments {@code rules}
	 * ({@link dev.hundi.reconciliation.ReconciliationRules}) and {@code day}; result
	 * {@code trial} ({@link dev.hundi.reconciliation.RulesTrial}).
	 */
	READ_RULES_TRIAL,

	/**
	 * Writes the report of a run to the shared file store. Arguments {@code runId} and
	 * {@code format}; result {@code storedAs}, {@code mediaType}.
	 */
	READ_RECONCILIATION_REPORT,

	/**
	 * Writes a trial balance or a journal to the shared file store. Arguments
	 * {@code content} ({@code TRIAL_BALANCE} or {@code JOURNAL}), {@code format}
	 * ({@code csv} or {@code xml}), {@code from}, {@code to}, {@code businessId} and
	 * {@code businessCode} (both absent for all businesses); result {@code storedAs},
	 * {@code name} and {@code sizeBytes}.
	 */
	READ_LEDGER_EXPORT,

	/**
	 * Requests a closing. Arguments {@code businessDate}, {@code dry} and {@code full};
	 * result {@code run}.
	 */
	REQUEST_CLOSING,

	/**
	 * Signs a day off. Arguments {@code runId} and {@code completedAt} of the closing
	 * that was read; without it nothing is signed. Result {@code run}.
	 */
	SIGN_OFF_CLOSING,

	/**
	 * Assigns a break. Arguments {@code breakId} and {@code owner}; result {@code break}.
	 */
	OWN_BREAK,

	/**
	 * Assigns breaks, all or none. Arguments {@code breakIds}, {@code owner} and
	 * {@code dueOn} (may be absent); result {@code assigned}, a count.
	 */
	ASSIGN_BREAKS,

	/**
	 * Proposes a resolution. Arguments are the fields of
	 * {@link dev.hundi.reconciliation.NewResolution} but {@code by}; result
	 * {@code resolution}.
	 */
	PROPOSE_RESOLUTION,

	/**
	 * Executes a proposed resolution. Argument {@code resolutionId}; result
	 * {@code resolution}.
	 */
	APPROVE_RESOLUTION,

	/**
	 * Rejects a proposed resolution. Argument {@code resolutionId}; result
	 * {@code resolution}.
	 */
	REJECT_RESOLUTION,

	/**
	 * Proposes a change of the bank calendar. Arguments {@code day}, {@code open} and
	 * {@code name}; result {@code change}.
	 */
	PROPOSE_BANK_DAY,

	/**
	 * Approves a change of the bank calendar. Argument {@code changeId}; result
	 * {@code change}.
	 */
	APPROVE_BANK_DAY,

	/**
	 * Rejects a change of the bank calendar. Argument {@code changeId}; result
	 * {@code change}.
	 */
	REJECT_BANK_DAY;

	/** Whether it changes nothing. */
	public boolean isReading() {
		return name().startsWith("READ_");
	}

}
