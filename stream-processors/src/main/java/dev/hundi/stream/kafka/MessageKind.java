package dev.hundi.stream.kafka;

import java.util.UUID;
import java.util.function.Function;

import dev.hundi.stream.message.BeneficiaryMessage;
import dev.hundi.stream.message.Messages;
import dev.hundi.stream.message.Parsed;
import dev.hundi.stream.message.PayoutMessage;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a topic.
 *
 * @param <M> kind of message
 * @param reader parses a record's value
 * @param id returns the event id of a message
 */
record MessageKind<M>(Function<byte @Nullable [], Parsed<M>> reader, Function<M, UUID> id) {

	static final MessageKind<PayoutMessage> PAYOUT = new MessageKind<>(Messages::read, PayoutMessage::eventId);

	static final MessageKind<BeneficiaryMessage> BENEFICIARY = new MessageKind<>(Messages::readBeneficiary,
			BeneficiaryMessage::eventId);

	Parsed<M> read(byte @Nullable [] value) {
		return this.reader.apply(value);
	}

	UUID eventId(M message) {
		return this.id.apply(message);
	}

}
