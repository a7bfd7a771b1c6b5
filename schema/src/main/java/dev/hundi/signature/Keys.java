package dev.hundi.signature;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.crypto.impl.ECDSA;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.X509CertUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.ssl.SslBundle;

/**
 * The keys of a bundle, prepared for use by several threads.
 *
 * @param signing what we sign with, null if the bundle has no private key
 * @param trusted who may sign, by the SHA-256 of the certificate
 */
record Keys(Keys.@Nullable Signing signing, Map<Base64URL, Trusted> trusted) {

	private static final Logger logger = LoggerFactory.getLogger(Keys.class);

	/**
	 * Reads the stores of a bundle.
	 * @throws IllegalArgumentException if it has no certificate to trust or an unfit key
	 */
	static Keys of(SslBundle bundle) {
		try {
			KeyStore trustStore = bundle.getStores().getTrustStore();
			Map<Base64URL, Trusted> trusted = new HashMap<>();
			if (trustStore != null) {
				for (String alias : Collections.list(trustStore.aliases())) {
					if (trustStore.getCertificate(alias) instanceof X509Certificate certificate) {
						trusted.put(X509CertUtils.computeSHA256Thumbprint(certificate), Trusted.of(certificate));
					}
				}
			}
			if (trusted.isEmpty()) {
				throw new IllegalArgumentException("The bundle has no certificate in its trust store");
			}
			return new Keys(signing(bundle), Map.copyOf(trusted));
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalArgumentException("The stores of the bundle cannot be read", ex);
		}
	}

	private static @Nullable Signing signing(SslBundle bundle) throws GeneralSecurityException {
		KeyStore keyStore = bundle.getStores().getKeyStore();
		if (keyStore == null) {
			return null;
		}
		String password = bundle.getKey().getPassword();
		for (String alias : Collections.list(keyStore.aliases())) {
			if (keyStore.getKey(alias, (password != null) ? password.toCharArray() : null) instanceof PrivateKey key
					&& keyStore.getCertificate(alias) instanceof X509Certificate certificate) {
				return Signing.of(key, certificate);
			}
		}
		return null;
	}

	static Set<JWSAlgorithm> allowed(PublicKey key) throws JOSEException {
		return switch (key) {
			case ECPublicKey ec -> Set.of(ECDSA.resolveAlgorithm(ec));
			case RSAPublicKey rsa when rsa.getModulus().bitLength() >= 2048 ->
				Set.of(JWSAlgorithm.PS256, JWSAlgorithm.RS256);
			default -> throw new JOSEException("Keys for signatures are EC, or RSA of 2048 bits or more");
		};
	}

	/**
	 * What we sign with.
	 *
	 * @param thumbprint SHA-256 of the certificate
	 */
	record Signing(JWSSigner signer, JWSAlgorithm algorithm, Base64URL thumbprint) {

		private static Signing of(PrivateKey key, X509Certificate certificate) {
			try {
				JWSAlgorithm algorithm = (certificate.getPublicKey() instanceof ECPublicKey ec)
						? ECDSA.resolveAlgorithm(ec) : JWSAlgorithm.PS256;
				JWSSigner signer = (EcdsaProvider.prepared(key) instanceof ECPrivateKey ec) ? new ECDSASigner(ec)
						: new RSASSASigner(key);
				EcdsaProvider.choose(signer.getJCAContext(), algorithm, key);
				signer.getJCAContext().setSecureRandom(new SecureRandom());
				return new Signing(signer, algorithm, X509CertUtils.computeSHA256Thumbprint(certificate));
			}
			catch (JOSEException ex) {
				throw new IllegalArgumentException("No signatures are made with such a key", ex);
			}
		}

	}

	/**
	 * A certificate that may sign.
	 *
	 * @param verifiers by algorithm; none if its key is unfit for signatures
	 */
	record Trusted(X509Certificate certificate, Map<JWSAlgorithm, JWSVerifier> verifiers) {

		private static Trusted of(X509Certificate certificate) {
			PublicKey key = certificate.getPublicKey();
			Map<JWSAlgorithm, JWSVerifier> verifiers = new HashMap<>();
			try {
				for (JWSAlgorithm algorithm : allowed(key)) {
					JWSVerifier verifier = new DefaultJWSVerifierFactory().createJWSVerifier(new JWSHeader(algorithm),
							EcdsaProvider.prepared(key));
					EcdsaProvider.choose(verifier.getJCAContext(), algorithm, key);
					verifiers.put(algorithm, verifier);
				}
			}
			catch (JOSEException ex) {
				logger.warn("The certificate of {} cannot verify signatures: {}", certificate.getSubjectX500Principal(),
						ex.getMessage());
			}
			return new Trusted(certificate, Map.copyOf(verifiers));
		}

	}

}
