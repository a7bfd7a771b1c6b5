package dev.hundi.bench.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import dev.hundi.payout.Stage;
import dev.hundi.stream.kafka.KafkaClients;
import dev.hundi.stream.message.Messages;
import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.stream.message.Topics;
import dev.hundi.time.Timestamps;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

import org.springframework.context.ApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Webhooks on the way that a new one takes: a record on Kafka's topic, the event and its
 * endpoint read, the body written, signed and sent, and the delivery stored with its
 * attempt. The benchmark stands in for the relay. It keeps so many webhooks on their way
 * that all attempts are in use and none waits for so long that it is stored first.
 */
final class NewWebhooks implements AutoCloseable {

	/** As a percentage of the attempts of the process, so that some always wait. */
	private static final int ON_THE_WAY_PERCENT = 150;

	/** Records of one delivery of the relay under load. */
	private static final int GROUP = 128;

	private final JdbcClient jdbc;

	private final SmartLifecycle deliver;

	private final Producer<byte[], byte[]> producer;

	private final Counter succeeded;

	private final List<Message> messages;

	private final int onTheWay;

	private long attempted;

	private long storedFirst;

	/**
	 * Reads the events that are recorded so far.
	 * @param atOnce attempts of the process
	 */
	NewWebhooks(JdbcClient jdbc, ApplicationContext stream, int atOnce) {
		this.jdbc = jdbc;
		this.deliver = stream.getBean("deliverWebhooks", SmartLifecycle.class);
		this.producer = stream.getBean(KafkaClients.class).newProducer("bench-webhooks");
		this.succeeded = stream.getBean(MeterRegistry.class)
			.get("hundi.webhook.attempts")
			.tag("outcome", "success")
			.counter();
		this.onTheWay = ON_THE_WAY_PERCENT * atOnce / 100;
		this.messages = messages(jdbc);
	}

	/** Sends the webhooks of all events and returns how many were recorded a second. */
	double run(Duration patience, Duration settling) throws InterruptedException, ExecutionException {
		this.jdbc.sql("TRUNCATE webhook_delivery, webhook_attempt").update();
		this.deliver.start();
		try {
			long deadline = System.nanoTime() + patience.toNanos();
			publish(deadline);
			while (recorded() < this.messages.size()) {
				pause(deadline);
			}
		}
		finally {
			this.deliver.stop();
		}
		this.attempted += this.messages.size();
		// What is stored first has another time than its attempt.
		this.storedFirst += this.jdbc.sql("""
				SELECT count(*) FROM webhook_delivery d JOIN webhook_attempt a ON a.delivery_id = d.delivery_id
				 WHERE a.attempt_number = 1 AND a.started_at <> d.created_at
				""").query(Long.class).single();
		return WebhookBench.perSecond(this.jdbc, settling);
	}

	/** Part of the webhooks of all runs that were stored before their attempt. */
	double partStoredFirst() {
		return (double) this.storedFirst / this.attempted;
	}

	private void publish(long deadline) throws InterruptedException, ExecutionException {
		double before = this.succeeded.count();
		List<Future<RecordMetadata>> sent = new ArrayList<>();
		int next = 0;
		while (next < this.messages.size()) {
			int free = this.onTheWay - next + (int) (this.succeeded.count() - before);
			if (free < GROUP) {
				pause(deadline);
				continue;
			}
			int end = Math.min(next + GROUP, this.messages.size());
			for (Message message : this.messages.subList(next, end)) {
				sent.add(
						this.producer.send(new ProducerRecord<>(Topics.PAYOUT_STATUS, message.key(), message.value())));
			}
			next = end;
		}
		for (Future<RecordMetadata> each : sent) {
			each.get();
		}
	}

	private static void pause(long deadline) throws InterruptedException {
		if (System.nanoTime() > deadline) {
			throw new IllegalStateException("Not all new webhooks were delivered in time");
		}
		TimeUnit.MILLISECONDS.sleep(2);
	}

	private long recorded() throws InterruptedException {
		TimeUnit.MILLISECONDS.sleep(100);
		return this.jdbc.sql("SELECT count(*) FROM webhook_delivery WHERE state = 'DELIVERED'")
			.query(Long.class)
			.single();
	}

	/** As the relay writes them; those of the businesses in turn. */
	private static List<Message> messages(JdbcClient jdbc) {
		return jdbc.sql("""
				SELECT event_id, business_id, payout_id, sequence, created_at FROM payout_event
				 WHERE stage = 'CREATED'
				 ORDER BY row_number() OVER (PARTITION BY business_id ORDER BY event_id), business_id
				""").query((row, number) -> {
			UUID businessId = row.getObject("business_id", UUID.class);
			PayoutMessage message = PayoutMessage.of(row.getObject("event_id", UUID.class), Stage.CREATED, businessId,
					row.getObject("payout_id", UUID.class), row.getInt("sequence"),
					Timestamps.instant(row, "created_at"));
			return new Message(businessId.toString().getBytes(StandardCharsets.UTF_8), Messages.write(message));
		}).list();
	}

	@Override
	public void close() {
		this.producer.close();
	}

	@SuppressWarnings("ArrayRecordComponent")
	private record Message(byte[] key, byte[] value) {
	}

}
