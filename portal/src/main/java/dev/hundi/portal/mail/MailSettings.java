package dev.hundi.portal.mail;

import java.util.Properties;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.ssl.SslBundle;

/**
 * The mail server that letters are handed to: {@code hundi.mail.*}.
 *
 * @param security how the connection is encrypted
 * @param allowPlaintext permits {@link Security#PLAINTEXT}; for a sandbox only
 * @param sslBundle the SSL bundle with the authority of the server's certificate; null
 * for the authorities of the Java runtime
 * @param username null for a server that asks for none
 * @param from sender of all letters
 */
public record MailSettings(String host, @DefaultValue("587") int port, @DefaultValue("starttls") Security security,
		boolean allowPlaintext, @Nullable String sslBundle, @Nullable String username, @Nullable String password,
		String from) {

	private static final String CONNECT_MS = "10000";

	private static final String ANSWER_MS = "20000";

	public MailSettings {
		if (host == null || host.isBlank()) {
			throw new IllegalArgumentException("hundi.mail.host must name the mail server");
		}
		if (port < 1 || port > 65535) {
			throw new IllegalArgumentException("hundi.mail.port must be 1 to 65535");
		}
		if (from == null || !from.matches("[^@\\s]+@[^@\\s]+")) {
			throw new IllegalArgumentException("hundi.mail.from must be an e-mail address");
		}
		if ((username == null) != (password == null)) {
			throw new IllegalArgumentException("hundi.mail.username and hundi.mail.password belong together");
		}
		if (security == Security.PLAINTEXT && (username != null || sslBundle != null)) {
			throw new IllegalArgumentException(
					"hundi.mail.username and hundi.mail.ssl-bundle need hundi.mail.security starttls or tls");
		}
		if (security == Security.PLAINTEXT && !allowPlaintext) {
			throw new IllegalArgumentException(
					"hundi.mail.security must be starttls or tls; hundi.mail.allow-plaintext=true permits plaintext");
		}
	}

	/** How the connection to a mail server is encrypted. */
	public enum Security {

		/** The connection is encrypted after its first line, or not used. */
		STARTTLS,

		/** The connection is encrypted from its beginning. */
		TLS,

		/** Not at all. */
		PLAINTEXT

	}

	/**
	 * The settings as Jakarta Mail knows them.
	 * @param bundle of {@link #sslBundle}, or null
	 */
	Properties properties(@Nullable SslBundle bundle) {
		Properties properties = new Properties();
		properties.put("mail.smtp.auth", String.valueOf(this.username != null));
		properties.put("mail.smtp.starttls.enable", String.valueOf(this.security == Security.STARTTLS));
		properties.put("mail.smtp.starttls.required", String.valueOf(this.security == Security.STARTTLS));
		properties.put("mail.smtp.ssl.enable", String.valueOf(this.security == Security.TLS));
		properties.put("mail.smtp.ssl.checkserveridentity", "true");
		properties.put("mail.smtp.connectiontimeout", CONNECT_MS);
		properties.put("mail.smtp.timeout", ANSWER_MS);
		properties.put("mail.smtp.writetimeout", ANSWER_MS);
		if (bundle != null) {
			properties.put("mail.smtp.ssl.socketFactory", bundle.createSslContext().getSocketFactory());
		}
		return properties;
	}

	/** Omits the password, which must not reach a log. */
	@Override
	public String toString() {
		return "MailSettings[host=" + this.host + ", port=" + this.port + ", security=" + this.security + "]";
	}

}
