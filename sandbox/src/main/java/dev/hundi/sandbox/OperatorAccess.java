package dev.hundi.sandbox;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;

import dev.hundi.sandbox.server.StartFailedException;
import org.jspecify.annotations.Nullable;

/**
 * {@code var/operator.json}: where the operators' door of a running sandbox is, and its
 * key. It exists only while one is ready.
 *
 * @param url base of the stream processors' health and metrics
 * @param token their {@code hundi.operator.token}, and that of batch-jobs
 * @param batchUrl base of health and metrics of batch-jobs, or null if nobody said it
 */
public record OperatorAccess(URI url, String token, @Nullable URI batchUrl) {

	private static final String URL = "HUNDI_OPERATOR_URL";

	private static final String BATCH_URL = "HUNDI_OPERATOR_BATCH_URL";

	private static final String TOKEN = "HUNDI_OPERATOR_TOKEN";

	private static final int TOKEN_BYTES = 24;

	public OperatorAccess(URI url, String token) {
		this(url, token, null);
	}

	/** Access with a new token. */
	static OperatorAccess to(URI url) {
		return to(url, null);
	}

	/** Access to both applications with a new token. */
	static OperatorAccess to(URI url, @Nullable URI batchUrl) {
		byte[] bytes = new byte[TOKEN_BYTES];
		new SecureRandom().nextBytes(bytes);
		return new OperatorAccess(url, HexFormat.of().formatHex(bytes), batchUrl);
	}

	static Path file(Path directory) {
		return directory.resolve("operator.json");
	}

	/**
	 * Of an installation that the environment names, or else of the sandbox that runs
	 * here.
	 * @throws StartFailedException if there is neither
	 */
	public static OperatorAccess find(Map<String, String> environment, Path directory) {
		String url = environment.get(URL);
		String token = environment.get(TOKEN);
		if (url != null && token != null) {
			String batchUrl = environment.get(BATCH_URL);
			return new OperatorAccess(URI.create(url), token, (batchUrl != null) ? URI.create(batchUrl) : null);
		}
		Path file = file(directory);
		if (Files.notExists(file)) {
			throw new StartFailedException("No sandbox is ready in %s. For another installation set %s and %s."
				.formatted(directory, URL, TOKEN));
		}
		return PrivateFile.read(file, OperatorAccess.class);
	}

	/**
	 * The base of batch-jobs' door.
	 * @throws StartFailedException if nobody said where it is
	 */
	public URI batch() {
		if (this.batchUrl == null) {
			throw new StartFailedException("Nobody said where batch-jobs are. Set %s.".formatted(BATCH_URL));
		}
		return this.batchUrl;
	}

	@Override
	public String toString() {
		return "OperatorAccess[url=" + this.url + "]";
	}

}
