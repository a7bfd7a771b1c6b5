package dev.hundi.bench;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.util.Objects;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/** Options of {@code ./hundi bench} and {@code ./hundi crash}. */
class BenchTests {

	private final StringWriter out = new StringWriter();

	private final StringWriter err = new StringWriter();

	private final CommandLine commands = Bench.commands()
		.setOut(new PrintWriter(this.out))
		.setErr(new PrintWriter(this.err));

	@ParameterizedTest
	@CsvSource({ "crash --help, Usage: ./hundi crash", "crash -h, --kills=N", "bench --help, reconciliation",
			"bench stream --help, 50 100 150 200 300 400 600 800", "bench bulk kills --help, KILLS",
			"bench bulk --help, overtake", "bench growth --help, SIZES", "bench portal --help, BREAKS",
			"bench reconciliation faults --help, 100000", "bench webhooks --help, REDELIVERED" })
	void printsHelp(String command, String expected) {
		assertThat(this.commands.execute(command.split(" "))).isZero();
		assertThat(this.out.toString()).contains(expected);
		assertThat(this.err.toString()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "crash --kill 3", "crash --kills", "crash --kills 0", "crash --kills many", "crash 5",
			"crash --seed x", "crash --kills 1 --kills 2", "bench", "bench nothing", "bench accept --fast",
			"bench accept 0", "bench limits fast", "bench accept 3 4", "bench stream 50 fast",
			"bench bulk overtake 1 2 3", "bench search -1", "bench growth 0", "bench growth 0.1,x",
			"bench portal 1 2 3", "bench reconciliation fault", "bench webhooks 1 2 3", "bench webhooks 1 15",
			"bench webhooks --only old" })
	void refusesWrongOptions(String command) {
		assertThat(this.commands.execute(command.split(" "))).isEqualTo(2);
		// Instead of the usage, a similar option or command is proposed if there is one.
		assertThat(this.err.toString()).containsAnyOf("Usage: ./hundi", "Possible solutions:", "Did you mean");
	}

	@Test
	void everyBenchmarkIsInTheHelpOfTheScript() throws Exception {
		String help = Files.readString(Repository.root().resolve("hundi"));
		CommandLine bench = Objects.requireNonNull(this.commands.getSubcommands().get("bench"));
		for (String benchmark : bench.getSubcommands().keySet()) {
			assertThat(help).contains("  bench " + benchmark + " ");
		}
	}

}
