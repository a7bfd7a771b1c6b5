package dev.hundi.portal.team;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

import dev.hundi.letter.Letters;
import dev.hundi.person.Invitations;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.portal.team.ChangeTeam.Outcome;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page of the people of a business, or of the staff. */
@Controller
class TeamEndpoint {

	private final CurrentPerson current;

	private final PortalAddress address;

	private final ChangeTeam change;

	private final Roles roles;

	private final Invitations invitations;

	private final Letters letters;

	private final TransactionOperations transactions;

	TeamEndpoint(CurrentPerson current, PortalAddress address, ChangeTeam change, Roles roles, Invitations invitations,
			Letters letters, TransactionOperations transactions) {
		this.current = current;
		this.address = address;
		this.change = change;
		this.roles = roles;
		this.invitations = invitations;
		this.letters = letters;
		this.transactions = transactions;
	}

	@GetMapping("/team")
	@PreAuthorize("@rights.any('OWNER', 'ADMIN', 'AUDITOR')")
	public String page(Model model) {
		return show(model);
	}

	@PostMapping("/team/invitations")
	String invite(@RequestParam(defaultValue = "") String email,
			@RequestParam(required = false) @Nullable Set<Role> roles,
			@RequestParam(required = false) @Nullable UUID formId, Model model, RedirectAttributes flash) {
		Set<Role> chosen = (roles != null) ? roles : Set.of();
		Outcome outcome = this.change.invite(formId, email.strip(), chosen);
		if (outcome instanceof Outcome.Refused) {
			model.addAttribute("email", email);
			model.addAttribute("chosen", chosen);
		}
		return answer(outcome, model, flash);
	}

	@PostMapping("/team/invitations/{id}/withdraw")
	String withdraw(@PathVariable UUID id, Model model, RedirectAttributes flash) {
		return answer(this.change.withdraw(id), model, flash);
	}

	@PostMapping("/team/people/{id}/roles")
	String setRoles(@PathVariable UUID id, @RequestParam(required = false) @Nullable Set<Role> seen,
			@RequestParam(required = false) @Nullable Set<Role> roles, Model model, RedirectAttributes flash) {
		return answer(this.change.setRoles(id, (seen != null) ? seen : Set.of(), (roles != null) ? roles : Set.of()),
				model, flash);
	}

	@PostMapping("/team/people/{id}/recover")
	String recover(@PathVariable UUID id, @RequestParam(required = false) @Nullable UUID formId, Model model,
			RedirectAttributes flash) {
		return answer(this.change.recover(formId, id), model, flash);
	}

	/** An act that is done ends with a redirect, so that a reload repeats nothing. */
	private String answer(Outcome outcome, Model model, RedirectAttributes flash) {
		switch (outcome) {
			case Outcome.Done() -> flash.addFlashAttribute("notice", "team.done");
			case Outcome.Sent() -> flash.addFlashAttribute("notice", "team.sent");
			case Outcome.Refused(String text) -> {
				model.addAttribute("problem", text);
				return show(model);
			}
			case Outcome.Gone gone -> {
				flash.addFlashAttribute("problem", gone.text());
				flash.addFlashAttribute("problemOf", gone.email());
				flash.addFlashAttribute("problemBy", gone.by());
				flash.addFlashAttribute("problemAt", gone.endedAt());
			}
			case Outcome.Unknown() -> throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}
		return "redirect:/team";
	}

	private String show(Model model) {
		UUID business = this.current.get().businessId();
		model.addAttribute("people", inTransaction(() -> this.roles.colleagues(business)));
		model.addAttribute("invitations", inTransaction(() -> this.invitations.openOf(business)));
		model.addAttribute("undelivered", inTransaction(() -> this.letters.undeliveredInvitations(business)));
		model.addAttribute("roles", Role.of(this.address.audience()));
		if (!model.containsAttribute("chosen")) {
			model.addAttribute("chosen", Set.of());
		}
		return "team/team";
	}

	private <T> List<T> inTransaction(Supplier<List<T>> action) {
		List<T> found = this.transactions.execute((status) -> action.get());
		return (found != null) ? found : List.of();
	}

}
