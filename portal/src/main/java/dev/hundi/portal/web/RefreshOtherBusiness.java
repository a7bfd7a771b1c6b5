package dev.hundi.portal.web;

import java.util.UUID;

import dev.hundi.portal.session.SignedIn;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Loads a page again whose parts are asked for after the person has switched to another
 * business in another tab: a part would show that one's data on a page of the former one.
 */
final class RefreshOtherBusiness implements HandlerInterceptor {

	/** The business of the page, from its meta element. */
	private static final String HEADER = "X-Business";

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
		String ofPage = request.getHeader(HEADER);
		if (ofPage == null || ofPage.equals(ofSession()) || request.getDispatcherType() == DispatcherType.ERROR) {
			return true;
		}
		response.setHeader("HX-Refresh", "true");
		response.setStatus(HttpStatus.NO_CONTENT.value());
		return false;
	}

	private static String ofSession() {
		Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
		UUID business = (authentication != null && authentication.getPrincipal() instanceof SignedIn person)
				? person.businessId() : null;
		return (business != null) ? business.toString() : "";
	}

}
