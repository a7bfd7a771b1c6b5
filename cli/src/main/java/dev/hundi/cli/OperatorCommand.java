package dev.hundi.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

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

	private final Access access;

	private final PrintStream out;

	private final StaffPortal portal;

	private final CommandLine commands;

	public OperatorCommand(Access access, PrintStream out, PrintStream err) {
		this(access, out, err, StaffPortal.ANSWER_TIMEOUT);
	}

	/**
	 * The operator commands.
	 * @param answerTimeout how long nothing may arrive from the staff portal
	 */
	OperatorCommand(Access access, PrintStream out, PrintStream err, Duration answerTimeout) {
		this.access = access;
		this.out = out;
		this.portal = new StaffPortal(access, out, answerTimeout);
		this.commands = new CommandLine(this).addSubcommand(new WebhookCommands(this.portal))
			.addSubcommand(new ReviewCommands(this.portal))
			.addSubcommand(new DeadLetterCommands(this.portal))
			.addSubcommand(new StatementCommands(this.portal))
			.addSubcommand(new BulkCommands(this.portal))
			.addSubcommand(new ReconciliationCommands(this.portal))
			.addSubcommand(new RequestCommands(this.portal))
			.setExpandAtFiles(false)
			.setCaseInsensitiveEnumValuesAllowed(true)
			.setUsageHelpAutoWidth(true)
			.setOut(new PrintWriter(out, true, out.charset()))
			.setErr(new PrintWriter(err, true, err.charset()))
			.setExecutionExceptionHandler((failure, command, parsed) -> explain(failure, command));
	}

	public static void main(String[] args) {
		// Numbers have the digits of English, whatever the language of the machine.
		Locale.setDefault(Locale.ENGLISH);
		Path sandbox = Path.of(System.getProperty("dev.hundi.sandbox", "var")).toAbsolutePath();
		OperatorCommand command = new OperatorCommand(new Access(System.getenv(), sandbox), System.out, System.err);
		System.exit(command.run(args));
	}

	/**
	 * Runs one command and returns its exit code. What was not printed completely, for
	 * example because it is redirected to a full disk, has failed.
	 */
	public int run(String... words) {
		int code = this.commands.execute(words);
		if (this.out.checkError()) {
			this.commands.getErr().println("The output could not be written completely.");
			return Math.max(code, 1);
		}
		return code;
	}

	@Option(names = "--as", paramLabel = "ROLE", scope = ScopeType.INHERIT,
			description = "in a sandbox: act as the demo person of this role of the staff")
	void actAs(String role) {
		this.access.as(role);
	}

	@Command(description = "Sign in as yourself: confirm the shown code in the staff portal. Valid for eight hours.")
	int login() throws IOException, InterruptedException {
		StoredLogin.requireWritable(this.access.file());
		DeviceLogin login = DeviceLogin.begin(this.access.staffUrl());
		this.out.println("Open " + login.address());
		this.out.println("Check that it shows " + login.userCode() + ", and confirm.");
		StoredLogin stored = login.await();
		stored.write(this.access.file());
		this.out.println("Signed in until " + stored.expiresAt() + ".");
		return 0;
	}

	@Command(description = "Revoke the login of this computer.")
	int logout() throws IOException, InterruptedException {
		Path file = this.access.file();
		if (Files.notExists(file)) {
			throw new CommandFailedException("There is no login in " + file + ".");
		}
		Optional<StoredLogin> login = StoredLogin.read(file);
		if (login.isPresent() && !this.portal.revoke(login.get())) {
			return 1;
		}
		Files.delete(file);
		if (login.isEmpty()) {
			throw new CommandFailedException(file
					+ " was damaged and is deleted. Its token was not revoked; it ends eight hours after the login.");
		}
		return 0;
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
			case FileSystemException local -> err.println("A file cannot be read or written: " + local);
			case IOException outage -> err.println("The staff portal does not answer: " + outage);
			default -> throw failure;
		}
		return 1;
	}

}
