package dev.hundi.api.openapi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Generates clients from {@code docs/openapi.json} with openapi-generator, which Maven
 * copies into {@code target}, and compiles the TypeScript client.
 */
class GeneratedClientsTests {

	private static final Path GENERATOR = Path.of("target", "openapi-generator", "openapi-generator-cli.jar");

	private static final Path CLIENTS = Path.of("target", "generated-clients");

	private static final Path COMPILER = Path.of("target", "typescript");

	/** The file of the payouts client by generator, and one of its methods. */
	private static final Map<String, List<String>> PAYOUTS = Map.of("java",
			List.of("src/main/java/org/openapitools/client/api/PayoutsApi.java", "initiatePayout("), "python",
			List.of("openapi_client/api/payouts_api.py", "def initiate_payout("), "typescript-fetch",
			List.of("apis/PayoutsApi.ts", "async initiatePayout("), "go",
			List.of("api_payouts.go", ") InitiatePayout("));

	@Test
	void generatesClientsAndCompilesTypeScript() throws IOException, InterruptedException {
		generate();
		for (Map.Entry<String, List<String>> client : PAYOUTS.entrySet()) {
			assertThat(CLIENTS.resolve(client.getKey()).resolve(client.getValue().getFirst())).content()
				.contains(client.getValue().getLast());
		}
		Path compiler = COMPILER.resolve("node_modules/typescript/bin/tsc");
		if (!Files.exists(compiler)) {
			install();
		}
		run("node", compiler.toString(), "--noEmit", "--strict", "--target", "es2020", "--module", "commonjs", "--lib",
				"es2020,dom", CLIENTS.resolve("typescript-fetch/index.ts").toString());
	}

	private static void generate() throws IOException, InterruptedException {
		assertThat(GENERATOR).as("copied by: mvn process-test-resources -pl api").exists();
		Files.createDirectories(CLIENTS);
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar",
						GENERATOR.toString(), "batch", "--fail-fast"));
		for (String generator : PAYOUTS.keySet()) {
			Path settings = CLIENTS.resolve(generator + ".json").toAbsolutePath();
			JsonMapper.shared()
				.writeValue(settings,
						Map.of("inputSpec", Path.of("..", "docs", "openapi.json").toAbsolutePath().toString(),
								"generatorName", generator, "outputDir",
								CLIENTS.resolve(generator).toAbsolutePath().toString()));
			command.add(settings.toString());
		}
		assertThat(run(command.toArray(String[]::new))).contains("Batch generation finished 4 generators successfully")
			.as("one operation overwrites another")
			.doesNotContain("Duplicate file path");
	}

	private static void install() throws IOException, InterruptedException {
		Files.createDirectories(COMPILER);
		for (String file : List.of("package.json", "package-lock.json")) {
			Files.copy(Path.of("src", "test", "resources", "typescript", file), COMPILER.resolve(file),
					StandardCopyOption.REPLACE_EXISTING);
		}
		run("npm", "ci", "--prefix", COMPILER.toString(), "--ignore-scripts", "--no-audit", "--no-fund",
				"--prefer-offline");
	}

	/** Runs a program. Only in CI does a missing program fail the test. */
	private static String run(String... command) throws IOException, InterruptedException {
		Path output = Files.createTempFile("generated-clients", ".txt");
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(output.toFile())
				.start();
			assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("%s ends", command[0]).isTrue();
			String text = Files.readString(output);
			assertThat(process.exitValue()).as("%s: %s", String.join(" ", command), text).isZero();
			return text;
		}
		catch (IOException ex) {
			String message = command[0] + " does not run. On Debian and Ubuntu: apt-get install nodejs npm";
			return (System.getenv("CI") != null) ? fail(message, ex) : Assumptions.abort(message);
		}
		finally {
			Files.deleteIfExists(output);
		}
	}

}
