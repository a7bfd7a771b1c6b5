package dev.hundi.bench.stream;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.hundi.bench.measure.ProcessorTime;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.Platform;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Processor time of each part of a platform in milliseconds.
 *
 * @param ms by the name of the part, in the order of the table
 * @param jitMs share of the JIT compilers, which end their work some time after a start,
 * by the same names; it is contained in the parts
 */
record ProcessorTimes(Map<String, Double> ms, Map<String, Double> jitMs) {

	static final String POSTGRESQL = "PostgreSQL";

	private static final String KAFKA = "Kafka";

	/**
	 * Of the whole platform since it started.
	 * @param applications that run in processes of their own; the others are part of the
	 * load
	 */
	static ProcessorTimes soFar(Platform platform, List<Application> applications, JdbcClient jdbc) {
		Map<String, Long> processes = new LinkedHashMap<>();
		applications
			.forEach((application) -> processes.put(application.part().title(), platform.process(application).pid()));
		processes.put("bank", platform.bank().pid());
		processes.put("load and receiver", ProcessHandle.current().pid());
		// PostgreSQL is no child: it detaches itself.
		ProcessHandle.current()
			.children()
			.map(ProcessHandle::pid)
			.filter((pid) -> !processes.containsValue(pid))
			.findFirst()
			.ifPresent((pid) -> processes.put(KAFKA, pid));
		Map<String, Double> ms = new LinkedHashMap<>();
		ms.put(POSTGRESQL, ProcessorTime.ofPostgres(jdbc));
		Map<String, Double> jitMs = new LinkedHashMap<>();
		processes.forEach((name, pid) -> {
			ms.put(name, ProcessorTime.of(pid));
			jitMs.put(name, ProcessorTime.ofCompilers(pid));
		});
		return new ProcessorTimes(ms, jitMs);
	}

	ProcessorTimes since(ProcessorTimes before) {
		return new ProcessorTimes(difference(this.ms, before.ms), difference(this.jitMs, before.jitMs));
	}

	private static Map<String, Double> difference(Map<String, Double> now, Map<String, Double> before) {
		Map<String, Double> used = new LinkedHashMap<>();
		now.forEach((name, time) -> used.put(name, time - before.getOrDefault(name, 0.0)));
		return used;
	}

	double totalMs() {
		return this.ms.values().stream().mapToDouble(Double::doubleValue).sum();
	}

	double totalJitMs() {
		return this.jitMs.values().stream().mapToDouble(Double::doubleValue).sum();
	}

}
