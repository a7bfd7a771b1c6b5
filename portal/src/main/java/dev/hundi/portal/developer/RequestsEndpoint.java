package dev.hundi.portal.developer;

import java.util.List;
import java.util.UUID;

import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page of first keys and first IP rules that wait for a second person. */
@MerchantOnly
@Controller
class RequestsEndpoint {

	private final DecideRequests decide;

	private final CurrentPerson current;

	RequestsEndpoint(DecideRequests decide, CurrentPerson current) {
		this.decide = decide;
		this.current = current;
	}

	@GetMapping("/developers/requests")
	String page(Model model) {
		return show(model);
	}

	@PostMapping("/developers/requests/{id}/approve")
	String approve(@PathVariable UUID id, Model model, RedirectAttributes flash) {
		return answer(this.decide.approve(id), "developers.requests.approved", model, flash);
	}

	@PostMapping("/developers/requests/{id}/reject")
	String reject(@PathVariable UUID id, @RequestParam(defaultValue = "") String reason, Model model,
			RedirectAttributes flash) {
		return answer(this.decide.reject(id, reason.strip()), "developers.requests.ended", model, flash);
	}

	@PostMapping("/developers/requests/{id}/withdraw")
	String withdraw(@PathVariable UUID id, Model model, RedirectAttributes flash) {
		return answer(this.decide.withdraw(id), "developers.requests.ended", model, flash);
	}

	private String answer(Outcome outcome, String done, Model model, RedirectAttributes flash) {
		if (outcome instanceof Outcome.Unknown) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}
		if (outcome instanceof Outcome.Refused(String text)) {
			model.addAttribute("problem", text);
			return show(model);
		}
		flash.addFlashAttribute("notice", done);
		return "redirect:/developers/requests";
	}

	private String show(Model model) {
		List<DeveloperRequest> requests = this.decide.unfinished();
		model.addAttribute("requests", requests);
		model.addAttribute("asked", this.decide.asked(requests));
		model.addAttribute("rejections", this.decide.rejected());
		model.addAttribute("me", this.current.get().personId());
		model.addAttribute("form", UUID.randomUUID());
		return "developer/requests";
	}

}
