package dev.hundi.certificate;

import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

import javax.security.auth.x500.X500Principal;

import org.bouncycastle.asn1.DERUTCTime;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.Time;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Issues certificates with P-256 keys for servers and clients of one machine. The
 * certificate of a server carries its host names and addresses as alternative names; each
 * certificate is good for both ends of TLS.
 */
public final class CertificateAuthority {

	/** The file of the authority's certificate in its directory. */
	public static final String certificateFile = "ca.pem";

	private static final String keyFile = "ca-key.pem";

	private static final String signature = "SHA256withECDSA";

	private static final Pattern address = Pattern.compile("[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:]*");

	private static final DateTimeFormatter utcTime = DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'")
		.withZone(ZoneOffset.UTC);

	private static final SecureRandom random = new SecureRandom();

	private final Identity identity;

	private CertificateAuthority(Identity identity) {
		this.identity = identity;
	}

	/**
	 * An authority whose key exists only in memory.
	 * @param name common name of its certificate
	 */
	public static CertificateAuthority create(String name) {
		KeyPair keys = keys();
		X500Principal subject = subject(name);
		return new CertificateAuthority(new Identity(
				certificate(keys.getPrivate(), subject, subject, keys.getPublic(), Duration.ofDays(3650), List.of()),
				keys.getPrivate()));
	}

	/**
	 * The authority of a directory, created there when the directory has none. Only the
	 * owner of the process can read its key.
	 * @throws UncheckedIOException the directory cannot be read or written
	 * @throws IllegalArgumentException its files are not a certificate and a key
	 */
	public static CertificateAuthority of(Path directory, String name) {
		Path certificate = directory.resolve(certificateFile);
		Path key = directory.resolve(keyFile);
		if (Files.exists(certificate) && Files.exists(key)) {
			return new CertificateAuthority(Identity.read(certificate, key));
		}
		CertificateAuthority authority = create(name);
		authority.identity.write(certificate, key);
		return authority;
	}

	/** The certificate that the other end trusts. */
	public X509Certificate certificate() {
		return this.identity.certificate();
	}

	/**
	 * Issues a certificate for a year.
	 * @param name common name: the user of a client, or the name of a server
	 * @param hosts host names and IP addresses of a server, empty for a client
	 */
	public Identity issue(String name, String... hosts) {
		return issue(name, Duration.ofDays(365), hosts);
	}

	/**
	 * Issues a certificate.
	 * @param validity from now; a negative duration makes one that has expired
	 */
	public Identity issue(String name, Duration validity, String... hosts) {
		KeyPair keys = keys();
		X509Certificate certificate = certificate(this.identity.key(), certificate().getSubjectX500Principal(),
				subject(name), keys.getPublic(), validity, List.of(hosts));
		return new Identity(certificate, keys.getPrivate());
	}

	private static X509Certificate certificate(PrivateKey signer, X500Principal issuer, X500Principal subject,
			PublicKey key, Duration validity, Collection<String> hosts) {
		boolean authority = issuer.equals(subject);
		Instant now = Instant.now();
		Instant end = now.plus(validity);
		Instant begin = (validity.isNegative() ? end : now).minus(Duration.ofHours(1));
		X509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(X500Name.getInstance(issuer.getEncoded()),
				new BigInteger(120, random), time(begin), time(end), X500Name.getInstance(subject.getEncoded()), key);
		try {
			builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
			builder.addExtension(Extension.keyUsage, true,
					new KeyUsage(authority ? KeyUsage.keyCertSign | KeyUsage.cRLSign : KeyUsage.digitalSignature));
			if (!authority) {
				builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(
						new KeyPurposeId[] { KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth }));
			}
			if (!hosts.isEmpty()) {
				GeneralName[] names = hosts.stream()
					.map((host) -> new GeneralName(
							address.matcher(host).matches() ? GeneralName.iPAddress : GeneralName.dNSName, host))
					.toArray(GeneralName[]::new);
				builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
			}
			return new JcaX509CertificateConverter()
				.getCertificate(builder.build(new JcaContentSignerBuilder(signature).build(signer)));
		}
		catch (CertIOException | OperatorCreationException | GeneralSecurityException ex) {
			throw new IllegalStateException("No certificate can be issued for " + subject, ex);
		}
	}

	private static Time time(Instant instant) {
		return new Time(new DERUTCTime(utcTime.format(instant)));
	}

	private static X500Principal subject(String name) {
		return new X500Principal("CN=" + name + ",O=Hundi sandbox");
	}

	private static KeyPair keys() {
		try {
			KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
			generator.initialize(new ECGenParameterSpec("secp256r1"));
			return generator.generateKeyPair();
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("This Java has no P-256 keys", ex);
		}
	}

}
