package dev.hundi.bench.stream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.Platform;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Processor time of each part of a platform in milliseconds, from {@code /proc}.
 *
 * @param ms by the name of the part, in the order of the table
 * @param jitMs share of the JIT compilers, which end their work some time after a start;
 * it is contained in the parts
 */
record ProcessorTimes(Map<String, Double> ms, double jitMs) {

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

	static ProcessorTimes soFar(Platform platform, JdbcClient jdbc) {
		Map<String, Double> ms = new LinkedHashMap<>();
		ms.put("PostgreSQL", ofPostgres(jdbc));
		long api = platform.process(Application.API).pid();
		long stream = platform.process(Application.STREAM).pid();
		long webhooks = platform.process(Application.WEBHOOKS).pid();
		long bank = platform.bank().pid();
		ms.put("stream-processors", of(stream));
		ms.put("webhooks", of(webhooks));
		ms.put("api", of(api));
		// PostgreSQL is no child: it detaches itself.
		List<Long> children = ProcessHandle.current().children().map(ProcessHandle::pid).toList();
		ms.put("Kafka",
				children.stream()
					.filter((pid) -> !List.of(api, stream, webhooks, bank).contains(pid))
					.mapToDouble(ProcessorTimes::of)
					.sum());
		ms.put("bank", of(bank));
		long own = ProcessHandle.current().pid();
		ms.put("load and receiver", of(own));
		return new ProcessorTimes(ms,
				Stream.concat(children.stream(), Stream.of(own)).mapToDouble(ProcessorTimes::ofCompilers).sum());
	}

	ProcessorTimes since(ProcessorTimes before) {
		Map<String, Double> used = new LinkedHashMap<>();
		this.ms.forEach((name, time) -> used.put(name, time - before.ms.getOrDefault(name, 0.0)));
		return new ProcessorTimes(used, this.jitMs - before.jitMs);
	}

	double totalMs() {
		return this.ms.values().stream().mapToDouble(Double::doubleValue).sum();
	}

	/**
	 * The server with its backends, and the workers that have ended, without the backends
	 * of the benchmark, which connects as the owner and counts rows while it waits.
	 */
	private static double ofPostgres(JdbcClient jdbc) {
		long backend = jdbc.sql("SELECT pg_backend_pid()").query(Long.class).single();
		Set<Long> own = jdbc.sql("SELECT pid FROM pg_stat_activity WHERE usename = current_user")
			.query(Long.class)
			.set();
		ProcessHandle server = ProcessHandle.of(backend).flatMap(ProcessHandle::parent).orElseThrow();
		return Stream.concat(
				server.children().map(ProcessHandle::pid).filter((pid) -> !own.contains(pid)).map(ProcessorTimes::of),
				Stream.of(ticks(server.pid(), 4) * MS_PER_TICK))
			.mapToDouble(Double::doubleValue)
			.sum();
	}

	private static double of(long pid) {
		return ticks(pid, 2) * MS_PER_TICK;
	}

	private static double ofCompilers(long pid) {
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
