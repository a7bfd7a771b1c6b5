package dev.hundi.secret;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class KeyFileTests {

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path directory;

	@Test
	void createsAFileThatOnlyItsOwnerCanRead() throws IOException {
		Path file = this.directory.resolve("var/keys/key.json");
		KeyFile.createIfMissing(file);
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
		assertThat(file.getParent()).isDirectoryContaining("glob:**/key.json");
		try (var files = Files.list(this.directory.resolve("var/keys"))) {
			assertThat(files).hasSize(1);
		}
	}

	@Test
	void keepsAnExistingFile() throws IOException {
		Path file = this.directory.resolve("key.json");
		KeyFile.createIfMissing(file);
		String key = Files.readString(file);
		KeyFile.createIfMissing(file);
		assertThat(file).hasContent(key);
	}

	@Test
	void createsOneKeyUnderConcurrency() throws Exception {
		Path file = this.directory.resolve("key.json");
		Callable<String> start = () -> {
			KeyFile.createIfMissing(file);
			return Files.readString(file);
		};
		Set<String> keys = new HashSet<>();
		try (var threads = Executors.newFixedThreadPool(16)) {
			for (var key : threads.invokeAll(Collections.nCopies(16, start))) {
				keys.add(key.get());
			}
		}
		assertThat(keys).hasSize(1);
	}

	@Test
	void namesTheSettingIfTheFileIsMissing() {
		Path file = this.directory.resolve("nowhere.json");
		assertThatIllegalStateException().isThrownBy(() -> SecretEncryption.open(file))
			.withMessage("hundi.key-file " + file + " does not exist");
	}

	@Test
	void namesTheSettingIfTheFileIsNoKeyFile() throws IOException {
		Path file = this.directory.resolve("key.json");
		for (String content : new String[] { "", "{}", "not a key", "{\"primaryKeyId\":1,\"key\":[]}" }) {
			Files.writeString(file, content);
			assertThatIllegalStateException().isThrownBy(() -> SecretEncryption.open(file))
				.withMessageStartingWith("hundi.key-file " + file);
		}
	}

	@Test
	void namesTheSettingIfTheFileIsADirectory() {
		assertThatIllegalStateException().isThrownBy(() -> SecretEncryption.open(this.directory))
			.withMessageStartingWith("hundi.key-file " + this.directory);
	}

}
