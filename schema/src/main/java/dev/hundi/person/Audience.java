package dev.hundi.person;

/**
 * Who a portal is for. Each audience has an origin, a database role and sessions of its
 * own.
 */
public enum Audience {

	/** People of businesses. */
	MERCHANT("merchant_session"),

	/** People of Hundi. */
	STAFF("staff_session");

	private final String sessionTable;

	Audience(String sessionTable) {
		this.sessionTable = sessionTable;
	}

	/** The table of Spring Session. */
	public String sessionTable() {
		return this.sessionTable;
	}

}
