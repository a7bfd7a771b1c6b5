package dev.hundi.secret;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

import com.google.crypto.tink.KeysetHandle;
import dev.hundi.secret.SecretPlace.Type;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class SecretEncryptionTests {

	private static final byte[] SECRET = "sk_test_7Qm0vX2nB9rT4kLs".getBytes(StandardCharsets.UTF_8);

	private static final SecretPlace PLACE = new SecretPlace(Type.API_KEY, UUID.randomUUID(), "pk_one");

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path directory;

	@SuppressWarnings("NullAway.Init")
	private Path file;

	@SuppressWarnings("NullAway.Init")
	private SecretEncryption encryption;

	@BeforeEach
	void open() {
		this.file = this.directory.resolve("one.json");
		this.encryption = open(this.file);
	}

	@Test
	void decryptsWhatItEncrypted() {
		byte[] ciphertext = this.encryption.encrypt(SECRET, PLACE);
		assertThat(this.encryption.decrypt(ciphertext, PLACE)).isEqualTo(SECRET);
		assertThat(new String(ciphertext, StandardCharsets.ISO_8859_1)).doesNotContain("sk_test");
	}

	@Test
	void encryptsTheSameSecretDifferentlyEachTime() {
		assertThat(this.encryption.encrypt(SECRET, PLACE)).isNotEqualTo(this.encryption.encrypt(SECRET, PLACE));
	}

	@Test
	void rejectsACiphertextMovedToAnotherPlace() {
		byte[] ciphertext = this.encryption.encrypt(SECRET, PLACE);
		for (SecretPlace other : new SecretPlace[] { new SecretPlace(Type.API_KEY, PLACE.ownerId(), "pk_two"),
				new SecretPlace(Type.API_KEY, UUID.randomUUID(), PLACE.id()),
				new SecretPlace(Type.WEBHOOK_ENDPOINT, PLACE.ownerId(), PLACE.id()) }) {
			assertThatIllegalStateException().isThrownBy(() -> this.encryption.decrypt(ciphertext, other))
				.withMessageContaining(other.toString());
		}
	}

	@Test
	void rejectsAChangedCiphertext() {
		byte[] ciphertext = this.encryption.encrypt(SECRET, PLACE);
		ciphertext[ciphertext.length - 1] ^= 1;
		assertThatIllegalStateException().isThrownBy(() -> this.encryption.decrypt(ciphertext, PLACE));
		assertThatIllegalStateException().isThrownBy(() -> this.encryption.decrypt(new byte[] { 1 }, PLACE));
	}

	@Test
	void rejectsACiphertextOfAnotherKeyFile() {
		byte[] ciphertext = this.encryption.encrypt(SECRET, PLACE);
		assertThatIllegalStateException()
			.isThrownBy(() -> open(this.directory.resolve("two.json")).decrypt(ciphertext, PLACE))
			.withMessageContaining("hundi.key-encryption.file");
	}

	@Test
	void rewrapsASecretThatIsBoundToItsIdAlone() throws Exception {
		byte[] byId = KeyFile.read(settings()).encrypt(SECRET, PLACE.id());
		assertThat(this.encryption.decrypt(byId, PLACE)).isEqualTo(SECRET);

		byte[] rewrapped = this.encryption.rewrap(byId, PLACE).orElseThrow();

		assertThat(this.encryption.decrypt(rewrapped, PLACE)).isEqualTo(SECRET);
		assertThat(this.encryption.rewrap(rewrapped, PLACE)).isEmpty();
		SecretPlace other = new SecretPlace(Type.API_KEY, UUID.randomUUID(), PLACE.id());
		assertThatIllegalStateException().isThrownBy(() -> this.encryption.decrypt(rewrapped, other));
	}

	@Test
	void learnsOfAddedPromotedAndRetiredKeysWhileItRuns() throws Exception {
		byte[] underFirst = this.encryption.encrypt(SECRET, PLACE);
		int first = Keyset.keyId(underFirst);
		SecretEncryption idle = SecretEncryption.open(settings());
		replace(KeyFile.read(settings()).withNewKey());
		assertThat(Keyset.keyId(this.encryption.encrypt(SECRET, PLACE))).isEqualTo(first);
		int second = KeyFile.read(settings()).ids().getLast();

		replace(KeyFile.read(settings()).withPrimary(second));
		byte[] underSecond = this.encryption.encrypt(SECRET, PLACE);
		assertThat(Keyset.keyId(underSecond)).isEqualTo(second);
		assertThat(this.encryption.decrypt(underFirst, PLACE)).isEqualTo(SECRET);

		replace(KeyFile.read(settings()).without(first));
		this.encryption.refresh();
		assertThatIllegalStateException().isThrownBy(() -> this.encryption.decrypt(underFirst, PLACE));
		assertThat(idle.decrypt(underSecond, PLACE)).isEqualTo(SECRET);
	}

	@Test
	void followsAFileOfWhichItKnowsTheAddedKeyOnly() throws Exception {
		Keyset keys = KeyFile.read(settings());
		replace(keys.withNewKey());
		this.encryption.refresh();
		int second = KeyFile.read(settings()).ids().getLast();
		replace(KeyFile.read(settings()).withPrimary(second));
		replace(KeyFile.read(settings()).without(keys.primaryId()));
		assertThat(Keyset.keyId(this.encryption.encrypt(SECRET, PLACE))).isEqualTo(second);
	}

	@Test
	void keepsItsKeysIfAnOlderFileIsRestored() throws Exception {
		Path backup = Files.copy(this.file, this.directory.resolve("backup.json"));
		replace(KeyFile.read(settings()).withNewKey());
		replace(KeyFile.read(settings()).withPrimary(KeyFile.read(settings()).ids().getLast()));
		byte[] secret = this.encryption.encrypt(SECRET, PLACE);

		Files.copy(backup, this.file, StandardCopyOption.REPLACE_EXISTING);

		assertThatIllegalStateException().isThrownBy(this.encryption::refresh);
		assertThat(this.encryption.decrypt(secret, PLACE)).isEqualTo(SECRET);
	}

	@Test
	void encryptsNothingUnderAKeyThatWasRetiredUnnoticed() throws Exception {
		int first = KeyFile.read(settings()).primaryId();
		replace(KeyFile.read(settings()).withNewKey());
		int second = KeyFile.read(settings()).ids().getLast();
		replace(KeyFile.read(settings()).withPrimary(second));
		byte[] underSecond = SecretEncryption.open(settings()).encrypt(SECRET, PLACE);
		replace(KeyFile.read(settings()).without(first));

		assertThatIllegalStateException().isThrownBy(() -> this.encryption.encrypt(SECRET, PLACE))
			.withMessage("hundi.key-encryption.file " + this.file + " lacks the key that this process uses");
		assertThat(this.encryption.decrypt(underSecond, PLACE)).as("proves the file").isEqualTo(SECRET);
		assertThat(Keyset.keyId(this.encryption.encrypt(SECRET, PLACE))).isEqualTo(second);
	}

	@Test
	void keepsItsKeysIfTheFileHasOthersOrIsMissing() throws Exception {
		byte[] before = this.encryption.encrypt(SECRET, PLACE);
		open(this.directory.resolve("two.json"));
		Files.copy(this.directory.resolve("two.json"), this.file, StandardCopyOption.REPLACE_EXISTING);
		assertThatIllegalStateException().isThrownBy(this.encryption::refresh)
			.withMessage("hundi.key-encryption.file " + this.file + " lacks the key that this process uses");
		assertThatIllegalStateException().isThrownBy(() -> this.encryption.encrypt(SECRET, PLACE));
		assertThat(this.encryption.decrypt(before, PLACE)).isEqualTo(SECRET);

		Files.delete(this.file);
		assertThatIllegalStateException().isThrownBy(this.encryption::refresh);
		assertThat(this.encryption.decrypt(this.encryption.encrypt(SECRET, PLACE), PLACE)).isEqualTo(SECRET);
	}

	private KeyEncryption settings() {
		return new KeyEncryption(this.file, null);
	}

	private void replace(KeysetHandle keys) {
		KeyFile.replace(this.file, keys, null);
	}

	private static SecretEncryption open(Path file) {
		KeyFile.createIfMissing(file);
		return SecretEncryption.open(file);
	}

}
