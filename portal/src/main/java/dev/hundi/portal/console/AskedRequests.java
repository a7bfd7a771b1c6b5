package dev.hundi.portal.console;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.portal.command.AskProcess;
import dev.hundi.portal.operation.Reason;
import dev.hundi.portal.session.StaffOnly;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** What operators ask other processes to do, and what became of it. */
@StaffOnly
@Component
class AskedRequests {

	private static final int SHOWN = 20;

	private final AskProcess ask;

	private final OperatorRequests requests;

	AskedRequests(AskProcess ask, OperatorRequests requests) {
		this.ask = ask;
		this.requests = requests;
	}

	/**
	 * Asks for an act, which is audited.
	 * @return the key of the problem, or empty
	 */
	@PreAuthorize("@rights.any('OPERATOR')")
	public Optional<String> act(RequestKind kind, Map<String, ?> arguments, String object, String reason) {
		if (!Reason.isValid(reason)) {
			return Optional.of(Reason.INVALID);
		}
		this.ask.act(kind, arguments, null, object, reason);
		return Optional.empty();
	}

	/** Asks for a reading. */
	@PreAuthorize("@rights.any('OPERATOR', 'ADMIN', 'AUDITOR')")
	public UUID read(RequestKind kind, Map<String, ?> arguments) {
		return this.ask.read(kind, arguments);
	}

	/**
	 * Shows the last requests of some kinds; {@code waiting} says whether one has not
	 * ended.
	 */
	void show(List<RequestKind> kinds, Model model) {
		List<OperatorRequest> asked = this.requests.newest(kinds, null, SHOWN);
		model.addAttribute("requests", asked);
		if (asked.stream().anyMatch((request) -> request.state() == RequestState.PENDING)) {
			model.addAttribute("waiting", true);
		}
	}

	Optional<OperatorRequest> find(UUID requestId) {
		return this.requests.find(requestId);
	}

	/** The newest result of a reading. */
	Optional<OperatorRequest> lastDone(RequestKind kind) {
		return done(List.of(kind), SHOWN).stream().findFirst();
	}

	/** The newest requests of some kinds that were carried out, of this many at most. */
	List<OperatorRequest> done(List<RequestKind> kinds, int limit) {
		return this.requests.newest(kinds, null, limit)
			.stream()
			.filter((request) -> request.state() == RequestState.DONE)
			.toList();
	}

}
