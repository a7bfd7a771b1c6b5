package dev.hundi.person;

/**
 * Who a portal is for. Each audience has an origin, a database role, sessions and counts
 * of failed sign-ins of its own.
 */
public enum Audience {

	/** People of businesses. */
	MERCHANT("merchant_session", "sign_in_throttle"),

	/** People of Hundi. */
	STAFF("staff_session", "staff_sign_in_throttle");

	private final String sessionTable;

	private final String throttleTable;

	Audience(String sessionTable, String throttleTable) {
		this.sessionTable = sessionTable;
		this.throttleTable = throttleTable;
	}

	/** The table of Spring Session. */
	public String sessionTable() {
		return this.sessionTable;
	}

	/** The table of failed sign-ins. */
	public String throttleTable() {
		return this.throttleTable;
	}

}
