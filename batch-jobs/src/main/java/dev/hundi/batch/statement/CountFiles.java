package dev.hundi.batch.statement;

import dev.hundi.statement.RejectedStatementException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.stereotype.Component;

/**
 * Counts what becomes of files, as {@code hundi.statement.files} by result.
 */
@Component
class CountFiles {

	private final Counter loaded;

	private final Counter rejected;

	private final Counter duplicate;

	CountFiles(MeterRegistry meters) {
		this.loaded = counter("LOADED", meters);
		this.rejected = counter("REJECTED", meters);
		this.duplicate = counter("DUPLICATE", meters);
	}

	private static Counter counter(String result, MeterRegistry meters) {
		return Counter.builder("hundi.statement.files")
			.tag("result", result)
			.description("Files of bank statements that were loaded or refused by this copy")
			.register(meters);
	}

	void loaded() {
		this.loaded.increment();
	}

	void refused(RejectedStatementException rejection) {
		(rejection.isDuplicate() ? this.duplicate : this.rejected).increment();
	}

}
