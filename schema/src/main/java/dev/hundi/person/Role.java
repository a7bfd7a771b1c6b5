package dev.hundi.person;

import java.util.Arrays;
import java.util.List;

/**
 * What a person may do: in a business, or in the staff. A person may have several roles.
 */
public enum Role {

	/** Grants roles and approves; each business keeps at least one. */
	OWNER(Audience.MERCHANT),

	/** Asks for payouts and releases. */
	MAKER(Audience.MERCHANT),

	/** Approves what makers ask for. */
	CHECKER(Audience.MERCHANT),

	/** API keys, IP rules and webhooks. */
	DEVELOPER(Audience.MERCHANT),

	/** Reads. */
	VIEWER(Audience.MERCHANT),

	/** Accompanies businesses until they are approved. */
	ONBOARDING(Audience.STAFF),

	/** Reviews KYC data and documents. */
	KYC_REVIEWER(Audience.STAFF),

	/** Approves what a reviewer accepted. */
	KYC_APPROVER(Audience.STAFF),

	/** Proposes resolutions of breaks and uploads statements. */
	FINANCE_MAKER(Audience.STAFF),

	/** Approves resolutions and signs days off. */
	FINANCE_CHECKER(Audience.STAFF),

	/** Operates payouts, webhooks and jobs. */
	OPERATOR(Audience.STAFF),

	/** Reads everything, changes nothing. */
	AUDITOR(Audience.STAFF),

	/** Grants the roles of the staff; at least one remains. */
	ADMIN(Audience.STAFF);

	private final Audience audience;

	Role(Audience audience) {
		this.audience = audience;
	}

	public Audience audience() {
		return this.audience;
	}

	/** The roles of an audience, in the order in which pages show them. */
	public static List<Role> of(Audience audience) {
		return Arrays.stream(values()).filter((role) -> role.audience == audience).toList();
	}

}
