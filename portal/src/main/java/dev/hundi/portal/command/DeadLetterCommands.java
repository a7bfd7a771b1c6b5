package dev.hundi.portal.command;

import java.util.Map;
import java.util.UUID;

import dev.hundi.operator.RequestKind;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.text.Beginning;

import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code /commands/dead-letters}: asks the relay's process to list and replay messages.
 */
@StaffOnly
@RestController
@RequestMapping("/commands/dead-letters")
class DeadLetterCommands {

	private final AskProcess ask;

	DeadLetterCommands(AskProcess ask) {
		this.ask = ask;
	}

	@GetMapping
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public ResponseEntity<RequestCommands.Accepted> list(@RequestParam(defaultValue = "false") boolean replayed,
			@RequestParam(defaultValue = "100") int limit) {
		return asked(this.ask.read(RequestKind.READ_DEAD_LETTERS, Map.of("replayed", replayed, "limit", limit)));
	}

	@GetMapping("/{topic}/{offset}")
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public ResponseEntity<RequestCommands.Accepted> show(@PathVariable String topic, @PathVariable long offset) {
		return asked(this.ask.read(RequestKind.READ_DEAD_LETTER, Map.of("topic", topic, "offset", offset)));
	}

	@PostMapping("/{topic}/{offset}/replay")
	@PreAuthorize("@rights.any('OPERATOR')")
	public ResponseEntity<RequestCommands.Accepted> replay(@PathVariable String topic, @PathVariable long offset,
			@RequestBody RequestCommands.Why why) {
		return asked(this.ask.act(RequestKind.REPLAY_DEAD_LETTER, Map.of("topic", topic, "offset", offset), null,
				cut(topic + "/" + offset), why.reason()));
	}

	@PostMapping("/replay")
	@PreAuthorize("@rights.any('OPERATOR')")
	public ResponseEntity<RequestCommands.Accepted> replayAll(@RequestBody RequestCommands.Why why) {
		return asked(this.ask.act(RequestKind.REPLAY_DEAD_LETTERS, Map.of(), null, null, why.reason()));
	}

	private static ResponseEntity<RequestCommands.Accepted> asked(UUID requestId) {
		return RequestCommands.accepted(requestId);
	}

	private static String cut(String object) {
		return Beginning.of(object, 200);
	}

}
