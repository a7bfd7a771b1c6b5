package dev.hundi.bench.stream;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.hundi.bench.measure.ProcessorTime;
import dev.hundi.sandbox.Application;
import dev.hundi.sandbox.Platform;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Processor time of each part of a platform in milliseconds.
 *
 * @param ms by the name of the part, in the order of the table
 * @param jitMs share of the JIT compilers, which end their work some time after a start;
 * it is contained in the parts
 */
record ProcessorTimes(Map<String, Double> ms, double jitMs) {

	static ProcessorTimes soFar(Platform platform, JdbcClient jdbc) {
		Map<String, Double> ms = new LinkedHashMap<>();
		ms.put("PostgreSQL", ProcessorTime.ofPostgres(jdbc));
		long api = platform.process(Application.API).pid();
		long stream = platform.process(Application.STREAM).pid();
		long webhooks = platform.process(Application.WEBHOOKS).pid();
		long bank = platform.bank().pid();
		ms.put("stream-processors", ProcessorTime.of(stream));
		ms.put("webhooks", ProcessorTime.of(webhooks));
		ms.put("api", ProcessorTime.of(api));
		// PostgreSQL is no child: it detaches itself.
		List<Long> children = ProcessHandle.current().children().map(ProcessHandle::pid).toList();
		ms.put("Kafka",
				children.stream()
					.filter((pid) -> !List.of(api, stream, webhooks, bank).contains(pid))
					.mapToDouble(ProcessorTime::of)
					.sum());
		ms.put("bank", ProcessorTime.of(bank));
		long own = ProcessHandle.current().pid();
		ms.put("load and receiver", ProcessorTime.of(own));
		return new ProcessorTimes(ms,
				Stream.concat(children.stream(), Stream.of(own)).mapToDouble(ProcessorTime::ofCompilers).sum());
	}

	ProcessorTimes since(ProcessorTimes before) {
		Map<String, Double> used = new LinkedHashMap<>();
		this.ms.forEach((name, time) -> used.put(name, time - before.ms.getOrDefault(name, 0.0)));
		return new ProcessorTimes(used, this.jitMs - before.jitMs);
	}

	double totalMs() {
		return this.ms.values().stream().mapToDouble(Double::doubleValue).sum();
	}

}
