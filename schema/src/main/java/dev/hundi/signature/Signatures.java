package dev.hundi.signature;

import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.util.Base64URL;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Detached JSON Web Signatures (RFC 7515, appendix F). An SSL bundle has the keys: its
 * key store what we sign with, its trust store the certificates that may sign for the
 * other side, several while it rotates its key. Both follow the bundle when it is
 * reloaded. Safe for use by several threads.
 */
public final class Signatures {

	/** The HTTP header of a signature. */
	public static final String HEADER = "x-jws-signature";

	private static final Logger logger = LoggerFactory.getLogger(Signatures.class);

	/** Difference of the clocks of both sides, and age of a message. */
	private static final Duration SKEW = Duration.ofSeconds(300);

	private static final String ISSUED_AT = "iat";

	private volatile Keys keys;

	private final InstantSource clock;

	private Signatures(Keys keys, InstantSource clock) {
		// Loads the library now and not with the first payout.
		logger.debug("ECDSA is computed natively: {}", EcdsaProvider.isNative());
		this.keys = keys;
		this.clock = clock;
	}

	/** Signs and verifies with the keys of a bundle that does not change. */
	public static Signatures of(SslBundle bundle) {
		return of(bundle, InstantSource.system());
	}

	static Signatures of(SslBundle bundle, InstantSource clock) {
		return new Signatures(Keys.of(bundle), clock);
	}

	/**
	 * Signs and verifies with the keys of a bundle and follows its changes. Keys that
	 * cannot be read after a change leave the old ones in use.
	 * @param setting the setting that names the bundle, for messages
	 * @throws IllegalArgumentException if the bundle does not exist or has no certificate
	 * to trust
	 */
	public static Signatures following(SslBundles bundles, String name, String setting) {
		try {
			Signatures signatures = of(bundles.getBundle(name));
			bundles.addBundleUpdateHandler(name, signatures::replaceKeys);
			return signatures;
		}
		catch (NoSuchSslBundleException ex) {
			throw new IllegalArgumentException(setting + ": there is no spring.ssl.bundle.pem." + name, ex);
		}
		catch (IllegalArgumentException | IllegalStateException ex) {
			throw new IllegalArgumentException(setting + ": " + ex.getMessage(), ex);
		}
	}

	private void replaceKeys(SslBundle bundle) {
		try {
			this.keys = Keys.of(bundle);
			logger.info("Signature keys replaced; certificates that may sign: {}", this.keys.trusted().keySet());
		}
		catch (RuntimeException ex) {
			logger.error("The changed signature keys cannot be read; the old ones stay in use", ex);
		}
	}

	/** Whether there is a private key to sign with. */
	public boolean canSign() {
		return this.keys.signing() != null;
	}

	/**
	 * Signs.
	 * @param members what the signature covers besides the content: members of its
	 * protected header
	 * @return the detached signature
	 * @throws IllegalStateException if the bundle has no private key
	 */
	public String sign(SignedKind kind, Map<String, String> members, byte[] content) {
		Keys own = this.keys;
		Keys.Signing signing = own.signing();
		if (signing == null) {
			throw new IllegalStateException("The bundle of the signature keys has no private key");
		}
		JWSHeader.Builder header = new JWSHeader.Builder(signing.algorithm()).type(kind.type())
			.x509CertSHA256Thumbprint(signing.thumbprint())
			.customParam(ISSUED_AT, this.clock.instant().getEpochSecond());
		members.forEach(header::customParam);
		JWSObject jws = new JWSObject(header.build(), new Payload(content));
		try {
			jws.sign(signing.signer());
		}
		catch (JOSEException ex) {
			throw new IllegalStateException("Cannot sign", ex);
		}
		return jws.serialize(true);
	}

	/**
	 * Verifies that a trusted certificate signed the content and the members, recently.
	 * @param members required members of the protected header
	 * @param signature as received, null if there is none
	 * @throws InvalidSignatureException if not
	 */
	public void verify(SignedKind kind, Map<String, String> members, byte[] content, @Nullable String signature)
			throws InvalidSignatureException {
		if (signature == null) {
			throw new InvalidSignatureException("there is no signature");
		}
		JWSObject jws = parse(signature, content);
		JWSHeader header = jws.getHeader();
		if (!kind.type().equals(header.getType())) {
			throw new InvalidSignatureException("typ must be " + kind.type());
		}
		JWSVerifier verifier = signer(header).verifiers().get(header.getAlgorithm());
		if (verifier == null) {
			throw new InvalidSignatureException("alg " + header.getAlgorithm() + " is not one of the key");
		}
		try {
			if (!jws.verify(verifier)) {
				throw new InvalidSignatureException("the signature is wrong");
			}
		}
		catch (JOSEException ex) {
			throw new InvalidSignatureException("the signature cannot be verified", ex);
		}
		for (Map.Entry<String, String> member : members.entrySet()) {
			if (!member.getValue().equals(header.getCustomParam(member.getKey()))) {
				throw new InvalidSignatureException(member.getKey() + " of the signature must be " + member.getValue());
			}
		}
		if (kind != SignedKind.FILE && !isRecent(header)) {
			throw new InvalidSignatureException("iat must be within " + SKEW.toSeconds() + " s");
		}
	}

	private static JWSObject parse(String signature, byte[] content) throws InvalidSignatureException {
		try {
			return JWSObject.parse(signature, new Payload(content));
		}
		catch (ParseException | IllegalArgumentException ex) {
			throw new InvalidSignatureException("the signature is not a detached JWS", ex);
		}
	}

	private Keys.Trusted signer(JWSHeader header) throws InvalidSignatureException {
		Base64URL thumbprint = header.getX509CertSHA256Thumbprint();
		Keys.Trusted signer = (thumbprint != null) ? this.keys.trusted().get(thumbprint) : null;
		if (signer == null) {
			throw new InvalidSignatureException("x5t#S256 must name a trusted certificate");
		}
		try {
			signer.certificate().checkValidity();
		}
		catch (CertificateExpiredException | CertificateNotYetValidException ex) {
			throw new InvalidSignatureException("the certificate that signed is not valid now", ex);
		}
		return signer;
	}

	private boolean isRecent(JWSHeader header) {
		return header.getCustomParam(ISSUED_AT) instanceof Number seconds
				&& Duration.between(Instant.ofEpochSecond(seconds.longValue()), this.clock.instant())
					.abs()
					.compareTo(SKEW) <= 0;
	}

}
