package dev.hundi.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SandboxDataTests {

	private final Path directory;

	SandboxDataTests(@TempDir Path directory) {
		this.directory = directory;
	}

	@Test
	void deletesTheSandboxAndKeepsWhatOthersStore() throws IOException {
		List<String> others = List.of("secrets/ca.key", "secrets/keys/key-encryption-key.json", "crash-7/log/api.log",
				"bench-accept-1/postgres/PG_VERSION", "my-bank.yaml", "hundi.lock", "hundi.pid", "up.log");
		for (String file : others) {
			write(file);
		}
		for (String file : List.of("postgres/PG_VERSION", "postgres.initialised", "kafka/log/meta.properties",
				"kafka-access/password", "bank/bank.db", "certificates/bank/ca.crt", "files/a/b", "log/sandbox.log",
				"demo-businesses.json", "login-finance_maker.json", "key-encryption-key.json", "checkpoint-key")) {
			write(file);
		}
		SandboxData.delete(this.directory);
		try (var files = Files.walk(this.directory)) {
			assertThat(files.filter(Files::isRegularFile).map((file) -> this.directory.relativize(file).toString()))
				.containsExactlyInAnyOrderElementsOf(others);
		}
	}

	private void write(String file) throws IOException {
		Path path = this.directory.resolve(file);
		Files.createDirectories(path.getParent());
		Files.writeString(path, "content");
	}

}
