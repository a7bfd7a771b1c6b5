package dev.hundi.portal.finance;

import java.util.Optional;
import java.util.UUID;

import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import org.springframework.stereotype.Component;
import org.springframework.ui.Model;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import org.springframework.web.util.UriComponents;

/** Shows how far what the person has just asked of batch-jobs is. */
@StaffOnly
@Component
class AskedRequest {

	private final OperatorRequests requests;

	private final CurrentPerson current;

	AskedRequest(OperatorRequests requests, CurrentPerson current) {
		this.requests = requests;
		this.current = current;
	}

	/**
	 * The request that the page shows, if batch-jobs has refused it, so that its form
	 * contains it again.
	 */
	Optional<JsonNode> refused(RequestKind kind, Model model) {
		return (model.getAttribute("asked") instanceof OperatorRequest request && request.kind() == kind
				&& request.state() == RequestState.REFUSED) ? Optional.of(request.arguments()) : Optional.empty();
	}

	/**
	 * Called before a page reads anything else, so that a page that shows a request as
	 * carried out shows its result too. Only its own requests exist for a person.
	 */
	void show(@Nullable UUID requestId, Model model) {
		if (requestId == null) {
			return;
		}
		this.requests.find(requestId)
			.filter((request) -> request.asked().personId().equals(this.current.get().personId()))
			.ifPresent((request) -> {
				model.addAttribute("asked", request);
				model.addAttribute("waiting", request.state() == RequestState.PENDING);
				UriComponents here = ServletUriComponentsBuilder.fromCurrentRequest().build();
				model.addAttribute("again", here.getPath() + "?" + here.getQuery());
			});
	}

}
