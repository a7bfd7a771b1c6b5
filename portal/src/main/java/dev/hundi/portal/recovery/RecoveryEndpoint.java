package dev.hundi.portal.recovery;

import java.util.UUID;

import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.FormAnswer;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page on which two members of the staff help a person who lost its credentials. */
@StaffOnly
@Controller
class RecoveryEndpoint {

	/** A page that is loaded again asks for nothing again. */
	private static final String PAGE = "redirect:/owner-recoveries";

	private final RecoverOwner recover;

	private final CurrentPerson current;

	RecoveryEndpoint(RecoverOwner recover, CurrentPerson current) {
		this.recover = recover;
		this.current = current;
	}

	@GetMapping("/owner-recoveries")
	String page(Model model) {
		model.addAttribute("recoveries", this.recover.open());
		model.addAttribute("me", this.current.get().personId());
		return "recovery/recovery";
	}

	@PostMapping("/owner-recoveries")
	String ask(@RequestParam(defaultValue = "") String email, RedirectAttributes next) {
		RecoverOwner.Request request = this.recover.ask(email.strip());
		next.addFlashAttribute((request == RecoverOwner.Request.ASKED) ? "notice" : "problem", switch (request) {
			case ASKED -> "recovery.asked";
			case OPEN -> "recovery.asked.before";
			case UNKNOWN -> "recovery.unknown";
		});
		return PAGE;
	}

	@PostMapping("/owner-recoveries/{id}/approve")
	String approve(@PathVariable UUID id, RedirectAttributes next) {
		RecoverOwner.ApprovalOutcome outcome = this.recover.approve(id);
		next.addFlashAttribute((outcome == RecoverOwner.ApprovalOutcome.SENT) ? "notice" : "problem", switch (outcome) {
			case SENT -> "recovery.sent";
			case NOT_COUNTED -> "recovery.not-counted";
			case ENDED -> "recovery.ended";
		});
		return PAGE;
	}

	@PostMapping("/owner-recoveries/{id}/reject")
	String reject(@PathVariable UUID id, @RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		FormAnswer.flash(next, this.recover.reject(id, reason), "recovery.rejected", id.toString(), reason);
		return PAGE;
	}

	@PostMapping("/owner-recoveries/{id}/withdraw")
	String withdraw(@PathVariable UUID id, RedirectAttributes next) {
		this.recover.withdraw(id)
			.ifPresentOrElse((problem) -> next.addFlashAttribute("problem", problem),
					() -> next.addFlashAttribute("notice", "recovery.withdrawn"));
		return PAGE;
	}

}
