package dev.hundi.testing;

import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.KmsClient;
import com.google.crypto.tink.RegistryConfiguration;
import com.google.crypto.tink.aead.PredefinedAeadParameters;

/**
 * A key management service inside the test JVM, found as a service provider like any
 * other Tink client: each {@code fake-kms://NAME} is a key, and {@link #DOWN} fails.
 */
public final class FakeKms implements KmsClient {

	public static final String DOWN = "fake-kms://down";

	private static final Map<String, KeysetHandle> keys = new ConcurrentHashMap<>();

	@Override
	public boolean doesSupport(String uri) {
		return uri.startsWith("fake-kms://");
	}

	@Override
	public KmsClient withCredentials(String path) {
		return this;
	}

	@Override
	public KmsClient withDefaultCredentials() {
		return this;
	}

	@Override
	public Aead getAead(String uri) throws GeneralSecurityException {
		if (uri.equals(DOWN)) {
			throw new GeneralSecurityException("no answer");
		}
		return keys.computeIfAbsent(uri, (name) -> key()).getPrimitive(RegistryConfiguration.get(), Aead.class);
	}

	private static KeysetHandle key() {
		try {
			return KeysetHandle.generateNew(PredefinedAeadParameters.AES128_GCM);
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
