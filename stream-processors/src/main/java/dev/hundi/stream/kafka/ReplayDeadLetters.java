package dev.hundi.stream.kafka;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import dev.hundi.stream.kafka.DeadLetterReplays.Letter;
import dev.hundi.stream.message.Topics;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Lists dead letters and replays them: sends them to their original topics, unchanged and
 * with the same key. Replays are idempotent, because processors check the rows in the
 * database. A message that fails again becomes a new dead letter. Replays are recorded in
 * {@code dead_letter_replay}.
 */
@Component
public final class ReplayDeadLetters {

	private static final Logger logger = LoggerFactory.getLogger(ReplayDeadLetters.class);

	private static final Duration POLL = Duration.ofMillis(500);

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private final KafkaClients clients;

	private final DeadLetters deadLetters;

	private final DeadLetterReplays replays;

	ReplayDeadLetters(KafkaClients clients, DeadLetters deadLetters, DeadLetterReplays replays) {
		this.clients = clients;
		this.deadLetters = deadLetters;
		this.replays = replays;
	}

	/**
	 * Lists the letters of all topics, by topic, oldest first.
	 * @param replayed whether to include replayed and discarded letters
	 * @param limit maximum number of letters
	 * @throws KafkaException if Kafka does not respond
	 */
	public List<DeadLetter> list(boolean replayed, int limit) {
		List<DeadLetter> letters = new ArrayList<>();
		for (String topic : Topics.all()) {
			eachPage(topic, 0, (page) -> {
				for (DeadLetter letter : letters(topic, page)) {
					if ((replayed || letter.isOpen()) && letters.size() < limit) {
						letters.add(letter);
					}
				}
				return letters.size() < limit;
			});
		}
		return letters;
	}

	/**
	 * Returns one letter.
	 * @param topic the topic without {@code .dlt}
	 */
	public Optional<DeadLetter> letter(String topic, long offset) {
		return record(topic, offset).map((letter) -> letters(topic, List.of(letter)).getFirst());
	}

	/**
	 * Replays one letter, even if it was replayed before.
	 * @return whether the letter exists and can be replayed
	 */
	public boolean replay(String topic, long offset) {
		List<ConsumerRecord<byte[], byte[]>> letter = record(topic, offset).stream()
			.filter(ReplayDeadLetters::isReplayable)
			.toList();
		replay(topic, letter);
		return !letter.isEmpty();
	}

	/**
	 * Records that one letter needs no replay.
	 * @return whether the letter exists
	 */
	public boolean discard(String topic, long offset) {
		Optional<ConsumerRecord<byte[], byte[]>> letter = record(topic, offset);
		letter.ifPresent((found) -> this.replays.discard(place(topic, found)));
		return letter.isPresent();
	}

	/**
	 * Replays every letter that has been neither replayed nor discarded, in order.
	 * @return the number of replayed letters
	 */
	public int replayAll() {
		int[] replayed = new int[1];
		for (String topic : Topics.all()) {
			eachPage(topic, 0, (page) -> {
				List<Letter> places = page.stream().map((each) -> place(topic, each)).toList();
				Set<Letter> before = new HashSet<>(this.replays.replayed(places).keySet());
				before.addAll(this.replays.discarded(places).keySet());
				List<ConsumerRecord<byte[], byte[]>> due = page.stream()
					.filter((each) -> isReplayable(each) && !before.contains(place(topic, each)))
					.toList();
				replay(topic, due);
				replayed[0] += due.size();
				return true;
			});
		}
		return replayed[0];
	}

	/** Sends before it records: a crash in between replays the letters twice. */
	private void replay(String topic, List<ConsumerRecord<byte[], byte[]>> letters) {
		if (letters.isEmpty()) {
			return;
		}
		this.deadLetters.replay(letters, topic);
		this.replays.add(letters.stream().map((each) -> place(topic, each)).toList());
		letters.forEach((each) -> logger.info("Replayed dead letter {} of {}", each.offset(), topic));
	}

	private Optional<ConsumerRecord<byte[], byte[]>> record(String topic, long offset) {
		if (!Topics.all().contains(topic) || offset < 0) {
			return Optional.empty();
		}
		List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
		eachPage(topic, offset, (page) -> {
			page.stream().filter((each) -> each.offset() == offset).forEach(found::add);
			return false;
		});
		return found.stream().findFirst();
	}

	/**
	 * Passes pages from an offset to the current end, until the consumer returns false.
	 */
	private void eachPage(String topic, long from, Predicate<List<ConsumerRecord<byte[], byte[]>>> consume) {
		TopicPartition partition = new TopicPartition(Topics.deadLettersOf(topic), DeadLetters.ONLY_PARTITION);
		try (Consumer<byte[], byte[]> reader = this.clients.newReader()) {
			reader.assign(List.of(partition));
			long begin = reader.beginningOffsets(List.of(partition)).getOrDefault(partition, 0L);
			long end = reader.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
			reader.seek(partition, Math.max(begin, from));
			long deadline = System.nanoTime() + TIMEOUT.toNanos();
			while (reader.position(partition) < end) {
				List<ConsumerRecord<byte[], byte[]>> page = reader.poll(POLL)
					.records(partition)
					.stream()
					.filter((each) -> each.offset() < end)
					.toList();
				if (!page.isEmpty()) {
					if (!consume.test(page)) {
						return;
					}
					deadline = System.nanoTime() + TIMEOUT.toNanos();
				}
				else if (System.nanoTime() > deadline) {
					throw new TimeoutException("Kafka did not return the dead letters of " + topic);
				}
			}
		}
	}

	private List<DeadLetter> letters(String topic, List<ConsumerRecord<byte[], byte[]>> records) {
		Map<Letter, Instant> replayed = this.replays
			.replayed(records.stream().map((each) -> place(topic, each)).toList());
		Map<Letter, Instant> discarded = this.replays
			.discarded(records.stream().map((each) -> place(topic, each)).toList());
		return records.stream()
			.map((each) -> letter(topic, each, replayed.get(place(topic, each)), discarded.get(place(topic, each))))
			.toList();
	}

	private static DeadLetter letter(String topic, ConsumerRecord<byte[], byte[]> record, @Nullable Instant replayedAt,
			@Nullable Instant discardedAt) {
		String reason = header(record, DeadLetters.REASON);
		String partition = header(record, DeadLetters.PARTITION);
		String offset = header(record, DeadLetters.OFFSET);
		Instant putAt = Instant.ofEpochMilli(record.timestamp());
		return new DeadLetter(topic, record.offset(), RedactedPayload.ofKey(record.key()),
				(reason != null) ? reason : "unknown", (partition != null) ? Integer.valueOf(partition) : null,
				(offset != null) ? Long.valueOf(offset) : null,
				firstSeen(header(record, DeadLetters.FIRST_SEEN), putAt), putAt, replayedAt, discardedAt,
				RedactedPayload.of(record.value()));
	}

	/** Old letters without this header have only their own timestamp. */
	private static Instant firstSeen(@Nullable String header, Instant putAt) {
		try {
			return (header != null) ? Instant.parse(header) : putAt;
		}
		catch (DateTimeParseException ex) {
			return putAt;
		}
	}

	private static boolean isReplayable(ConsumerRecord<byte[], byte[]> record) {
		return header(record, DeadLetters.OFFSET) != null;
	}

	private static Letter place(String topic, ConsumerRecord<byte[], byte[]> record) {
		return new Letter(topic, record.offset(), Instant.ofEpochMilli(record.timestamp()));
	}

	private static @Nullable String header(ConsumerRecord<byte[], byte[]> record, String name) {
		Header header = record.headers().lastHeader(name);
		return (header != null) ? new String(header.value(), StandardCharsets.UTF_8) : null;
	}

}
