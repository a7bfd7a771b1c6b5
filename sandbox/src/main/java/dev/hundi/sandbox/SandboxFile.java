package dev.hundi.sandbox;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * {@code var/sandbox.json}: what a client needs to use a running sandbox. The file exists
 * only while the sandbox is ready.
 *
 * @param kafka bootstrap servers
 */
record SandboxFile(URI apiUrl, URI portalUrl, URI staffUrl, URI bankUrl, URI webhookReceiverUrl, Database database,
		String kafka, List<DemoBusiness> businesses, List<DemoPerson> staff) {

	/** Where the file is in the directory of a sandbox. */
	static Path in(Path directory) {
		return directory.resolve("sandbox.json");
	}

	/** Access to the database. */
	record Database(String url, String username, String password) {
	}

}
