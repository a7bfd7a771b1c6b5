package dev.hundi.portal;

import dev.hundi.portal.session.PortalAddress;
import dev.hundi.secret.KeyEncryption;
import dev.hundi.startup.DatabaseSettings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the portal. Unknown {@code hundi.*} keys prevent startup.
 *
 * @param keyEncryption the key file
 */
@ConfigurationProperties("hundi")
public record PortalSettings(DatabaseSettings database, @DefaultValue KeyEncryption keyEncryption,
		@DefaultValue HttpSettings http, PortalAddress portal) {

	/**
	 * The server: {@code hundi.http.*}.
	 *
	 * @param port where pages are served
	 */
	public record HttpSettings(@DefaultValue("8083") int port) {
	}

}
