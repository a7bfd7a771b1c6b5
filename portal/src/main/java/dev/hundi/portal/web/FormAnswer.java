package dev.hundi.portal.web;

import java.util.Optional;

import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** What the page after a form with a reason shows. */
public final class FormAnswer {

	private FormAnswer() {
	}

	/**
	 * Shows the problem, with the reason where it was typed, or the notice.
	 * @param problem key of a text, or empty
	 * @param notice key of a text
	 * @param form which of the page's forms was sent
	 */
	public static void flash(RedirectAttributes next, Optional<String> problem, String notice, String form,
			String reason) {
		problem.ifPresentOrElse((text) -> {
			next.addFlashAttribute("problem", text);
			next.addFlashAttribute("form", form);
			next.addFlashAttribute("typed", reason);
		}, () -> next.addFlashAttribute("notice", notice));
	}

}
