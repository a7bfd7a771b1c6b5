package dev.hundi.cli;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Addresses and bearer token of the operator APIs, read from the environment or from
 * {@code var/operator.json} of a running sandbox.
 *
 * @param url base URL of stream-processors
 * @param token value of {@code hundi.operator.token} in both applications
 * @param batchUrl base URL of batch-jobs, or null if unknown
 */
public record OperatorAccess(URI url, String token, @Nullable URI batchUrl) {

	private static final String URL = "HUNDI_OPERATOR_URL";

	private static final String BATCH_URL = "HUNDI_OPERATOR_BATCH_URL";

	private static final String TOKEN = "HUNDI_OPERATOR_TOKEN";

	/**
	 * Returns the installation named by the environment, or else the sandbox that runs in
	 * a directory.
	 * @throws CommandFailedException if neither exists
	 */
	public static OperatorAccess find(Map<String, String> environment, Path directory) {
		String url = environment.get(URL);
		String token = environment.get(TOKEN);
		if (url != null && token != null) {
			String batchUrl = environment.get(BATCH_URL);
			return new OperatorAccess(URI.create(url), token, (batchUrl != null) ? URI.create(batchUrl) : null);
		}
		Path file = directory.resolve("operator.json");
		if (Files.notExists(file)) {
			throw new CommandFailedException("No sandbox is ready in %s. For another installation set %s and %s."
				.formatted(directory, URL, TOKEN));
		}
		return JsonMapper.shared().readValue(file, OperatorAccess.class);
	}

	URI streamProcessors() {
		return this.url;
	}

	/** Throws {@link CommandFailedException} if the address is unknown. */
	URI batchJobs() {
		if (this.batchUrl == null) {
			throw new CommandFailedException("The address of batch-jobs is unknown. Set %s.".formatted(BATCH_URL));
		}
		return this.batchUrl;
	}

	@Override
	public String toString() {
		return "OperatorAccess[url=" + this.url + "]";
	}

}
