package dev.hundi.onboarding;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A case with all that the business gave.
 *
 * @param businessType null until the business chose it
 * @param entries what the business gives, in the order of {@link Requirement}; before it
 * chose a type, what every business gives
 * @param documents present documents, oldest first
 */
public record OnboardingCase(UUID businessId, Progress progress, @Nullable BusinessType businessType,
		List<RequirementEntry> entries, List<Principal> principals, List<OnboardingDocument> documents) {

	public OnboardingCase {
		entries = List.copyOf(entries);
		principals = List.copyOf(principals);
		documents = List.copyOf(documents);
	}

	/** The entry of a requirement; empty if businesses of this type do not give it. */
	public Optional<RequirementEntry> entry(Requirement requirement) {
		return this.entries.stream().filter((entry) -> entry.requirement() == requirement).findFirst();
	}

	/** The value of a field; null if it is not given. */
	public @Nullable String value(Requirement requirement) {
		return entry(requirement).map(RequirementEntry::value).orElse(null);
	}

	/** Documents of a requirement. */
	public List<OnboardingDocument> documents(Requirement requirement) {
		return this.documents.stream().filter((found) -> found.place().requirement() == requirement).toList();
	}

	/** The document of a principal. */
	public Optional<OnboardingDocument> document(UUID principalId, PrincipalPart part) {
		return this.documents.stream()
			.filter((found) -> principalId.equals(found.place().principalId()) && found.place().part() == part)
			.findFirst();
	}

	/** Whether the business may change a requirement at present. */
	public boolean isOpen(Requirement requirement) {
		return this.progress.merchantCanAct() && entry(requirement).map(RequirementEntry::open).orElse(false);
	}

	/** Required entries that are missing or refused. */
	public List<RequirementEntry> gaps() {
		return this.entries.stream().filter(RequirementEntry::isGap).toList();
	}

	/**
	 * Where a case stands.
	 *
	 * @param withMerchant whether the business fills in or answers
	 * @param submittedAt the last submission
	 * @param erasedAt when its personal data was erased; nothing changes afterwards
	 * @param version the version to act on
	 */
	public record Progress(CaseState state, boolean withMerchant, Instant createdAt, @Nullable Instant submittedAt,
			int submissions, @Nullable Instant closedAt, @Nullable String rejectionReason, @Nullable Instant erasedAt,
			long version) {

		/** Whether nothing can be done with the case any more. */
		public boolean isClosed() {
			return this.state.isFinal() || this.erasedAt != null;
		}

		/** Whether the business can act on the case. */
		public boolean merchantCanAct() {
			return this.withMerchant && !isClosed();
		}

	}

}
