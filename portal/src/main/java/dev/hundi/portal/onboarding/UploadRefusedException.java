package dev.hundi.portal.onboarding;

import java.io.Serial;

/** An upload is not taken. */
final class UploadRefusedException extends Exception {

	@Serial
	private static final long serialVersionUID = 1L;

	private final UploadProblem problem;

	UploadRefusedException(UploadProblem problem) {
		super(problem.name());
		this.problem = problem;
	}

	UploadProblem problem() {
		return this.problem;
	}

}
