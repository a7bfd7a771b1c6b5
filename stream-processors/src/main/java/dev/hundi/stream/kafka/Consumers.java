package dev.hundi.stream.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.hundi.stream.message.BeneficiaryMessage;
import dev.hundi.stream.message.PayoutMessage;
import dev.hundi.stream.message.Topics;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.work.RepeatedWork;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;
import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.stereotype.Component;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Runs the consumers of all processors. They start once Kafka is available, share the
 * topic's partitions with the other instances, and are restarted if one dies or the
 * topics were created again.
 */
@Component
public final class Consumers implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(Consumers.class);

	private static final Duration WATCH = Duration.ofSeconds(1);

	/**
	 * Between two commits of offsets. A commit for each poll cost the broker and the
	 * consumer more than the messages of the poll. After a crash, the messages of this
	 * time are delivered again, and row status and keys decide that nothing is done
	 * twice.
	 */
	private static final Duration COMMIT_INTERVAL = Duration.ofMillis(500);

	/** An idle consumer commits its last offsets after this time. */
	private static final Duration IDLE_POLL = Duration.ofSeconds(1);

	private static final long FIRST_PAUSE_MS = 100;

	private static final long LONGEST_PAUSE_MS = 10_000;

	private final Processors processors;

	private final KafkaSettings settings;

	private final KafkaClients clients;

	private final WatchKafka kafka;

	private final DeadLetters deadLetters;

	private final List<ConcurrentMessageListenerContainer<byte[], byte[]>> containers = new CopyOnWriteArrayList<>();

	private final RepeatedWork watch = new RepeatedWork("consumers", WATCH, true, this::startAndKeepRunning);

	/** Of the topics that the containers read; none before Kafka was available. */
	private @Nullable Long generation;

	Consumers(Processors processors, KafkaSettings settings, KafkaClients clients, WatchKafka kafka,
			DeadLetters deadLetters) {
		this.processors = processors;
		this.settings = settings;
		this.clients = clients;
		this.kafka = kafka;
		this.deadLetters = deadLetters;
	}

	/**
	 * Registers a consumer of a processor's topic, whose messages are about payouts, if
	 * this instance runs the processor. Must be called before the application starts.
	 * @param processor the reader, whose {@link Processor#group()} shares the partitions
	 * @param maxMessages maximum number of messages of one call of the handler
	 * @param handler called concurrently by several threads, each with its own partitions
	 */
	public void payouts(Processor processor, int maxMessages, BatchHandler<PayoutMessage> handler) {
		register(processor, maxMessages, handler, MessageKind.PAYOUT);
	}

	/** The same for messages about beneficiaries. */
	public void beneficiaries(Processor processor, int maxMessages, BatchHandler<BeneficiaryMessage> handler) {
		register(processor, maxMessages, handler, MessageKind.BENEFICIARY);
	}

	private <M> void register(Processor processor, int maxMessages, BatchHandler<M> handler, MessageKind<M> kind) {
		if (isRunning()) {
			throw new IllegalStateException("Consumers are already started");
		}
		if (this.processors.runs(processor)) {
			this.containers.add(container(processor.group(), Topics.readBy(processor), maxMessages, handler, kind));
		}
	}

	@Override
	public void start() {
		this.watch.start();
	}

	@Override
	public void stop() {
		this.watch.stop();
		this.containers.parallelStream().forEach(ConcurrentMessageListenerContainer::stop);
	}

	@Override
	public boolean isRunning() {
		return this.watch.isRunning();
	}

	private <M> ConcurrentMessageListenerContainer<byte[], byte[]> container(String group, String topic,
			int maxMessages, BatchHandler<M> handler, MessageKind<M> kind) {
		RetryLog retries = new RetryLog(group);
		ContainerProperties properties = new ContainerProperties(topic);
		properties.setGroupId(group);
		properties.setAckMode(ContainerProperties.AckMode.TIME);
		properties.setAckTime(COMMIT_INTERVAL.toMillis());
		properties.setPollTimeout(IDLE_POLL.toMillis());
		properties.setMessageListener(new BatchListener<>(handler, kind, maxMessages, this.deadLetters, retries));
		properties.setAuthExceptionRetryInterval(Duration.ofSeconds(5));
		properties.setMissingTopicsFatal(false);
		properties.setLogContainerConfig(false);
		var container = new ConcurrentMessageListenerContainer<byte[], byte[]>(
				consumers(this.clients.consumerProperties(group, maxMessages), maxMessages), properties);
		container.setBeanName(group + "-" + topic);
		container.setConcurrency(this.settings.concurrency());
		container.setCommonErrorHandler(retryForever(retries));
		return container;
	}

	private static ConsumerFactory<byte[], byte[]> consumers(Map<String, Object> properties, int maxMessages) {
		return new DefaultKafkaConsumerFactory<>(properties) {

			@Override
			protected Consumer<byte[], byte[]> createRawConsumer(Map<String, Object> configuration) {
				return new PromptConsumer(configuration, maxMessages);
			}

		};
	}

	/**
	 * Retries a failed batch until it succeeds: a failure is an outage, and skipping a
	 * batch would lose payouts. The handler polls the paused consumer during the pauses,
	 * so it stays in its group.
	 */
	private static DefaultErrorHandler retryForever(RetryLog retries) {
		ExponentialBackOff backOff = new ExponentialBackOff(FIRST_PAUSE_MS, 2);
		backOff.setMaxInterval(LONGEST_PAUSE_MS);
		DefaultErrorHandler handler = new DefaultErrorHandler(backOff);
		// Exceptions that Spring Kafka considers fatal would skip the batch otherwise.
		handler.setClassifications(Map.of(), true);
		handler.setRetryListeners(retries);
		return handler;
	}

	private void startAndKeepRunning() throws InterruptedException {
		this.kafka.await();
		Long present = this.kafka.generation();
		if (this.generation != null && !this.generation.equals(present)) {
			this.deadLetters.renewProducer();
			this.containers.parallelStream().forEach(ConcurrentMessageListenerContainer::stop);
		}
		this.generation = present;
		this.containers.forEach(Consumers::keepRunning);
	}

	private static void keepRunning(ConcurrentMessageListenerContainer<byte[], byte[]> container) {
		try {
			if (container.isRunning() && !container.isInExpectedState()) {
				logger.error("A consumer of {} died; restarting it", container.getListenerId());
				container.stop();
			}
			if (!container.isRunning()) {
				container.start();
			}
		}
		catch (RuntimeException ex) {
			logger.error("Consumers of {} failed to start; retrying", container.getListenerId(), ex);
		}
	}

}
