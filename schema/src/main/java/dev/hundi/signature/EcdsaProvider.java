package dev.hundi.signature;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.Provider;
import java.util.Set;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jca.JCAContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who computes ECDSA: a native library where it can be loaded, which takes a fifth of the
 * time of the JDK, and the JDK elsewhere. Every payout needs two signatures and two
 * verifications. No other algorithm uses the library.
 */
final class EcdsaProvider {

	private static final Logger logger = LoggerFactory.getLogger(EcdsaProvider.class);

	private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(JWSAlgorithm.ES256, JWSAlgorithm.ES384,
			JWSAlgorithm.ES512);

	private static final @Nullable Provider library = load();

	private EcdsaProvider() {
	}

	/** Whether the native library is used. */
	static boolean isNative() {
		return library != null;
	}

	/**
	 * Returns the key as the library holds it, which otherwise converts the key of the
	 * JDK for each operation; the same key if the library does not use it.
	 */
	static Key prepared(Key key) {
		if (library == null || !key.getAlgorithm().equals("EC") || key.getEncoded() == null) {
			return key;
		}
		try {
			return KeyFactory.getInstance("EC", library).translateKey(key);
		}
		catch (GeneralSecurityException ex) {
			logger.debug("The native library does not take a key", ex);
			return key;
		}
	}

	/** Sets the provider of an operation, unless the key stays in a device. */
	static void choose(JCAContext context, JWSAlgorithm algorithm, Key key) {
		if (library != null && ALGORITHMS.contains(algorithm) && key.getEncoded() != null) {
			context.setProvider(library);
		}
	}

	private static @Nullable Provider load() {
		Throwable failure = AmazonCorrettoCryptoProvider.INSTANCE.getLoadingError();
		if (failure != null) {
			logger.warn("Signatures of banks cost more processor time: the native library cannot be loaded: {}",
					failure.toString());
			return null;
		}
		return AmazonCorrettoCryptoProvider.INSTANCE;
	}

}
