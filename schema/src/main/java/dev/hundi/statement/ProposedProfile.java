package dev.hundi.statement;

import java.time.LocalDate;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A version of a profile that two people approve.
 *
 * @param name 2 to 40 lower-case letters, digits and hyphens, a letter first
 * @param validFrom first day, Asia/Kolkata
 * @param trialId the request that tried it; null while it is tried, and for versions that
 * were stored before a trial was needed
 * @param tried the result of the trial; null if it has none
 * @param basedOn the newest version of the profile when it was proposed, 0 if it had
 * none: a later one would be undone unseen; null while it is tried, and for proposals
 * that do not state it
 */
public record ProposedProfile(String name, LocalDate validFrom, ProfileContent profile, @Nullable UUID trialId,
		@Nullable ProfileTrial tried, @Nullable Integer basedOn) {

	public ProposedProfile {
		if (!name.matches("[a-z][a-z0-9-]{1,39}")) {
			throw new IllegalArgumentException("name: 2 to 40 lower-case letters, digits and hyphens, a letter first");
		}
	}

	/** A profile to be tried. */
	public ProposedProfile(String name, LocalDate validFrom, ProfileContent profile) {
		this(name, validFrom, profile, null, null, null);
	}

	/** The same profile as it was tried, from another first day. */
	public ProposedProfile from(LocalDate day, UUID trial, ProfileTrial result) {
		return new ProposedProfile(this.name, day, this.profile, trial, result, this.basedOn);
	}

	/** The same proposal, made when a version was the newest. */
	public ProposedProfile basedOn(int newest) {
		return new ProposedProfile(this.name, this.validFrom, this.profile, this.trialId, this.tried, newest);
	}

}
