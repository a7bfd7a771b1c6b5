package dev.hundi.stream.kafka;

import java.util.UUID;
import java.util.function.Function;

import dev.hundi.stream.message.BeneficiaryMessage;
import dev.hundi.stream.message.Messages;
import dev.hundi.stream.message.Parsed;
import dev.hundi.stream.message.PayoutMessage;
import org.jspecify.annotations.Nullable;

/**
 * How the bytes of a topic become messages.
 *
 * @param <M> kind of message
 * @param reader what a record's value comes to
 * @param id the event that a message tells of
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
