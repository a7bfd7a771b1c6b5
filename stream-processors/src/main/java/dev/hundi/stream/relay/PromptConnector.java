package dev.hundi.stream.relay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.hundi.work.Pace;
import io.debezium.config.Configuration;
import io.debezium.connector.postgresql.PostgresConnector;
import io.debezium.connector.postgresql.PostgresConnectorConfig;
import io.debezium.connector.postgresql.PostgresConnectorTask;
import io.debezium.connector.postgresql.PostgresOffsetContext;
import io.debezium.connector.postgresql.PostgresPartition;
import io.debezium.connector.postgresql.connection.ReplicationConnection;
import io.debezium.pipeline.ChangeEventSourceCoordinator;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Debezium's connector with a task that delivers rows as soon as they arrive. Debezium's
 * own task asks its queue, which returns only after the poll interval and spins for the
 * last millisecond of each: with an interval of 5 ms an idle engine used a sixth of a
 * core (decision 75).
 */
public final class PromptConnector extends PostgresConnector {

	/** Property with the run whose {@link Arrivals} wake the task. */
	static final String RUN = "hundi.run";

	/**
	 * Also the batch size of Debezium's queue: a queue that contains a full batch returns
	 * immediately.
	 */
	static final int QUEUE_BATCH = 1;

	@Override
	public Class<? extends Task> taskClass() {
		return PromptTask.class;
	}

	/** The task. Debezium creates it by its class. */
	public static final class PromptTask extends PostgresConnectorTask {

		private static final int MAX_BATCH = 4096;

		/**
		 * Rows that arrive faster are delivered together, which costs them less: the
		 * consumers process each delivery as one group.
		 */
		private static final Pace PACE = Pace.steady(Duration.ofMillis(2))
			.from(4, Duration.ofMillis(12))
			.from(12, Duration.ofMillis(24))
			.from(24, Duration.ofMillis(36))
			.from(64, Duration.ofMillis(48));

		private Arrivals arrivals = Arrivals.ofRun("");

		private long nextDelivery = System.nanoTime();

		private final QueueWait wait = new QueueWait(System::nanoTime);

		@Override
		public ChangeEventSourceCoordinator<PostgresPartition, PostgresOffsetContext> start(Configuration config) {
			this.arrivals = Arrivals.ofRun(config.getString(RUN));
			return super.start(config);
		}

		@Override
		public ReplicationConnection createReplicationConnection(PostgresConnectorConfig config, int maxRetries,
				Duration retryDelay) {
			return new ReaderConfirms(super.createReplicationConnection(config, maxRetries, retryDelay));
		}

		@Override
		public List<SourceRecord> doPoll() throws InterruptedException {
			this.arrivals.await(this.wait.atMost());
			if (this.arrivals.waiting() > 0) {
				this.wait.rowArrived();
				TimeUnit.NANOSECONDS.sleep(this.nextDelivery - System.nanoTime());
			}
			List<SourceRecord> batch = new ArrayList<>();
			int rows = 0;
			do {
				List<SourceRecord> next = super.doPoll();
				if (next.isEmpty()) {
					break;
				}
				for (SourceRecord source : next) {
					if (EngineProperties.isRow(source)) {
						this.arrivals.delivered();
						rows++;
					}
				}
				batch.addAll(next);
			}
			while (batch.size() < MAX_BATCH && this.arrivals.waiting() > 0);
			this.wait.queueRead(batch.isEmpty());
			if (batch.isEmpty()) {
				return batch;
			}
			this.nextDelivery = System.nanoTime() + PACE.after(rows).toNanos();
			return List.of(new RowBatch(batch));
		}

	}

}
