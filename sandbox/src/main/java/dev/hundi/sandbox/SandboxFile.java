package dev.hundi.sandbox;

import java.net.URI;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * {@code var/sandbox.json}: all that a client needs to drive a running sandbox. It exists
 * only while one is ready.
 *
 * @param portalUrl null while there is no portal
 * @param kafka bootstrap servers
 */
record SandboxFile(URI apiUrl, @Nullable URI portalUrl, URI bankUrl, URI webhookReceiverUrl, Database database,
		String kafka, List<DemoBusiness> businesses, List<Staff> staff) {

	/** How to look into the database. */
	record Database(String url, String username, String password) {
	}

	/** Somebody who works the platform through the portal. */
	record Staff(String role, String user, String password) {
	}

}
