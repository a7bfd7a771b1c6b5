package dev.hundi.startup;

/**
 * The database roles that programs log in as. Each has only the privileges of its work,
 * which {@code R__grant_runtime_roles.sql} lists; the schema's owner only migrates.
 */
public enum RuntimeRole {

	API("hundi_api", "LOGIN"),

	STREAM("hundi_stream", "LOGIN"),

	BATCH("hundi_batch", "LOGIN"),

	/** Delivers webhooks in a process of its own; reads no payee. */
	WEBHOOK("hundi_webhook", "LOGIN"),

	/** The portal for people of businesses, confined by row-level security. */
	PORTAL_MERCHANT("hundi_portal_merchant", "LOGIN"),

	/** The portal for the staff. */
	PORTAL_STAFF("hundi_portal_staff", "LOGIN"),

	/** Reads the change stream, and nothing else. */
	RELAY("hundi_relay", "LOGIN REPLICATION");

	private final String roleName;

	private final String attributes;

	RuntimeRole(String roleName, String attributes) {
		this.roleName = roleName;
		this.attributes = attributes;
	}

	/** Its name in PostgreSQL. */
	public String roleName() {
		return this.roleName;
	}

	String attributes() {
		return this.attributes;
	}

}
