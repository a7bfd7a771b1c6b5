package dev.hundi.secret;

import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.ServiceLoader;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.KmsClient;

/**
 * The key of a key management service that wraps the key file. The integrations with AWS
 * and Google Cloud are on the class path only where they are used.
 */
final class KmsKey {

	/** Tink's published jars of these clients register no service provider. */
	private static final Map<String, String> CLIENTS = Map.of("aws-kms",
			"com.google.crypto.tink.integration.awskms.AwsKmsClient", "gcp-kms",
			"com.google.crypto.tink.integration.gcpkms.GcpKmsClient");

	private KmsKey() {
	}

	/**
	 * The key of a URI, with the default credentials of the service's own library.
	 * @throws IllegalStateException if there is no client or it has no credentials; the
	 * message names {@code hundi.key-encryption.kms-uri}
	 */
	static Aead of(String uri) {
		try {
			return client(uri).withDefaultCredentials().getAead(uri);
		}
		catch (GeneralSecurityException ex) {
			throw unusable(uri, String.valueOf(ex.getMessage()), ex);
		}
		catch (ReflectiveOperationException | LinkageError ex) {
			throw unusable(uri, "its client is not on the class path (build with Maven profile "
					+ uri.substring(0, uri.indexOf(':')) + ")", ex);
		}
	}

	private static KmsClient client(String uri) throws ReflectiveOperationException {
		for (KmsClient client : ServiceLoader.load(KmsClient.class)) {
			if (client.doesSupport(uri)) {
				return client;
			}
		}
		String name = CLIENTS.get(uri.substring(0, Math.max(0, uri.indexOf("://"))));
		if (name == null) {
			throw new IllegalStateException(
					"hundi.key-encryption.kms-uri must begin with aws-kms:// or gcp-kms://, not " + uri);
		}
		return (KmsClient) Class.forName(name).getConstructor().newInstance();
	}

	private static IllegalStateException unusable(String uri, String reason, Throwable cause) {
		return new IllegalStateException("hundi.key-encryption.kms-uri " + uri + " cannot be used: " + reason, cause);
	}

}
