package dev.hundi.stream.dispatch;

import java.nio.file.Path;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * How we and a bank prove who we are: {@code hundi.dispatch.banks.<name>.security.*}. All
 * of it can be replaced while the application runs.
 *
 * @param sslBundle name of the {@code spring.ssl.bundle.pem} with our client certificate
 * and the authorities that the bank's server certificate may come from
 * @param signatureBundle the bundle with the key that signs our requests and the
 * certificates that may sign for the bank; with it, nothing unsigned of the bank is
 * trusted. Null if the bank does not sign
 * @param apiKeyHeader name of the header with the bank's API key
 * @param apiKeyFile file with the API key, read for each call
 */
public record BankSecurity(@Nullable String sslBundle, @Nullable String signatureBundle, @Nullable String apiKeyHeader,
		@Nullable Path apiKeyFile) {

	/** A bank that proves nothing, for the sandbox. */
	static final BankSecurity NONE = new BankSecurity(null, null, null, null);

	private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,100}");

	public BankSecurity {
		sslBundle = emptyToNull(sslBundle);
		signatureBundle = emptyToNull(signatureBundle);
		apiKeyHeader = emptyToNull(apiKeyHeader);
		if ((apiKeyHeader == null) != (apiKeyFile == null)) {
			throw new IllegalArgumentException(
					"security.api-key-header and security.api-key-file of hundi.dispatch.banks belong together");
		}
		if (apiKeyHeader != null && !HEADER.matcher(apiKeyHeader).matches()) {
			throw new IllegalArgumentException(
					"security.api-key-header of hundi.dispatch.banks must be the name of a header: " + apiKeyHeader);
		}
	}

	/** An empty value takes a setting back. */
	private static @Nullable String emptyToNull(@Nullable String text) {
		return (text == null || text.isBlank()) ? null : text;
	}

}
