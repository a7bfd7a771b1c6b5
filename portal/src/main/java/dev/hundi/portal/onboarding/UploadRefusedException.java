package dev.hundi.portal.onboarding;

import java.io.Serial;

/** An upload is not taken. */
public final class UploadRefusedException extends Exception {

	@Serial
	private static final long serialVersionUID = 1L;

	private final UploadProblem problem;

	/** A refusal for a reason. */
	public UploadRefusedException(UploadProblem problem) {
		super(problem.name());
		this.problem = problem;
	}

	/** Why it is not taken. */
	public UploadProblem problem() {
		return this.problem;
	}

}
