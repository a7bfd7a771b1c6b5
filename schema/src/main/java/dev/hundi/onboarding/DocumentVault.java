package dev.hundi.onboarding;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.security.DigestInputStream;
import java.security.GeneralSecurityException;
import java.util.Optional;

import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.StreamingAead;
import com.google.crypto.tink.TinkProtoKeysetFormat;
import com.google.crypto.tink.streamingaead.PredefinedStreamingAeadParameters;
import com.google.crypto.tink.streamingaead.StreamingAeadConfig;
import dev.hundi.digest.Sha256;
import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.secret.SecretPlace;

/**
 * The content of documents in the file store, encrypted with AES-256-GCM in segments
 * under a key of each document's own. That key is stored in the document's row, encrypted
 * under a key of the key file: without it the content is lost.
 */
public final class DocumentVault {

	static {
		try {
			StreamingAeadConfig.register();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("AES-GCM-HKDF is not available", ex);
		}
	}

	private final FileStore files;

	private final SecretEncryption secrets;

	public DocumentVault(FileStore files, SecretEncryption secrets) {
		this.files = files;
		this.secrets = secrets;
	}

	/**
	 * A key for the content of a new document.
	 * @param place the row of the document, which decides the folder too
	 */
	public Content create(SecretPlace place) {
		try {
			KeysetHandle key = KeysetHandle.generateNew(PredefinedStreamingAeadParameters.AES256_GCM_HKDF_1MB);
			byte[] ciphertext = this.secrets
				.encrypt(TinkProtoKeysetFormat.serializeKeyset(key, InsecureSecretKeyAccess.get()), place);
			return new Content(path(place.type(), place.id()), primitive(key), ciphertext);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("A document could not be encrypted", ex);
		}
	}

	/** The content of a stored document. */
	public Content open(SecretPlace place, byte[] keyCiphertext) {
		try {
			return new Content(
					path(place.type(), place.id()), primitive(TinkProtoKeysetFormat
						.parseKeyset(this.secrets.decrypt(keyCiphertext, place), InsecureSecretKeyAccess.get())),
					keyCiphertext);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("The key of document " + place.id() + " is no key", ex);
		}
	}

	/** Deletes the files of a document. */
	public void delete(SecretPlace.Type type, String id, int pages) {
		String path = path(type, id);
		this.files.delete(original(path));
		for (int page = 1; page <= pages; page++) {
			this.files.delete(page(path, page));
		}
	}

	private static StreamingAead primitive(KeysetHandle key) throws GeneralSecurityException {
		return key.getPrimitive(RegistryConfiguration.get(), StreamingAead.class);
	}

	private static String path(SecretPlace.Type type, String id) {
		return switch (type) {
			case ONBOARDING_DOCUMENT -> "onboarding/" + id;
			case BREAK_EVIDENCE -> "evidence/" + id;
			case API_KEY, WEBHOOK_ENDPOINT, PERSON_TOTP, LETTER ->
				throw new IllegalArgumentException(type + " has no files");
		};
	}

	private static String original(String path) {
		return path + ".original";
	}

	private static String page(String path, int page) {
		return path + "-" + page + ".page";
	}

	/** The files of one document. */
	public final class Content {

		private final String path;

		private final StreamingAead key;

		private final byte[] keyCiphertext;

		private Content(String path, StreamingAead key, byte[] keyCiphertext) {
			this.path = path;
			this.key = key;
			this.keyCiphertext = keyCiphertext;
		}

		/** What the document's row stores. */
		public byte[] keyCiphertext() {
			return this.keyCiphertext.clone();
		}

		/**
		 * Stores the uploaded file.
		 * @return SHA-256 of the file
		 * @throws IOException if it cannot be read or written; then nothing is stored
		 */
		public byte[] writeOriginal(InputStream file) throws IOException {
			var digest = Sha256.newDigest();
			write(original(this.path), new DigestInputStream(file, digest));
			return digest.digest();
		}

		/**
		 * Stores the picture of a page.
		 * @param page from 1
		 * @throws IOException if the disk fails; then it is not stored
		 */
		public void writePage(int page, InputStream png) throws IOException {
			write(page(this.path, page), png);
		}

		/** The uploaded file; empty if it is not stored. */
		public Optional<InputStream> readOriginal() throws IOException {
			return read(original(this.path));
		}

		/** The picture of a page as PNG; empty if it is not stored. */
		public Optional<InputStream> readPage(int page) throws IOException {
			return read(page(this.path, page));
		}

		private void write(String name, InputStream content) throws IOException {
			try (UnfinishedFile file = DocumentVault.this.files.create(name)) {
				OutputStream encrypted = this.key.newEncryptingStream(file.out(), name(name));
				content.transferTo(encrypted);
				encrypted.close();
				file.publish();
			}
			catch (GeneralSecurityException ex) {
				throw new IllegalStateException("A document could not be encrypted", ex);
			}
		}

		private Optional<InputStream> read(String name) throws IOException {
			Optional<FileChannel> file = DocumentVault.this.files.open(name);
			if (file.isEmpty()) {
				return Optional.empty();
			}
			try {
				return Optional.of(this.key.newDecryptingStream(Channels.newInputStream(file.get()), name(name)));
			}
			catch (GeneralSecurityException | IOException ex) {
				file.get().close();
				throw new IOException("Document " + this.path + " does not decrypt", ex);
			}
		}

		/** The name is authenticated, so that files cannot change places. */
		private static byte[] name(String name) {
			return name.getBytes(StandardCharsets.UTF_8);
		}

	}

}
