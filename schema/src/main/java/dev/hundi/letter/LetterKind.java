package dev.hundi.letter;

/**
 * What a letter says. The portal has a subject and a text for each in its message
 * bundles; the database has the same list.
 */
public enum LetterKind {

	/** Link to join. Parameter: name of the business, empty for the staff. */
	INVITATION(1),

	/** Link to set new credentials. No parameter. */
	RECOVERY(0),

	/**
	 * A person was invited. Parameters: name of the business, empty for the staff; who
	 * invited whom, as e-mail addresses; roles, separated by commas.
	 */
	PERSON_INVITED(4),

	/**
	 * A person got or lost roles. Parameters: name of the business, empty for the staff;
	 * who changed whose, as e-mail addresses; the roles after the change, separated by
	 * commas, empty if none.
	 */
	ROLES_CHANGED(4),

	/** Sign-in from a browser that was not used before. Parameters: browser, address. */
	NEW_DEVICE(2),

	/** Parameters: name of the business, id of the key. */
	KEY_CREATED(2),

	/** Parameters: name of the business, network, act of the audit trail. */
	IP_RULE_CHANGED(3),

	/** Parameters: name of the business, address, act of the audit trail. */
	WEBHOOK_CHANGED(3),

	/** Onboarding needs something from the business. Parameter: its name. */
	KYC_RETURNED(1),

	/** Onboarding is complete. Parameter: name of the business. */
	KYC_APPROVED(1),

	/** Onboarding is refused for good. Parameter: name of the business. */
	KYC_REJECTED(1),

	/** Password or second factor changed. Parameter: the act of the audit trail. */
	CREDENTIALS_CHANGED(1),

	/**
	 * Written by a trigger of the wallet. Parameters: name of the business, balance and
	 * line in rupees.
	 */
	LOW_BALANCE(3);

	private final int parameters;

	LetterKind(int parameters) {
		this.parameters = parameters;
	}

	int parameters() {
		return this.parameters;
	}

}
