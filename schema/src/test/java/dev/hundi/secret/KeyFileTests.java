package dev.hundi.secret;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

import dev.hundi.testing.FakeKms;
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
			.withMessage("hundi.key-encryption.file " + file + " does not exist");
	}

	@Test
	void namesTheSettingIfTheFileIsNoKeyFile() throws IOException {
		Path file = this.directory.resolve("key.json");
		for (String content : new String[] { "", "{}", "not a key", "{\"primaryKeyId\":1,\"key\":[]}" }) {
			Files.writeString(file, content);
			assertThatIllegalStateException().isThrownBy(() -> SecretEncryption.open(file))
				.withMessageStartingWith("hundi.key-encryption.file " + file);
		}
	}

	@Test
	void namesTheSettingIfTheFileIsADirectory() {
		assertThatIllegalStateException().isThrownBy(() -> SecretEncryption.open(this.directory))
			.withMessageStartingWith("hundi.key-encryption.file " + this.directory);
	}

	@Test
	void wrapsTheKeysWithAKms() throws IOException {
		KeyEncryption settings = new KeyEncryption(this.directory.resolve("key.json"), " fake-kms://one ");
		KeyFile.createIfMissing(settings);
		assertThat(Files.readString(settings.file())).contains("encryptedKeyset").doesNotContain("keyData");
		SecretPlace place = new SecretPlace(SecretPlace.Type.API_KEY, UUID.randomUUID(), "pk_one");
		byte[] secret = SecretEncryption.open(settings).encrypt(new byte[] { 7 }, place);
		assertThat(SecretEncryption.open(settings).decrypt(secret, place)).containsExactly(7);
	}

	@Test
	void namesTheSettingIfTheKeysCannotBeUnwrapped() {
		Path wrapped = this.directory.resolve("wrapped.json");
		KeyFile.createIfMissing(new KeyEncryption(wrapped, "fake-kms://one"));
		assertUnusable(new KeyEncryption(wrapped, ""), "hundi.key-encryption.file " + wrapped
				+ " is wrapped by a KMS: hundi.key-encryption.kms-uri is required");
		assertUnusable(new KeyEncryption(wrapped, "fake-kms://two"),
				"hundi.key-encryption.file " + wrapped + " cannot be unwrapped by fake-kms://two");
		assertUnusable(new KeyEncryption(wrapped, FakeKms.DOWN),
				"hundi.key-encryption.kms-uri fake-kms://down cannot be used: no answer");
		assertUnusable(new KeyEncryption(wrapped, "arn:aws:kms:ap-south-1:1:key/2"),
				"hundi.key-encryption.kms-uri must begin with aws-kms:// or gcp-kms://");
		assertUnusable(new KeyEncryption(wrapped, "aws-kms://arn:aws:kms:ap-south-1:1:key/2"),
				"hundi.key-encryption.kms-uri aws-kms://arn:aws:kms:ap-south-1:1:key/2 cannot be used: "
						+ "its client is not on the class path (build with Maven profile aws-kms)");
		Path plain = this.directory.resolve("plain.json");
		KeyFile.createIfMissing(plain);
		assertUnusable(new KeyEncryption(plain, "fake-kms://one"),
				"hundi.key-encryption.file " + plain + " is not wrapped by hundi.key-encryption.kms-uri");
	}

	private static void assertUnusable(KeyEncryption settings, String message) {
		assertThatIllegalStateException().isThrownBy(() -> SecretEncryption.open(settings))
			.withMessageStartingWith(message);
	}

}
