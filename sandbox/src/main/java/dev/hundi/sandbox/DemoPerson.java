package dev.hundi.sandbox;

/**
 * A person who signs in to a portal of the sandbox.
 *
 * @param user e-mail address
 * @param totpSecret of the authenticator, in Base32
 */
public record DemoPerson(String role, String user, String password, String totpSecret) {

	/** Without credentials, for logs. */
	@Override
	public String toString() {
		return "DemoPerson[user=" + this.user + ", role=" + this.role + "]";
	}

}
