package dev.hundi.certificate;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;

/**
 * A certificate with its private key, as PEM text for Spring's bundles, Kafka and
 * PostgreSQL.
 */
public record Identity(X509Certificate certificate, PrivateKey key) {

	/** The certificate, PEM. */
	public String certificatePem() {
		try {
			return pem("CERTIFICATE", this.certificate.getEncoded());
		}
		catch (CertificateEncodingException ex) {
			throw new IllegalStateException("The certificate cannot be encoded", ex);
		}
	}

	/** The private key, PKCS #8 in PEM, not encrypted. */
	public String keyPem() {
		return pem("PRIVATE KEY", this.key.getEncoded());
	}

	/**
	 * Writes both files, each replaced at once; only the owner can read them. The key
	 * comes first: a process that watches the certificate then finds the key that belongs
	 * to it.
	 * @throws UncheckedIOException a file cannot be written
	 */
	public void write(Path certificateFile, Path keyFile) {
		replace(keyFile, keyPem());
		replace(certificateFile, certificatePem());
	}

	/**
	 * Reads what {@link #write} wrote.
	 * @throws UncheckedIOException a file cannot be read
	 * @throws IllegalArgumentException a file is not PEM of that kind
	 */
	public static Identity read(Path certificateFile, Path keyFile) {
		try {
			X509Certificate certificate = (X509Certificate) CertificateFactory.getInstance("X.509")
				.generateCertificate(new ByteArrayInputStream(Files.readAllBytes(certificateFile)));
			String text = Files.readString(keyFile).replaceAll("-----[A-Z ]+-----|\\s", "");
			PrivateKey key = KeyFactory.getInstance("EC")
				.generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text)));
			return new Identity(certificate, key);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalArgumentException(
					certificateFile + " and " + keyFile + " are not a certificate and a P-256 key in PEM", ex);
		}
	}

	/**
	 * The end of a certificate's validity. Formatted, because our code calls no method of
	 * {@code java.util.Date}.
	 */
	public static Instant endOf(X509Certificate certificate) {
		return Instant.ofEpochSecond(Long.parseLong(String.format(Locale.ROOT, "%ts", certificate.getNotAfter())));
	}

	@Override
	public String toString() {
		return "Identity[" + this.certificate.getSubjectX500Principal() + "]";
	}

	private static String pem(String type, byte[] bytes) {
		return "-----BEGIN " + type + "-----\n" + Base64.getMimeEncoder(64, new byte[] { '\n' }).encodeToString(bytes)
				+ "\n-----END " + type + "-----\n";
	}

	private static void replace(Path file, String text) {
		try {
			Path directory = file.toAbsolutePath().getParent();
			Files.createDirectories(directory);
			Path next = Files.createTempFile(directory, "." + file.getFileName(), ".next",
					PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
			Files.write(next, text.getBytes(StandardCharsets.US_ASCII));
			Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
