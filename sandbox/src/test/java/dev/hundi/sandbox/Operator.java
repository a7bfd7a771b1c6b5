package dev.hundi.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.hundi.cli.Access;
import dev.hundi.cli.OperatorCommand;
import dev.hundi.person.Role;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs operator commands against a platform with a staff portal, as one of its demo
 * people.
 */
record Operator(Path directory, Role role) {

	/** Writes what commands read of a running sandbox. */
	static Operator of(Platform platform, Path directory, Role role) {
		PrivateFile.write(SandboxFile.in(directory), Map.of("staffUrl", platform.url(Part.STAFF), "staff",
				new DemoBusinesses(platform, directory).staff()));
		return new Operator(directory, role);
	}

	/** Another person. */
	Operator as(Role other) {
		return new Operator(this.directory, other);
	}

	/** Runs a command that succeeds and returns its JSON. */
	JsonNode answer(String... words) {
		return JsonMapper.shared().readTree(printed(0, words));
	}

	/** Runs a command that is refused and returns its output. */
	String refused(String... words) {
		return printed(1, words);
	}

	String printed(int exitCode, String... words) {
		List<String> all = new ArrayList<>(List.of(words));
		all.addAll(List.of("--as", this.role.name()));
		return printed(Map.of(), exitCode, all);
	}

	/** Runs a command with an environment. */
	String printed(Map<String, String> environment, int exitCode, List<String> words) {
		var out = new ByteArrayOutputStream();
		PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
		int code = new OperatorCommand(new Access(environment, this.directory), both, both)
			.run(words.toArray(String[]::new));
		String printed = out.toString(StandardCharsets.UTF_8);
		assertThat(code).as(printed).isEqualTo(exitCode);
		return printed;
	}

}
