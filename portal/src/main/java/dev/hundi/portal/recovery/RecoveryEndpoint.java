package dev.hundi.portal.recovery;

import java.util.UUID;

import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The page on which two members of the staff help a person who lost its credentials. */
@StaffOnly
@Controller
class RecoveryEndpoint {

	private final RecoverOwner recover;

	private final CurrentPerson current;

	RecoveryEndpoint(RecoverOwner recover, CurrentPerson current) {
		this.recover = recover;
		this.current = current;
	}

	@GetMapping("/owner-recoveries")
	String page(Model model) {
		return show(model);
	}

	@PostMapping("/owner-recoveries")
	String ask(@RequestParam(defaultValue = "") String email, Model model) {
		boolean asked = this.recover.ask(email.strip());
		model.addAttribute(asked ? "notice" : "problem", asked ? "recovery.asked" : "recovery.unknown");
		return show(model);
	}

	@PostMapping("/owner-recoveries/{id}/agree")
	String agree(@PathVariable UUID id, Model model) {
		RecoverOwner.Agreed agreed = this.recover.agree(id);
		model.addAttribute((agreed == RecoverOwner.Agreed.SENT) ? "notice" : "problem", switch (agreed) {
			case SENT -> "recovery.sent";
			case NOT_COUNTED -> "recovery.refused";
			case ENDED -> "recovery.ended";
		});
		return show(model);
	}

	private String show(Model model) {
		model.addAttribute("approvals", this.recover.open());
		model.addAttribute("me", this.current.get().personId());
		return "recovery/recovery";
	}

}
