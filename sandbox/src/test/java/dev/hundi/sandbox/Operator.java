package dev.hundi.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import dev.hundi.cli.OperatorAccess;
import dev.hundi.cli.OperatorCommand;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs operator commands against a platform. */
record Operator(OperatorAccess access) {

	static Operator of(Platform platform) {
		OperatorFile file = platform.operator();
		return new Operator(new OperatorAccess(file.url(), file.token(), file.batchUrl()));
	}

	static Operator withWrongToken(Platform platform) {
		OperatorFile file = platform.operator();
		return new Operator(new OperatorAccess(file.url(), "wrong", file.batchUrl()));
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
		var out = new ByteArrayOutputStream();
		PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
		int code = new OperatorCommand(() -> this.access, both, both).run(words);
		String printed = out.toString(StandardCharsets.UTF_8);
		assertThat(code).as(printed).isEqualTo(exitCode);
		return printed;
	}

}
