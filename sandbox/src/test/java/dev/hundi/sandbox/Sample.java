package dev.hundi.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import dev.hundi.sandbox.OtherProgram.Printed;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The clients under {@code docs/clients}, run from their files as merchants would; but
 * Java compiles a file whenever it runs it, which takes several times as long as most
 * runs, so that only some tests let it.
 */
enum Sample {

	JAVA("a JDK", List.of(java(), "--source", "17"), "java/HundiClient.java", "java/Webhooks.java"),

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

	/** Runs the client from its file to its end. */
	Printed clientFromFile(String... arguments) {
		return run(command(this.client, arguments), Map.of(), "");
	}

	/** Runs the client to its end. */
	Printed client(Map<String, String> environment, String input, String... arguments) {
		return run(quickCommand(this.client, arguments), environment, input);
	}

	private Printed run(List<String> command, Map<String, String> environment, String input) {
		if (this == BASH) {
			Stream.of("openssl", "curl")
				.forEach((tool) -> OtherProgram.run(tool, List.of(tool, tool.equals("curl") ? "--version" : "version"),
						Map.of(), new byte[0]));
		}
		return OtherProgram.run(this.aptPackage, command, environment, input.getBytes(StandardCharsets.UTF_8));
	}

	/** Verifies one webhook with the webhook sample. */
	Printed verify(byte[] body, String... arguments) {
		return OtherProgram.run(this.aptPackage,
				quickCommand(this.webhooks,
						Stream.concat(Stream.of("verify"), Stream.of(arguments)).toArray(String[]::new)),
				Map.of(), body);
	}

	/** Starts the webhook sample from its file on a free port. */
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

	private List<String> quickCommand(String file, String... arguments) {
		return (this == JAVA) ? Stream.concat(CompiledClients.command(file).stream(), Stream.of(arguments)).toList()
				: command(file, arguments);
	}

	/**
	 * Compiles a file of Java and returns the command that runs its class, which is named
	 * after it.
	 * @param classes a directory for them
	 */
	static List<String> compiled(Path file, Path classes) {
		compile(classes, file.toString());
		return compiledCommand(file, classes);
	}

	private static List<String> compiledCommand(Path file, Path classes) {
		return List.of(java(), "-cp", classes.toString(), file.getFileName().toString().replace(".java", ""));
	}

	private static void compile(Path classes, String... files) {
		String[] options = { "--release", "17", "-proc:none", "-d", classes.toString() };
		assertThat(ToolProvider.getSystemJavaCompiler()
			.run(null, null, null, Stream.concat(Stream.of(options), Stream.of(files)).toArray(String[]::new)))
			.as("exit status of javac for %s", List.of(files))
			.isZero();
	}

	private static String java() {
		return Path.of(System.getProperty("java.home"), "bin", "java").toString();
	}

	/** Those in Java, compiled when first used. */
	private static final class CompiledClients {

		static final Path CLASSES = compileAll();

		private static Path compileAll() {
			try {
				Path classes = Files.createTempDirectory(Path.of("target"), "clients");
				compile(classes, DIRECTORY.resolve(JAVA.client).toString(),
						DIRECTORY.resolve(JAVA.webhooks).toString());
				return classes;
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		static List<String> command(String file) {
			return compiledCommand(DIRECTORY.resolve(file), CLASSES);
		}

	}

}
