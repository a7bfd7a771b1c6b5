package dev.hundi.secret;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.stream.IntStream;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.aead.PredefinedAeadParameters;

/**
 * The keys of a key file as read at one time. Each ciphertext begins with the id of its
 * key.
 *
 * @param content the content of the file
 */
record Keyset(String content, KeysetHandle handle, Aead aead) {

	/** Tink's version byte and the key id. */
	static final int PREFIX_BYTES = 5;

	static Keyset of(String content, KeysetHandle handle) throws GeneralSecurityException {
		return new Keyset(content, handle, handle.getPrimitive(RegistryConfiguration.get(), Aead.class));
	}

	/**
	 * The id of the key that encrypted a ciphertext, 0 if it is too short to have one.
	 */
	static int keyId(byte[] ciphertext) {
		return (ciphertext.length < PREFIX_BYTES) ? 0 : ByteBuffer.wrap(ciphertext, 1, Integer.BYTES).getInt();
	}

	byte[] encrypt(byte[] plaintext, String associatedData) throws GeneralSecurityException {
		return this.aead.encrypt(plaintext, associatedData.getBytes(StandardCharsets.UTF_8));
	}

	byte[] decrypt(byte[] ciphertext, String associatedData) throws GeneralSecurityException {
		return this.aead.decrypt(ciphertext, associatedData.getBytes(StandardCharsets.UTF_8));
	}

	int primaryId() {
		return this.handle.getPrimary().getId();
	}

	List<Integer> ids() {
		return IntStream.range(0, this.handle.size()).mapToObj((index) -> this.handle.getAt(index).getId()).toList();
	}

	/**
	 * Whether this set is the other one, or a later state of it: it still has the other's
	 * primary key, or its own one was added to the other after that. An older state, such
	 * as a restored file, lacks the primary key and has one that was added before it.
	 */
	boolean follows(Keyset other) {
		return indexOf(other.handle.getPrimary()) >= 0
				|| other.indexOf(this.handle.getPrimary()) > other.indexOf(other.handle.getPrimary());
	}

	private int indexOf(KeysetHandle.Entry key) {
		for (int index = 0; index < this.handle.size(); index++) {
			KeysetHandle.Entry entry = this.handle.getAt(index);
			if (entry.getId() == key.getId() && entry.getKey().equalsKey(key.getKey())) {
				return index;
			}
		}
		return -1;
	}

	KeysetHandle withNewKey() throws GeneralSecurityException {
		return KeysetHandle.newBuilder(this.handle)
			.addEntry(KeysetHandle.generateEntryFromParameters(PredefinedAeadParameters.AES256_GCM).withRandomId())
			.build();
	}

	KeysetHandle withPrimary(int keyId) throws GeneralSecurityException {
		KeysetHandle.Builder builder = KeysetHandle.newBuilder(this.handle);
		builder.getAt(ids().indexOf(keyId)).makePrimary();
		return builder.build();
	}

	KeysetHandle without(int keyId) throws GeneralSecurityException {
		return KeysetHandle.newBuilder(this.handle).deleteAt(ids().indexOf(keyId)).build();
	}

	@Override
	public String toString() {
		return "Keyset" + ids();
	}

}
