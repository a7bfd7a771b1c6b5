package dev.hundi.bench.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import dev.hundi.sandbox.Part;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.server.PostgresServer;

/**
 * PostgreSQL's own load generator, the reference for what the database can do. It
 * prepares its script once per connection.
 */
public final class Pgbench {

	private static final String DATABASE = "hundi";

	private final Path program;

	private final int port;

	private final Path script;

	/**
	 * Creates a runner of a script.
	 * @param program from {@link #find}
	 * @param script beside which pgbench writes its logs
	 */
	public Pgbench(Path program, Platform platform, Path script) {
		this.program = program;
		this.port = platform.port(Part.POSTGRES);
		this.script = script;
	}

	/** The program on the PATH, or the newest one of Debian's packages. */
	public static Optional<Path> find() throws IOException {
		List<Path> directories = new ArrayList<>();
		Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1)).map(Path::of).forEach(directories::add);
		Path debian = Path.of("/usr/lib/postgresql");
		if (Files.isDirectory(debian)) {
			try (Stream<Path> versions = Files.list(debian)) {
				versions.sorted(Comparator.reverseOrder())
					.forEach((version) -> directories.add(version.resolve("bin")));
			}
		}
		return directories.stream()
			.map((directory) -> directory.resolve("pgbench"))
			.filter(Files::isExecutable)
			.findFirst();
	}

	/** Each client runs the script again as soon as it ends. */
	public Figures closedLoop(int clients, Duration duration) throws IOException, InterruptedException {
		return run(clients, duration, List.of());
	}

	/**
	 * The script falls due at random at a given rate; its latency counts from the due
	 * time.
	 */
	public Figures openLoop(int clients, double perSecond, Duration duration) throws IOException, InterruptedException {
		return run(clients, duration, List.of("-R", Double.toString(perSecond)));
	}

	private Figures run(int clients, Duration duration, List<String> more) throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(List.of(this.program.toString(), "-n", "-M", "prepared", "-h",
				"localhost", "-p", Integer.toString(this.port), "-U", PostgresServer.username, "-c",
				Integer.toString(clients), "-j", Integer.toString(Math.min(2, clients)), "-T",
				Long.toString(duration.toSeconds()), "--log", "-f", this.script.toString()));
		command.addAll(more);
		command.add(DATABASE);
		Path directory = Files.createTempDirectory(this.script.getParent(), "pgbench-");
		ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
		builder.environment().put("PGPASSWORD", PostgresServer.password);
		Process process = builder.start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		if (process.waitFor() != 0 || output.contains("aborted")) {
			throw new IllegalStateException("pgbench failed: " + output.lines().limit(20).toList());
		}
		return read(directory);
	}

	/**
	 * Each line of its logs is a transaction: client, number, duration in microseconds,
	 * script, and end time in seconds and microseconds.
	 */
	private static Figures read(Path directory) throws IOException {
		LongStream.Builder ends = LongStream.builder();
		LongStream.Builder took = LongStream.builder();
		try (Stream<Path> logs = Files.list(directory)) {
			for (Path log : logs.toList()) {
				for (String line : Files.readAllLines(log)) {
					String[] columns = line.split(" ", -1);
					took.add(Long.parseLong(columns[2]) * 1_000);
					ends.add(Long.parseLong(columns[4]) * 1_000_000_000 + Long.parseLong(columns[5]) * 1_000);
				}
				Files.delete(log);
			}
		}
		return Figures.of(ends.build().toArray(), took.build().toArray());
	}

}
