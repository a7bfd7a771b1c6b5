package dev.hundi.onboarding;

/**
 * Business types of the specification, with the fourth letters that their PANs can have.
 */
public enum BusinessType {

	/** Private or public limited company. */
	COMPANY("C"),

	/** Partnership firm or LLP. */
	PARTNERSHIP("F"),

	/** Sole proprietorship: the PAN is the proprietor's. */
	PROPRIETORSHIP("P"),

	/**
	 * Trust, society or NGO: registered as a trust, an association or body of persons, or
	 * an artificial juridical person.
	 */
	TRUST("TABJ");

	private final String panLetters;

	BusinessType(String panLetters) {
		this.panLetters = panLetters;
	}

	/** Whether a PAN of the right form belongs to this type. */
	boolean hasPan(String pan) {
		return this.panLetters.indexOf(pan.charAt(3)) >= 0;
	}

}
