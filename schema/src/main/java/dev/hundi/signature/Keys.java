package dev.hundi.signature;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.impl.ECDSA;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.X509CertUtils;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;

/**
 * The keys of a bundle.
 *
 * @param signing what we sign with, null if the bundle has no private key
 * @param trusted the certificates that may sign, by the SHA-256 of each
 */
record Keys(Keys.@Nullable Signing signing, Map<Base64URL, X509Certificate> trusted) {

	/**
	 * Reads the stores of a bundle.
	 * @throws IllegalArgumentException if it has no certificate to trust or an unfit key
	 */
	static Keys of(SslBundle bundle) {
		try {
			KeyStore trustStore = bundle.getStores().getTrustStore();
			Map<Base64URL, X509Certificate> trusted = new HashMap<>();
			if (trustStore != null) {
				for (String alias : Collections.list(trustStore.aliases())) {
					if (trustStore.getCertificate(alias) instanceof X509Certificate certificate) {
						trusted.put(X509CertUtils.computeSHA256Thumbprint(certificate), certificate);
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
				return new Signing(key, algorithm(certificate), X509CertUtils.computeSHA256Thumbprint(certificate));
			}
		}
		return null;
	}

	private static JWSAlgorithm algorithm(X509Certificate certificate) {
		try {
			return (certificate.getPublicKey() instanceof ECPublicKey ec) ? ECDSA.resolveAlgorithm(ec)
					: JWSAlgorithm.PS256;
		}
		catch (JOSEException ex) {
			throw new IllegalArgumentException("No signatures are made with such a key", ex);
		}
	}

	/**
	 * What we sign with.
	 *
	 * @param thumbprint SHA-256 of the certificate
	 */
	record Signing(PrivateKey key, JWSAlgorithm algorithm, Base64URL thumbprint) {
	}

}
