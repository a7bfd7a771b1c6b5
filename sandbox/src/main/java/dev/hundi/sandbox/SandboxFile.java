package dev.hundi.sandbox;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * {@code var/sandbox.json}: what a client needs to use a running sandbox. The file exists
 * only while the sandbox is ready.
 *
 * @param portalUrl null while there is no portal
 * @param kafka bootstrap servers
 */
record SandboxFile(URI apiUrl, @Nullable URI portalUrl, URI bankUrl, URI webhookReceiverUrl, Database database,
		String kafka, List<DemoBusiness> businesses, List<Staff> staff) {

	/** Where the file is in the directory of a sandbox. */
	static Path in(Path directory) {
		return directory.resolve("sandbox.json");
	}

	/** Access to the database. */
	record Database(String url, String username, String password) {
	}

	/** A user of the portal. */
	record Staff(String role, String user, String password) {
	}

}
