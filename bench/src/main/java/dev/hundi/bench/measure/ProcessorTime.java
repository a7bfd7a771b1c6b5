package dev.hundi.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Processor time that processes have used, in milliseconds, from {@code /proc}. A process
 * or thread that has ended counts as 0.
 */
public final class ProcessorTime {

	/** The unit of {@code /proc/PID/stat}: Linux shows 100 ticks a second to programs. */
	private static final double MS_PER_TICK = 10;

	/**
	 * Fields after the command's name: user and system time, then those of ended
	 * children.
	 */
	private static final int USER_TIME = 11;

	private static final Pattern ANY = Pattern.compile("");

	/** The compiler threads of HotSpot; Linux keeps 15 characters of a name. */
	private static final Pattern COMPILER = Pattern.compile("\\d+ \\(C[12] Compiler");

	private ProcessorTime() {
	}

	/** Time of a process, without its children. */
	public static double of(long pid) {
		return ticks(pid, 2) * MS_PER_TICK;
	}

	/**
	 * The server with its backends, and the workers that have ended, without the backends
	 * of the benchmark, which connects as the owner and counts rows while it waits.
	 */
	public static double ofPostgres(JdbcClient jdbc) {
		long backend = jdbc.sql("SELECT pg_backend_pid()").query(Long.class).single();
		Set<Long> own = jdbc.sql("SELECT pid FROM pg_stat_activity WHERE usename = current_user")
			.query(Long.class)
			.set();
		ProcessHandle server = ProcessHandle.of(backend).flatMap(ProcessHandle::parent).orElseThrow();
		return Stream.concat(
				server.children().map(ProcessHandle::pid).filter((pid) -> !own.contains(pid)).map(ProcessorTime::of),
				Stream.of(ticks(server.pid(), 4) * MS_PER_TICK))
			.mapToDouble(Double::doubleValue)
			.sum();
	}

	/** Time of the JIT compilers of a JVM. */
	public static double ofCompilers(long pid) {
		try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
			return threads.map((thread) -> thread.resolve("stat")).mapToLong((stat) -> ticks(stat, 2, COMPILER)).sum()
					* MS_PER_TICK;
		}
		catch (NoSuchFileException ex) {
			return 0;
		}
		catch (IOException ex) {
			throw new IllegalStateException("Cannot list the threads of " + pid, ex);
		}
	}

	private static long ticks(long pid, int fields) {
		return ticks(Path.of("/proc", Long.toString(pid), "stat"), fields, ANY);
	}

	/** Returns 0 for one that has ended or has another name. */
	private static long ticks(Path file, int fields, Pattern name) {
		try {
			String stat = Files.readString(file);
			if (!name.matcher(stat).lookingAt()) {
				return 0;
			}
			String[] values = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
			return Stream.of(values).skip(USER_TIME).limit(fields).mapToLong(Long::parseLong).sum();
		}
		catch (NoSuchFileException ex) {
			return 0;
		}
		catch (IOException ex) {
			throw new IllegalStateException("Cannot read " + file, ex);
		}
	}

}
