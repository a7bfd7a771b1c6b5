package dev.hundi.batch.schedule;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.listener.ItemReadListener;
import org.springframework.batch.core.listener.ItemWriteListener;
import org.springframework.batch.infrastructure.item.Chunk;

/**
 * The first failure of a job's reader, writer or tasklet. A chunk step wraps what its
 * reader and writer throw; as their listener this class keeps the failure itself.
 */
public final class FirstFailure implements ItemReadListener<Object>, ItemWriteListener<Object> {

	private final AtomicReference<@Nullable Throwable> first = new AtomicReference<>();

	@Override
	public void onReadError(Exception ex) {
		this.first.compareAndSet(null, ex);
	}

	@Override
	public void onWriteError(Exception ex, Chunk<?> items) {
		this.first.compareAndSet(null, ex);
	}

	/** The failure of an execution that did not complete. */
	Throwable of(JobExecution execution) {
		Throwable failure = this.first.get();
		if (failure != null) {
			return failure;
		}
		return execution.getAllFailureExceptions()
			.stream()
			.findFirst()
			.orElseGet(() -> new IllegalStateException("Job ended as " + execution.getStatus()));
	}

}
