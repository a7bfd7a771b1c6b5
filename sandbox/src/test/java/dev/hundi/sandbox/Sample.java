package dev.hundi.sandbox;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.hundi.sandbox.OtherProgram.Printed;

/**
 * The clients under {@code docs/clients}, run from their files as merchants would.
 */
enum Sample {

	JAVA("a JDK", List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "--source", "17"),
			"java/HundiClient.java", "java/Webhooks.java"),

	NODE("nodejs", List.of("node"), "node/hundi-client.mjs", "node/webhooks.mjs"),

	PYTHON("python3", List.of("python3"), "python/hundi_client.py", "python/webhooks.py"),

	/** Also needs openssl and curl. */
	BASH("bash openssl curl", List.of("bash"), "bash/hundi-client.sh", "bash/webhooks.sh");

	/** Relative to the directory of the module, where Maven runs tests. */
	static final Path DIRECTORY = Path.of("..", "docs", "clients");

	private final String aptPackage;

	private final List<String> interpreter;

	private final String client;

	private final String webhooks;

	Sample(String aptPackage, List<String> interpreter, String client, String webhooks) {
		this.aptPackage = aptPackage;
		this.interpreter = interpreter;
		this.client = client;
		this.webhooks = webhooks;
	}

	/** Runs the client to its end. */
	Printed client(Map<String, String> environment, String input, String... arguments) {
		if (this == BASH) {
			Stream.of("openssl", "curl")
				.forEach((tool) -> OtherProgram.run(tool, List.of(tool, tool.equals("curl") ? "--version" : "version"),
						Map.of(), new byte[0]));
		}
		return OtherProgram.run(this.aptPackage, command(this.client, arguments), environment,
				input.getBytes(StandardCharsets.UTF_8));
	}

	/** Verifies one webhook with the webhook sample. */
	Printed verify(byte[] body, String... arguments) {
		return OtherProgram.run(this.aptPackage,
				command(this.webhooks, Stream.concat(Stream.of("verify"), Stream.of(arguments)).toArray(String[]::new)),
				Map.of(), body);
	}

	/** Starts the webhook sample on a free port. */
	OtherProgram receive(int port, String secret) {
		return OtherProgram.start(this.aptPackage, command(this.webhooks, "serve", Integer.toString(port), secret));
	}

	private List<String> command(String file, String... arguments) {
		Path path = DIRECTORY.resolve(file);
		if (Files.notExists(path)) {
			throw new AssertionError("There is no " + path);
		}
		return Stream.of(this.interpreter, List.of(path.toString()), List.of(arguments)).flatMap(List::stream).toList();
	}

}
