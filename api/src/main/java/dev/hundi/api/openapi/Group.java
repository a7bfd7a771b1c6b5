package dev.hundi.api.openapi;

/**
 * The groups that operations are shown in.
 */
public enum Group {

	WALLET("Wallet", "Balance, funding and movements."),

	BENEFICIARIES("Beneficiaries", "Whom the business pays."),

	PAYOUTS("Payouts", "Payouts, from acceptance to the bank's last word."),

	BULK("Bulk payouts", "Files of up to 500,000 payouts, row by row.");

	private final String title;

	private final String description;

	Group(String title, String description) {
		this.title = title;
		this.description = description;
	}

	String title() {
		return this.title;
	}

	String description() {
		return this.description;
	}

}
