package dev.hundi.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Supplier;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * {@code ./hundi webhooks …} and the other operator commands. Exit codes: 0 done, 1
 * refused or failed, 2 usage error.
 */
@Command(name = "./hundi", description = "Operator commands.")
public final class OperatorCommand {

	@Option(names = { "-h", "--help" }, usageHelp = true, scope = ScopeType.INHERIT, description = "Show this help.")
	boolean help;

	private final CommandLine commands;

	public OperatorCommand(Supplier<OperatorAccess> access, PrintStream out, PrintStream err) {
		OperatorApi stream = new OperatorApi(access, OperatorAccess::streamProcessors, out);
		OperatorApi batch = new OperatorApi(access, OperatorAccess::batchJobs, out);
		this.commands = new CommandLine(this).addSubcommand(new WebhookCommands(stream))
			.addSubcommand(new QuestionCommands(stream))
			.addSubcommand(new DeadLetterCommands(stream))
			.addSubcommand(new StatementCommands(batch))
			.addSubcommand(new BulkCommands(batch))
			.addSubcommand(new ReconciliationCommands(batch))
			.setExpandAtFiles(false)
			.setCaseInsensitiveEnumValuesAllowed(true)
			.setUsageHelpAutoWidth(true)
			.setOut(new PrintWriter(out, true, out.charset()))
			.setErr(new PrintWriter(err, true, err.charset()))
			.setExecutionExceptionHandler((failure, command, parsed) -> explain(failure, command));
	}

	public static void main(String[] args) {
		OperatorCommand command = new OperatorCommand(
				() -> OperatorAccess.find(System.getenv(), Path.of("var").toAbsolutePath()), System.out, System.err);
		System.exit(command.run(args));
	}

	/** Runs one command and returns its exit code. */
	public int run(String... words) {
		return this.commands.execute(words);
	}

	private static int explain(Exception failure, CommandLine command) throws Exception {
		PrintWriter err = command.getErr();
		switch (failure) {
			case UsageException usage -> {
				err.println(usage.getMessage());
				command.usage(err);
				return 2;
			}
			case CommandFailedException known -> err.println(known.getMessage());
			case IOException outage -> err.println("The operator API does not answer: " + outage);
			default -> throw failure;
		}
		return 1;
	}

}
