package dev.hundi.portal.finance;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** What became of a form. */
sealed interface Outcome {

	/** Another process is asked; the result appears under the request. */
	record Asked(UUID requestId) implements Outcome {
	}

	/**
	 * It is done.
	 *
	 * @param notice key of a text
	 */
	record Done(String notice) implements Outcome {
	}

	/**
	 * It is refused.
	 *
	 * @param problem key of a text
	 */
	record Refused(String problem) implements Outcome {
	}

	/** The problem, or what the act results in. */
	static Outcome of(Optional<String> problem, Supplier<Outcome> act) {
		return problem.<Outcome>map(Refused::new).orElseGet(act);
	}

	/**
	 * The address of the page after the form.
	 * @param form which form of the page was sent; it is shown again with its problem
	 */
	default String leadTo(String page, String form, RedirectAttributes next) {
		return switch (this) {
			case Asked(UUID requestId) -> "redirect:" + page + (page.contains("?") ? "&" : "?") + "asked=" + requestId;
			case Done(String notice) -> {
				next.addFlashAttribute("notice", notice);
				yield "redirect:" + page;
			}
			case Refused(String problem) -> {
				next.addFlashAttribute("problem", problem);
				next.addFlashAttribute("form", form);
				yield "redirect:" + page;
			}
		};
	}

}
