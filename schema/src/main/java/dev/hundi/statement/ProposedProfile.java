package dev.hundi.statement;

import java.time.LocalDate;

/**
 * A version of a profile that two people agree to.
 *
 * @param name 2 to 40 lower-case letters, digits and hyphens, a letter first
 * @param validFrom first day, Asia/Kolkata
 */
public record ProposedProfile(String name, LocalDate validFrom, ProfileContent profile) {

	public ProposedProfile {
		if (!name.matches("[a-z][a-z0-9-]{1,39}")) {
			throw new IllegalArgumentException("name: 2 to 40 lower-case letters, digits and hyphens, a letter first");
		}
	}

}
