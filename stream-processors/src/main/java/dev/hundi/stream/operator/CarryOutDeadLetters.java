package dev.hundi.stream.operator;

import java.util.Map;
import java.util.Optional;

import dev.hundi.operator.CarryOut;
import dev.hundi.operator.ClaimedRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestOutcome;
import dev.hundi.stream.kafka.DeadLetter;
import dev.hundi.stream.kafka.ReplayDeadLetters;
import tools.jackson.databind.JsonNode;

import org.springframework.stereotype.Component;

/**
 * Lists, replays and discards messages that could not be processed, for the staff portal.
 */
@Component
class CarryOutDeadLetters {

	private static final int MAX_LETTERS = 1_000;

	private final ReplayDeadLetters deadLetters;

	CarryOutDeadLetters(ReplayDeadLetters deadLetters) {
		this.deadLetters = deadLetters;
	}

	Map<RequestKind, CarryOut> kinds() {
		return Map.of(RequestKind.READ_DEAD_LETTERS, this::list, RequestKind.READ_DEAD_LETTER, this::show,
				RequestKind.REPLAY_DEAD_LETTER, this::replay, RequestKind.REPLAY_DEAD_LETTERS, this::replayAll,
				RequestKind.DISCARD_DEAD_LETTER, this::discard);
	}

	private RequestOutcome list(ClaimedRequest request) {
		JsonNode arguments = request.arguments();
		int limit = Math.clamp(arguments.path("limit").asInt(MAX_LETTERS), 1, MAX_LETTERS);
		return new RequestOutcome.Done(
				Map.of("letters", this.deadLetters.list(arguments.path("replayed").asBoolean(false), limit)));
	}

	private RequestOutcome show(ClaimedRequest request) {
		return letter(request).<RequestOutcome>map((letter) -> new RequestOutcome.Done(Map.of("letter", letter)))
			.orElseGet(() -> missing(request));
	}

	private RequestOutcome replay(ClaimedRequest request) {
		Optional<DeadLetter> letter = letter(request);
		if (letter.isEmpty()) {
			return missing(request);
		}
		if (!letter.get().isReplayable()) {
			return new RequestOutcome.Refused("It never was a message of its topic; the sweep processes its payout");
		}
		boolean replayed = this.deadLetters.replay(letter.get().topic(), letter.get().offset());
		return replayed ? new RequestOutcome.Done(Map.of("replayed", 1)) : missing(request);
	}

	private RequestOutcome discard(ClaimedRequest request) {
		boolean discarded = this.deadLetters.discard(request.text("topic"), request.number("offset"));
		return discarded ? new RequestOutcome.Done(Map.of("discarded", 1)) : missing(request);
	}

	private RequestOutcome replayAll(ClaimedRequest request) {
		return new RequestOutcome.Done(Map.of("replayed", this.deadLetters.replayAll()));
	}

	private Optional<DeadLetter> letter(ClaimedRequest request) {
		return this.deadLetters.letter(request.text("topic"), request.number("offset"));
	}

	private static RequestOutcome missing(ClaimedRequest request) {
		return new RequestOutcome.Refused(
				"There is no dead letter %d of %s".formatted(request.number("offset"), request.text("topic")));
	}

}
