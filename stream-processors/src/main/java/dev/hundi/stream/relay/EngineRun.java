package dev.hundi.stream.relay;

import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.debezium.embedded.Connect;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import io.debezium.engine.format.ChangeEventFormat;
import org.apache.kafka.connect.source.SourceRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of a Debezium engine. */
final class EngineRun implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(EngineRun.class);

	private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

	private final CompletableFuture<Void> ended = new CompletableFuture<>();

	private final DebeziumEngine<RecordChangeEvent<SourceRecord>> engine;

	private final String run;

	private EngineRun(Properties properties, ForwardEvents forwarding) {
		this.run = properties.getProperty(PromptConnector.RUN);
		this.engine = DebeziumEngine.create(ChangeEventFormat.of(Connect.class))
			.using(properties)
			.notifying(forwarding)
			.using(this::complete)
			.build();
	}

	static EngineRun start(Properties properties, ForwardEvents forwarding) {
		EngineRun run = new EngineRun(properties, forwarding);
		Thread.ofPlatform().name("relay-engine").daemon().start(run::run);
		return run;
	}

	/**
	 * Waits for the engine to end.
	 * @return false if it still runs after this time
	 * @throws ExecutionException if the engine ended, which is always a failure
	 */
	boolean awaitEnd(Duration time) throws ExecutionException, InterruptedException {
		try {
			this.ended.get(time.toMillis(), TimeUnit.MILLISECONDS);
			throw new ExecutionException(new IllegalStateException("The engine ended without a reason"));
		}
		catch (TimeoutException ex) {
			return false;
		}
	}

	/**
	 * Closes the engine on a thread of its own: an interrupted engine abandons its
	 * reader, which then keeps the slot until this JVM ends.
	 */
	@Override
	public void close() {
		Arrivals.ofRun(this.run).stopWaiting();
		Thread closing = Thread.ofPlatform().name("relay-engine-close").start(this::closeEngine);
		while (closing.isAlive()) {
			try {
				closing.join();
			}
			catch (InterruptedException ex) {
				// The shutdown waits for this thread, so closing continues.
				logger.debug("Interrupted while closing the engine");
			}
		}
		Arrivals.end(this.run);
	}

	/** The engine cannot be closed while it starts its tasks, so closing is retried. */
	private void closeEngine() {
		long deadline = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
		while (!this.ended.isDone() && System.nanoTime() < deadline) {
			try {
				this.engine.close();
			}
			catch (IllegalStateException | IOException ex) {
				logger.debug("The engine cannot be closed yet: {}", ex.getMessage());
			}
			pause();
		}
		if (!this.ended.isDone()) {
			logger.error("The relay's engine did not end within {} s and was abandoned", CLOSE_TIMEOUT.toSeconds());
		}
	}

	private void run() {
		try {
			this.engine.run();
			this.ended.completeExceptionally(new IllegalStateException("The engine ended without a reason"));
		}
		catch (Throwable ex) {
			this.ended.completeExceptionally(ex);
		}
	}

	private void complete(boolean success, String message, Throwable error) {
		this.ended.completeExceptionally((error != null) ? error : new IllegalStateException(message));
	}

	private void pause() {
		try {
			this.ended.get(100, TimeUnit.MILLISECONDS);
		}
		catch (ExecutionException | TimeoutException ex) {
			logger.trace("Waited for the engine to end", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
