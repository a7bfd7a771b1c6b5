package dev.hundi.secret;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class SecretEncryptionTests {

	private static final byte[] SECRET = "sk_test_7Qm0vX2nB9rT4kLs".getBytes(StandardCharsets.UTF_8);

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path directory;

	@SuppressWarnings("NullAway.Init")
	private SecretEncryption encryption;

	@BeforeEach
	void open() {
		this.encryption = open("one.json");
	}

	@Test
	void decryptsWhatItEncrypted() {
		byte[] ciphertext = this.encryption.encrypt(SECRET, "pk_one");
		assertThat(this.encryption.decrypt(ciphertext, "pk_one")).isEqualTo(SECRET);
		assertThat(new String(ciphertext, StandardCharsets.ISO_8859_1)).doesNotContain("sk_test");
	}

	@Test
	void encryptsTheSameSecretDifferentlyEachTime() {
		assertThat(this.encryption.encrypt(SECRET, "pk_one")).isNotEqualTo(this.encryption.encrypt(SECRET, "pk_one"));
	}

	@Test
	void rejectsACiphertextMovedToAnotherPlace() {
		byte[] ciphertext = this.encryption.encrypt(SECRET, "pk_one");
		assertThatIllegalStateException().isThrownBy(() -> this.encryption.decrypt(ciphertext, "pk_two"))
			.withMessageContaining("pk_two");
	}

	@Test
	void rejectsAChangedCiphertext() {
		byte[] ciphertext = this.encryption.encrypt(SECRET, "pk_one");
		ciphertext[ciphertext.length - 1] ^= 1;
		assertThatIllegalStateException().isThrownBy(() -> this.encryption.decrypt(ciphertext, "pk_one"));
	}

	@Test
	void rejectsACiphertextOfAnotherKeyFile() {
		byte[] ciphertext = this.encryption.encrypt(SECRET, "pk_one");
		assertThatIllegalStateException().isThrownBy(() -> open("two.json").decrypt(ciphertext, "pk_one"))
			.withMessageContaining("hundi.key-file");
	}

	private SecretEncryption open(String name) {
		Path file = this.directory.resolve(name);
		KeyFile.createIfMissing(file);
		return SecretEncryption.open(file);
	}

}
