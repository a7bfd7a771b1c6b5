package dev.hundi.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;

/**
 * What a sandbox keeps in its directory. Others share it: the secrets of a compose
 * installation, failed crash campaigns, running benchmarks and what people put there.
 */
final class SandboxData {

	/**
	 * All that a platform and its launcher write, except lock, pid and output. The mark
	 * of a complete database comes first: without it, a start deletes the rest of one.
	 */
	private static final List<String> entries = List.of("postgres.initialised", "postgres", "bank", "bank-callback-key",
			"bank-drop", "certificates", "checkpoint-key", "demo-businesses.json", "demo-staff.json", "files", "kafka",
			"kafka-access", "key-encryption-key.json", "log", "mail-password", "sandbox.json", "statement-files",
			"statements");

	/** Logins of operator commands as a demo person. */
	private static final Pattern logins = Pattern.compile("login-.*[.](json|draft)");

	private SandboxData() {
	}

	/** Whether an entry of the directory is data of the sandbox. */
	static boolean has(Path entry) {
		String name = entry.getFileName().toString();
		return entries.contains(name) || logins.matcher(name).matches();
	}

	/** Deletes the data of the sandbox and nothing else. */
	static void delete(Path directory) throws IOException {
		for (String entry : entries) {
			FileSystemUtils.deleteRecursively(directory.resolve(entry));
		}
		try (Stream<Path> others = Files.list(directory)) {
			for (Path login : others.filter(SandboxData::has).toList()) {
				FileSystemUtils.deleteRecursively(login);
			}
		}
	}

}
