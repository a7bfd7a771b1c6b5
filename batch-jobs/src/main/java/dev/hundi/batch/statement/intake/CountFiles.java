package dev.hundi.batch.statement.intake;

import dev.hundi.statement.RejectedStatementException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.stereotype.Component;

/**
 * Counts files by result: {@code hundi.statement.files}.
 */
@Component
class CountFiles {

	private final Counter loaded;

	private final Counter rejected;

	private final Counter duplicate;

	private final Counter untrusted;

	CountFiles(MeterRegistry meters) {
		this.loaded = counter("LOADED", meters);
		this.rejected = counter("REJECTED", meters);
		this.duplicate = counter("DUPLICATE", meters);
		this.untrusted = counter("UNTRUSTED", meters);
	}

	private static Counter counter(String result, MeterRegistry meters) {
		return Counter.builder("hundi.statement.files")
			.tag("result", result)
			.description("Bank statement files loaded or refused by this instance")
			.register(meters);
	}

	void loaded() {
		this.loaded.increment();
	}

	void untrusted() {
		this.untrusted.increment();
	}

	void tooLarge() {
		this.rejected.increment();
	}

	void refused(RejectedStatementException rejection) {
		(rejection.isDuplicate() ? this.duplicate : this.rejected).increment();
	}

}
