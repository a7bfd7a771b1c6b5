package dev.hundi.portal.approval;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.time.India;
import dev.hundi.time.NamedDay;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The forms of delegations on the page that says who may approve what. */
@MerchantOnly
@Controller
class DelegationsEndpoint {

	private final DelegateApprovals delegate;

	DelegationsEndpoint(DelegateApprovals delegate) {
		this.delegate = delegate;
	}

	/**
	 * Delegates.
	 * @param from first day, Asia/Kolkata
	 * @param to last day, Asia/Kolkata
	 */
	@PostMapping("/approvals/away")
	String delegate(@RequestParam(required = false) @Nullable UUID person, @RequestParam(defaultValue = "") String from,
			@RequestParam(defaultValue = "") String to, RedirectAttributes flash) {
		Optional<Instant> begin = startOf(from, 0);
		Optional<Instant> end = startOf(to, 1);
		Optional<String> problem = (person == null) ? Optional.of("approvals.away.person.invalid")
				: (begin.isEmpty() || end.isEmpty()) ? Optional.of("approvals.away.period.invalid")
						: this.delegate.delegate(person, begin.get(), end.get());
		problem.ifPresentOrElse((key) -> flash.addFlashAttribute("problem", key),
				() -> flash.addFlashAttribute("notice", "approvals.away.made"));
		return "redirect:/approvals/rules";
	}

	@PostMapping("/approvals/away/{id}/end")
	String end(@PathVariable UUID id, RedirectAttributes flash) {
		if (this.delegate.end(id)) {
			flash.addFlashAttribute("notice", "approvals.away.ended");
		}
		else {
			flash.addFlashAttribute("problem", "approvals.away.gone");
			flash.addFlashAttribute("problemOf",
					this.delegate.ended(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
		}
		return "redirect:/approvals/rules";
	}

	private static Optional<Instant> startOf(String day, int plusDays) {
		try {
			return Optional.of(India.startOf(NamedDay.parse(day.strip()).plusDays(plusDays)));
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

}
