package dev.hundi.sandbox.bank;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.certificate.Identity;
import dev.hundi.signature.Signatures;

import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;

/**
 * Certificates and keys of the bank and of its client in one directory. Each name has
 * {@code <name>.pem} and {@code <name>-key.pem}.
 */
public record BankCertificates(Path directory) {

	/** The bank's server certificate. */
	public static final String SERVER = "bank";

	/** What the bank signs answers and files with. */
	public static final String BANK_SIGNING = "bank-signing";

	/** What the client signs requests with. */
	public static final String CLIENT_SIGNING = "hundi-signing";

	/** What the client shows in TLS. */
	public static final String CLIENT = "hundi";

	/** What the mail server of the sandbox shows. */
	public static final String MAIL = "mail";

	/**
	 * A certificate is valid for at least this long after a start; it is issued for a
	 * year.
	 */
	private static final Duration LEAST = Duration.ofDays(65);

	public Path certificate(String name) {
		return this.directory.resolve(name + ".pem");
	}

	public Path key(String name) {
		return this.directory.resolve(name + "-key.pem");
	}

	/** The certificate of the authority that issued the others. */
	public Path authority() {
		return this.directory.resolve(CertificateAuthority.certificateFile);
	}

	/**
	 * Issues those that are absent or end within 65 days. The authority is created at the
	 * first start.
	 * @param hosts names and addresses of the bank
	 */
	public void issue(String... hosts) {
		CertificateAuthority authority = CertificateAuthority.of(this.directory, "Hundi sandbox");
		issue(authority, SERVER, hosts);
		issue(authority, CLIENT);
		issue(authority, MAIL, hosts);
		issue(authority, BANK_SIGNING);
		issue(authority, CLIENT_SIGNING);
	}

	private void issue(CertificateAuthority authority, String name, String... hosts) {
		Path certificate = certificate(name);
		Path key = key(name);
		if (!Files.exists(certificate) || !Files.exists(key) || endsSoon(certificate, key)) {
			authority.issue(name, hosts).write(certificate, key);
		}
	}

	/** The certificate decides, not its file: a copied file has the time of the copy. */
	private static boolean endsSoon(Path certificate, Path key) {
		return Identity.endOf(Identity.read(certificate, key).certificate()).isBefore(Instant.now().plus(LEAST));
	}

	/** TLS of the bank, which demands a client certificate of the authority. */
	SslBundle tls() {
		return bundle(SERVER, authority());
	}

	/** TLS of the mail server. */
	public SslBundle mailTls() {
		return bundle(MAIL, authority());
	}

	/** The signatures of the bank, which trusts those of its client. */
	Signatures signatures() {
		return Signatures.of(bundle(BANK_SIGNING, certificate(CLIENT_SIGNING)));
	}

	private SslBundle bundle(String own, Path trusted) {
		return SslBundle.of(new PemSslStoreBundle(
				PemSslStoreDetails.forCertificate(certificate(own).toUri().toString())
					.withPrivateKey(key(own).toUri().toString()),
				PemSslStoreDetails.forCertificate(trusted.toUri().toString())));
	}

}
