package dev.hundi.stream.relay;

import java.util.ArrayList;
import java.util.List;
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
		return EventRecordsTests.payoutEvent(stage.name());
	}

}
