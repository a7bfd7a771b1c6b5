package dev.hundi.stream.relay;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.hundi.stream.message.Topics;
import dev.hundi.stream.kafka.DeadLetters;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.RecordChangeEvent;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;

/**
 * Publishes batches of captured rows: waits until their transactions are visible,
 * announces payouts that wait for their debit, sends the records, waits for all
 * acknowledgements, and only then confirms the batch, which advances the slot. After a
 * failure the engine ends and the next one starts at the slot's position.
 */
final class ForwardEvents implements DebeziumEngine.ChangeConsumer<RecordChangeEvent<SourceRecord>> {

	private final TransactionVisibility visibility;

	private final Producer<byte[], byte[]> producer;

	private final DeadLetters deadLetters;

	private final RelayMetrics metrics;

	private final AnnounceAccepted announce;

	ForwardEvents(TransactionVisibility visibility, Producer<byte[], byte[]> producer, DeadLetters deadLetters,
			RelayMetrics metrics, AcceptedPayouts accepted) {
		this.visibility = visibility;
		this.producer = producer;
		this.deadLetters = deadLetters;
		this.metrics = metrics;
		this.announce = new AnnounceAccepted(accepted, System::nanoTime);
	}

	@Override
	public void handleBatch(List<RecordChangeEvent<SourceRecord>> batch,
			DebeziumEngine.RecordCommitter<RecordChangeEvent<SourceRecord>> committer) throws InterruptedException {
		List<SourceRecord> rows = batch.stream().flatMap((captured) -> rows(captured.record())).toList();
		List<Future<RecordMetadata>> acknowledgements = new ArrayList<>(rows.size() * 2);
		int events = 0;
		int sent = 0;
		while (sent < rows.size()) {
			List<SourceRecord> visible = awaitVisible(rows.subList(sent, rows.size()));
			events += send(visible, acknowledgements);
			sent += visible.size();
			flush();
		}
		await(acknowledgements);
		// The engine keeps a single offset, so the last record confirms the batch.
		committer.markProcessed(batch.getLast());
		committer.markBatchFinished();
		this.metrics.relayed(events);
	}

	/** Returns the number of events sent. */
	private int send(List<SourceRecord> rows, List<Future<RecordMetadata>> acknowledgements) {
		this.announce.captured(rows.stream()
			.filter((source) -> source.topic().equals(EngineProperties.PAYOUT_EVENT))
			.map(ForwardEvents::row));
		int events = 0;
		for (SourceRecord source : rows) {
			List<ProducerRecord<byte[], byte[]>> records = records(source);
			for (ProducerRecord<byte[], byte[]> record : records) {
				acknowledgements.add(this.producer.send(record));
			}
			if (!records.isEmpty()) {
				events++;
			}
		}
		return events;
	}

	private static Stream<SourceRecord> rows(SourceRecord captured) {
		return (captured instanceof RowBatch batch) ? batch.rows().stream() : Stream.of(captured);
	}

	/**
	 * Returns the rows up to the first that is not visible, at least one. Rows keep their
	 * order, and a commit that waits for a standby does not delay those before it.
	 */
	private List<SourceRecord> awaitVisible(List<SourceRecord> rows) throws InterruptedException {
		try {
			return rows.subList(0, this.visibility.await(rows.stream().map(ForwardEvents::transaction).toList()));
		}
		catch (SQLException ex) {
			throw new IllegalStateException("Failed to query the visible transactions: " + ex, ex);
		}
	}

	/** Returns the transaction of a row, or nothing for a heartbeat. */
	private static OptionalLong transaction(SourceRecord source) {
		return EngineProperties.isRow(source) ? OptionalLong.of(origin(source).getInt64("txId")) : OptionalLong.empty();
	}

	private static Struct row(SourceRecord source) {
		return ((Struct) source.value()).getStruct("after");
	}

	private static Struct origin(SourceRecord source) {
		return ((Struct) source.value()).getStruct("source");
	}

	/** Returns the records of a row, or none for a heartbeat. */
	private List<ProducerRecord<byte[], byte[]>> records(SourceRecord source) {
		return switch (source.topic()) {
			case EngineProperties.PAYOUT_EVENT ->
				records(row(source), EventRecords::ofPayoutEvent, Topics.PAYOUT_STATUS);
			case EngineProperties.BENEFICIARY_EVENT ->
				records(row(source), EventRecords::ofBeneficiaryEvent, Topics.BENEFICIARY);
			default -> List.of();
		};
	}

	/**
	 * A row that this version cannot read, for example of a newer schema, must not block
	 * later events; the sweep processes its payout.
	 * @param topic whose dead letters such a row is among
	 */
	private List<ProducerRecord<byte[], byte[]>> records(Struct row,
			Function<Struct, List<ProducerRecord<byte[], byte[]>>> convert, String topic) {
		try {
			return convert.apply(row);
		}
		catch (RuntimeException ex) {
			this.deadLetters.publish(topic, EventRecords.describe(row),
					"The row cannot be converted to a message: " + ex);
			return List.of();
		}
	}

	/** Without it the records would wait for others. */
	private void flush() throws InterruptedException {
		try {
			this.producer.flush();
		}
		catch (InterruptException ex) {
			throw new InterruptedException(ex.getMessage());
		}
	}

	private static void await(List<Future<RecordMetadata>> acknowledgements) throws InterruptedException {
		try {
			for (Future<RecordMetadata> acknowledgement : acknowledgements) {
				acknowledgement.get();
			}
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("Kafka did not accept an event: " + ex.getCause(), ex.getCause());
		}
	}

}
