package dev.hundi.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The commands that run as the schema's owner. */
class ManageKeysIntegrationTests {

	@Test
	void runsCommandsWithSettings(@TempDir Path directory) throws IOException {
		Path file = directory.resolve("keys/key.json");
		String setting = "--hundi.key-encryption.file=" + file;
		assertThat(ManageKeys.run("create", setting)).isZero();
		String created = Files.readString(file);
		assertThat(ManageKeys.run("create", setting)).isZero();
		assertThat(file).hasContent(created);
		Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
		assertThat(ManageKeys.run("add", setting)).isZero();
		assertThat(Files.readString(file)).isNotEqualTo(created);
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-r-----");
		try (TestDatabase database = TestDatabase.create()) {
			assertThat(ManageKeys.run("rewrap", setting, "--hundi.database.url=" + database.url(),
					"--hundi.database.username=postgres", "--hundi.database.password=postgres"))
				.isZero();
		}
	}

	@Test
	void rejectsWrongWordsUnknownSettingsAndMissingFiles(@TempDir Path directory) {
		String setting = "--hundi.key-encryption.file=" + directory.resolve("none.json");
		assertThat(ManageKeys.run("rotate", setting)).isEqualTo(2);
		assertThat(ManageKeys.run("add", setting)).isEqualTo(1);
		assertThat(ManageKeys.run("create", setting, "--hundi.key-encryption.kms-url=x")).isNotZero();
		assertThat(directory.resolve("none.json")).doesNotExist();
	}

	@Test
	void doesNothingWithUnknownOptionsAndOnlyPrintsHelp(@TempDir Path directory) throws IOException {
		Path file = directory.resolve("key.json");
		String setting = "--hundi.key-encryption.file=" + file;
		assertThat(ManageKeys.run("create", setting)).isZero();
		String created = Files.readString(file);
		assertThat(ManageKeys.run("add", "--dry-run", setting)).isEqualTo(2);
		assertThat(ManageKeys.run("add", "--file=other.json", setting)).isEqualTo(2);
		assertThat(ManageKeys.run("wrap", "--dry-run", setting)).isEqualTo(2);
		assertThat(ManageKeys.run("add", "-h", setting)).isZero();
		assertThat(file).hasContent(created);
		String unreachable = "--hundi.database.url=jdbc:postgresql://localhost:1/hundi";
		assertThat(ManageAudit.run("verify", "--chain=staff", unreachable)).isEqualTo(2);
		assertThat(ManageAudit.run("--help", unreachable)).isZero();
		assertThat(MigrateSchema.run("--dry-run", unreachable)).isEqualTo(2);
		assertThat(MigrateSchema.run("status", unreachable)).isEqualTo(2);
		assertThat(MigrateSchema.run("--help", unreachable)).isZero();
	}

}
