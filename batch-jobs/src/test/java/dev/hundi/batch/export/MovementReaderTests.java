package dev.hundi.batch.export;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

import dev.hundi.wallet.ExportSums;
import dev.hundi.wallet.MovementSummary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import org.springframework.batch.infrastructure.item.ExecutionContext;

import static org.assertj.core.api.Assertions.assertThat;

class MovementReaderTests {

	private static final ExportSums SUMS = new ExportSums(new MovementSummary(0, 0, 0, 0, 0, 0), 0, 0);

	private final Error error = new StackOverflowError();

	private MovementReader reader = new MovementReader((rows) -> {
		throw this.error;
	});

	@AfterEach
	void close() {
		this.reader.close();
	}

	@Test
	void failsSumsAfterAnError() {
		this.reader.open(new ExecutionContext());
		assertFails(this.reader::sums);
	}

	@Test
	void failsRowsAfterAnError() {
		this.reader = new MovementReader((rows) -> {
			rows.sums(SUMS);
			throw this.error;
		});
		this.reader.open(new ExecutionContext());
		assertThat(this.reader.sums()).isEqualTo(SUMS);
		assertFails(this.reader::read);
	}

	/** On a thread of its own, because a call that waits for ever would not end. */
	private void assertFails(Supplier<@Nullable Object> call) {
		assertThat(CompletableFuture.supplyAsync(call, Thread::startVirtualThread)).failsWithin(Duration.ofMinutes(1))
			.withThrowableOfType(ExecutionException.class)
			.havingRootCause()
			.isSameAs(this.error);
	}

}
