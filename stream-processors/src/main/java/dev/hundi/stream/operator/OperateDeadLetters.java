package dev.hundi.stream.operator;

import java.util.List;

import dev.hundi.stream.kafka.DeadLetter;
import dev.hundi.stream.kafka.ReplayDeadLetters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * {@code /internal/dead-letters}: lists and replays messages that could not be processed.
 */
@RestController
@RequestMapping("/internal/dead-letters")
class OperateDeadLetters {

	private static final Logger logger = LoggerFactory.getLogger(OperateDeadLetters.class);

	private static final int MAX_LETTERS = 1_000;

	private final ReplayDeadLetters deadLetters;

	OperateDeadLetters(ReplayDeadLetters deadLetters) {
		this.deadLetters = deadLetters;
	}

	@GetMapping
	List<DeadLetter> list(@RequestParam(defaultValue = "false") boolean replayed,
			@RequestParam(defaultValue = "100") int limit) {
		return this.deadLetters.list(replayed, Math.clamp(limit, 1, MAX_LETTERS));
	}

	@GetMapping("/{topic}/{offset}")
	DeadLetter show(@PathVariable String topic, @PathVariable long offset) {
		return this.deadLetters.letter(topic, offset).orElseThrow(() -> missing(topic, offset));
	}

	@PostMapping("/{topic}/{offset}/replay")
	Replayed replay(@PathVariable String topic, @PathVariable long offset) {
		if (!show(topic, offset).isReplayable()) {
			throw new ResponseStatusException(HttpStatus.CONFLICT,
					"It never was a message of its topic; the sweeper processes its payout");
		}
		return new Replayed(this.deadLetters.replay(topic, offset) ? 1 : 0);
	}

	@PostMapping("/replay")
	Replayed replayAll() {
		int replayed = this.deadLetters.replayAll();
		logger.info("An operator replayed {} dead letters", replayed);
		return new Replayed(replayed);
	}

	private static ResponseStatusException missing(String topic, long offset) {
		return new ResponseStatusException(HttpStatus.NOT_FOUND,
				"There is no dead letter %d of %s".formatted(offset, topic));
	}

	record Replayed(int replayed) {
	}

}
