package dev.hundi.portal.onboarding;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.hundi.onboarding.OnboardingCase;
import dev.hundi.onboarding.Requirement;
import dev.hundi.onboarding.RequirementEntry;
import dev.hundi.onboarding.RequirementState;

/** What the business does in one go: the parts of the list of tasks. */
enum Task {

	BUSINESS(Requirement.BUSINESS_TYPE, Requirement.LEGAL_NAME, Requirement.DESCRIPTION, Requirement.WEBSITE_URL,
			Requirement.REFUND_POLICY_URL),

	CONTACT(Requirement.EMAIL, Requirement.PHONE),

	REGISTRATION(Requirement.PAN, Requirement.GSTIN, Requirement.CIN),

	ADDRESS(Requirement.ADDRESS_LINE, Requirement.CITY, Requirement.STATE, Requirement.POSTAL_CODE),

	BANK(Requirement.ACCOUNT_HOLDER, Requirement.ACCOUNT_NUMBER, Requirement.IFSC),

	PRINCIPALS(Requirement.PRINCIPALS_IDENTITY),

	/** All other documents. */
	DOCUMENTS;

	private final List<Requirement> requirements;

	Task(Requirement... requirements) {
		this.requirements = List.of(requirements);
	}

	/** The task of a name as it stands in the address of its page. */
	static Optional<Task> of(String path) {
		return Arrays.stream(values()).filter((task) -> task.path().equals(path)).findFirst();
	}

	static Task of(Requirement requirement) {
		return Arrays.stream(values())
			.filter((task) -> task.requirements.contains(requirement))
			.findFirst()
			.orElse(DOCUMENTS);
	}

	/** The last part of the address of its page. */
	String path() {
		return name().toLowerCase(Locale.ROOT);
	}

	/** Whether its page is a form of fields. */
	boolean isForm() {
		return this != PRINCIPALS && this != DOCUMENTS;
	}

	List<RequirementEntry> entries(OnboardingCase present) {
		return present.entries().stream().filter((entry) -> of(entry.requirement()) == this).toList();
	}

	Status status(OnboardingCase present) {
		List<RequirementEntry> entries = entries(present);
		boolean withMerchant = present.progress().merchantCanAct();
		if (withMerchant && entries.stream().anyMatch((entry) -> entry.state() == RequirementState.REFUSED)) {
			return Status.REFUSED;
		}
		if (withMerchant && entries.stream().anyMatch(RequirementEntry::isGap)) {
			boolean begun = entries.stream().anyMatch((entry) -> entry.state() != RequirementState.MISSING)
					|| (this == PRINCIPALS && !present.principals().isEmpty());
			return begun ? Status.BEGUN : Status.NOT_BEGUN;
		}
		if (!withMerchant && !present.progress().isClosed()) {
			return Status.IN_REVIEW;
		}
		return Status.COMPLETE;
	}

	/** How far a task is. */
	enum Status {

		NOT_BEGUN, BEGUN, REFUSED, COMPLETE, IN_REVIEW

	}

}
