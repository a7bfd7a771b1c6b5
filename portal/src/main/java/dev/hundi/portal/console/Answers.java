package dev.hundi.portal.console;

import java.util.Collections;
import java.util.regex.Pattern;

import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.session.StaffOnly;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/**
 * The lists of the console, to which an act leads back with the same filter and place.
 */
@StaffOnly
@ControllerAdvice(basePackageClasses = Answers.class)
class Answers {

	private static final Pattern QUERY = Pattern.compile("[A-Za-z0-9=&%._+:/-]{1,600}");

	/** The filter and the place of a list, which its forms send along. */
	@ModelAttribute("list")
	String list(HttpServletRequest request) {
		return request.getMethod().equals("GET") && request.getQueryString() != null ? request.getQueryString() : "";
	}

	/** Whether the person sees the other pages of the console. */
	@ModelAttribute("reader")
	boolean reader(@AuthenticationPrincipal(errorOnInvalidType = false) @Nullable Object principal) {
		return principal instanceof SignedIn person && !Collections.disjoint(person.roles(), ConsoleSections.READERS);
	}

	/**
	 * Leads back to a list.
	 * @param list what the form of the list sent
	 */
	static String back(String page, String list) {
		return "redirect:" + page + (QUERY.matcher(list).matches() ? "?" + list : "");
	}

}
