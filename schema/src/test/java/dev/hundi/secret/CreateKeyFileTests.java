package dev.hundi.secret;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CreateKeyFileTests {

	@Test
	void createsAKeyFileThatOnlyItsOwnerCanReadAndNeverReplacesOne(@TempDir Path directory) throws IOException {
		Path file = directory.resolve("keys/key-encryption-key.json");
		CreateKeyFile.main(new String[] { file.toString() });
		assertThat(SecretEncryption.open(file)).isNotNull();
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");

		String key = Files.readString(file);
		CreateKeyFile.main(new String[] { file.toString() });
		assertThat(Files.readString(file)).isEqualTo(key);
	}

	@Test
	void requiresExactlyOnePath() {
		assertThatIllegalArgumentException().isThrownBy(() -> CreateKeyFile.main(new String[0]));
	}

}
