package dev.hundi.api.openapi;

/**
 * The groups of operations, which OpenAPI calls tags.
 */
public enum Group {

	WALLET("Wallet", "Balance, funding and movements."),

	BENEFICIARIES("Beneficiaries", "Recipients of payouts."),

	PAYOUTS("Payouts", "Payouts, from acceptance to the final status."),

	BULK("Bulk payouts", "Files with up to 500,000 payouts."),

	EVENTS("Events", "What webhooks report, as a list."),

	WEBHOOKS("Webhooks", "Events that the platform sends to the business.");

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
