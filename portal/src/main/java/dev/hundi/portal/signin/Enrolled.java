package dev.hundi.portal.signin;

import java.util.List;

/** What became of an enrolment by an invitation. */
sealed interface Enrolled {

	/**
	 * The person can sign in.
	 *
	 * @param recoveryCodes shown once
	 */
	record Done(List<String> recoveryCodes) implements Enrolled {
	}

	/** The invitation is used, withdrawn or expired. */
	record Gone() implements Enrolled {
	}

	/** Another person, perhaps of the other audience, has the address. */
	record AddressTaken() implements Enrolled {
	}

}
