package dev.hundi.onboarding;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * An uploaded document.
 *
 * @param place which requirement it is for
 * @param pages number of pages; 0 while it is in quarantine
 * @param removed whether the business replaced or removed it
 */
public record OnboardingDocument(UUID documentId, UUID businessId, Place place, File file, ScanState scanState,
		int pages, Instant createdAt, boolean removed) {

	/**
	 * What a document is for.
	 *
	 * @param principalId null unless the requirement is
	 * {@link Requirement#PRINCIPALS_IDENTITY}
	 * @param part likewise
	 */
	public record Place(Requirement requirement, @Nullable UUID principalId, @Nullable PrincipalPart part) {

		public Place {
			boolean ofPrincipal = requirement == Requirement.PRINCIPALS_IDENTITY;
			if (!requirement.isDocument() || ofPrincipal != (principalId != null) || ofPrincipal != (part != null)) {
				throw new IllegalArgumentException("No place for a document: " + requirement);
			}
		}

		/** The place of a document that is not a principal's. */
		public static Place of(Requirement requirement) {
			return new Place(requirement, null, null);
		}

	}

	/**
	 * The file that was uploaded.
	 *
	 * @param name as the browser named it
	 * @param mediaType by its first bytes
	 */
	public record File(String name, String mediaType, long sizeBytes) {
	}

}
