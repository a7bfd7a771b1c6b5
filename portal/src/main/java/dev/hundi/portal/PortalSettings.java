package dev.hundi.portal;

import java.net.URI;
import java.nio.file.Path;

import dev.hundi.port.ManagementPort;
import dev.hundi.port.PublicPort;
import dev.hundi.portal.mail.MailSettings;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.secret.KeyEncryption;
import dev.hundi.startup.DatabaseSettings;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the portal. Unknown {@code hundi.*} keys prevent startup.
 *
 * @param keyEncryption the key file
 * @param http the port of the pages
 * @param management the port of health and metrics
 * @param fileStore directory of exported and uploaded files, shared with api and
 * batch-jobs
 * @param referenceUrl of the API reference, which the developers' pages link to, or null
 */
@ConfigurationProperties("hundi")
public record PortalSettings(DatabaseSettings database, @DefaultValue KeyEncryption keyEncryption, PublicPort http,
		ManagementPort management, PortalAddress portal, @DefaultValue("var/files") Path fileStore, MailSettings mail,
		@DefaultValue Webhook webhook, @Nullable URI referenceUrl) {

	/**
	 * The rules of webhook addresses: {@code hundi.webhook.*}.
	 *
	 * @param allowHttp whether to permit addresses without TLS and in private networks;
	 * for the sandbox only, and as the process that sends webhooks has it
	 */
	public record Webhook(boolean allowHttp) {
	}

}
