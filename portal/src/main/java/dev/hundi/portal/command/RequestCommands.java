package dev.hundi.portal.command;

import java.util.Map;
import java.util.UUID;

import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * {@code /commands/requests/ID}: how far what a person asked of another process is. Only
 * its own requests exist for a person.
 */
@StaffOnly
@RestController
class RequestCommands {

	private final OperatorRequests requests;

	private final CurrentPerson current;

	RequestCommands(OperatorRequests requests, CurrentPerson current) {
		this.requests = requests;
		this.current = current;
	}

	/** Answers that a request was made, and where its result will be. */
	static ResponseEntity<Accepted> accepted(UUID requestId) {
		return ResponseEntity.accepted()
			.header("Location", "/commands/requests/" + requestId)
			.body(new Accepted(requestId));
	}

	@GetMapping("/commands/requests/{requestId}")
	@PreAuthorize("@rights.any()")
	public OperatorRequest show(@PathVariable UUID requestId) {
		return this.requests.find(requestId)
			.filter((request) -> request.asked().personId().equals(this.current.get().personId()))
			.orElseThrow(() -> CommandErrors.missing("request " + requestId));
	}

	record Accepted(UUID requestId) {
	}

	/** Why a person acts. */
	record Why(String reason) {

		Why {
			requireReason(reason);
		}

	}

	/** Rejects a reason that is absent, too short or too long. */
	static void requireReason(@Nullable String reason) {
		if (reason == null || !Reason.isValid(reason)) {
			throw new IllegalArgumentException("reason must have 5 to 500 characters, none of them U+0000");
		}
	}

	static Map<String, Object> after(String reason) {
		return Map.of("reason", reason.strip());
	}

}
