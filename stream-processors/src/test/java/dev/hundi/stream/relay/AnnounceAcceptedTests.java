package dev.hundi.stream.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hundi.payout.Stage;
import dev.hundi.stream.message.PayoutMessage;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class AnnounceAcceptedTests {

	private static final Schema SCHEMA = SchemaBuilder.struct()
		.field("business_id", Schema.STRING_SCHEMA)
		.field("payout_id", Schema.STRING_SCHEMA)
		.field("sequence", Schema.INT32_SCHEMA)
		.field("event_id", Schema.STRING_SCHEMA)
		.field("stage", Schema.STRING_SCHEMA)
		.field("created_at", Schema.STRING_SCHEMA)
		.build();

	private final List<PayoutMessage> announced = new ArrayList<>();

	private long nanos;

	private final AnnounceAccepted announce = new AnnounceAccepted(this.announced::addAll, () -> this.nanos);

	@Test
	void announcesWhatADebitFollows() {
		this.announce
			.captured(Stream.of(Stage.CREATED, Stage.WALLET_DEBITED, Stage.SUCCESS, Stage.RELEASED, Stage.FAILED)
				.map(AnnounceAcceptedTests::row));
		assertThat(this.announced).extracting(PayoutMessage::stage).containsExactly(Stage.CREATED, Stage.RELEASED);
	}

	@Test
	void announcesAfterAPauseOnly() {
		captured(1);
		this.nanos += AnnounceAccepted.PAUSE.toNanos() - 1;
		captured(1);
		this.nanos += AnnounceAccepted.PAUSE.toNanos() - 1;
		captured(1);
		assertThat(this.announced).hasSize(1);
		this.nanos += AnnounceAccepted.PAUSE.toNanos() / 2;
		this.announce.captured(Stream.of(row(Stage.SUCCESS)));
		this.nanos += AnnounceAccepted.PAUSE.toNanos() / 2 + 1;
		captured(1);
		assertThat(this.announced).as("events of other payouts are no load").hasSize(2);
	}

	@Test
	void leavesGroupsToKafka() {
		captured(AnnounceAccepted.MAX_PAYOUTS + 1);
		assertThat(this.announced).isEmpty();
		this.nanos += AnnounceAccepted.PAUSE.toNanos();
		captured(AnnounceAccepted.MAX_PAYOUTS);
		assertThat(this.announced).hasSize(AnnounceAccepted.MAX_PAYOUTS);
	}

	@Test
	void leavesRowsThatItCannotReadToTheirDeadLetters() {
		this.announce.captured(Stream.of(row(Stage.CREATED).put("payout_id", "unreadable")));
		this.nanos += AnnounceAccepted.PAUSE.toNanos();
		this.announce.captured(Stream
			.of(new Struct(SchemaBuilder.struct().field("newer", Schema.STRING_SCHEMA).build()).put("newer", "x")));
		assertThat(this.announced).isEmpty();
	}

	private void captured(int payouts) {
		this.announce.captured(IntStream.range(0, payouts).mapToObj((i) -> row(Stage.CREATED)));
	}

	private static Struct row(Stage stage) {
		return new Struct(SCHEMA).put("business_id", UUID.randomUUID().toString())
			.put("payout_id", UUID.randomUUID().toString())
			.put("sequence", 1)
			.put("event_id", UUID.randomUUID().toString())
			.put("stage", stage.name())
			.put("created_at", "2026-11-21T06:30:00Z");
	}

}
