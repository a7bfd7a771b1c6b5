package dev.hundi.portal.payout;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** A column of the list of payouts. Its text is the one of the same name. */
enum PayoutColumn {

	CREATED, REFERENCE, PAYEE, ACCOUNT, RAIL, AMOUNT, FEE, STATE, DETAIL, UTR, SOURCE;

	/** What the list shows to a person who chose nothing. */
	static final Set<PayoutColumn> USUAL = Collections
		.unmodifiableSet(EnumSet.of(CREATED, REFERENCE, PAYEE, ACCOUNT, RAIL, AMOUNT, STATE, UTR));

	/** The key of its text. */
	public String text() {
		return (this == DETAIL) ? "payout.detail" : "payouts." + name().toLowerCase(Locale.ROOT);
	}

}
