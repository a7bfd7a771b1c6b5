package dev.hundi.sandbox;

import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * {@code var/operator.json}: addresses and token of the operator APIs, for the operator
 * commands. The file exists only while the sandbox is ready.
 *
 * @param url base URL of stream-processors
 * @param token value of {@code hundi.operator.token} in both applications
 * @param batchUrl base URL of batch-jobs
 */
record OperatorFile(URI url, String token, URI batchUrl) {

	private static final int TOKEN_BYTES = 24;

	static OperatorFile withNewToken(URI url, URI batchUrl) {
		byte[] bytes = new byte[TOKEN_BYTES];
		new SecureRandom().nextBytes(bytes);
		return new OperatorFile(url, HexFormat.of().formatHex(bytes), batchUrl);
	}

	static Path in(Path directory) {
		return directory.resolve("operator.json");
	}

	@Override
	public String toString() {
		return "OperatorFile[url=" + this.url + "]";
	}

}
