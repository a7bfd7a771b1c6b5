package dev.hundi.portal.web;

import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.web.servlet.FlashMap;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.support.RequestContextUtils;

/**
 * Keeps the fields of a form whose act was refused until the page after the redirect has
 * shown them again.
 */
final class KeepFields implements HandlerInterceptor {

	private static final String FLASH = KeepFields.class.getName();

	/** A session stores them. */
	private static final int MAX_CHARACTERS = 32_000;

	private static final Set<String> NEVER_KEPT = Set.of("_csrf", "password", "code", "confirmation-code", "formId",
			"form");

	@Override
	public void postHandle(HttpServletRequest request, HttpServletResponse response, Object handler,
			@Nullable ModelAndView answer) {
		FlashMap flash = RequestContextUtils.getOutputFlashMap(request);
		if (request.getMethod().equals("POST") && flash.containsKey("problem")) {
			LinkedHashMap<String, List<String>> fields = new LinkedHashMap<>();
			request.getParameterMap().forEach((name, values) -> {
				if (!NEVER_KEPT.contains(name)) {
					fields.put(name, List.of(values));
				}
			});
			if (!fields.isEmpty() && fields.toString().length() <= MAX_CHARACTERS) {
				flash.put(FLASH, new Kept(request.getRequestURI(), fields));
			}
		}
	}

	/** What the form contained that led to this page. */
	static Kept of(HttpServletRequest request) {
		Map<String, ?> flash = RequestContextUtils.getInputFlashMap(request);
		return (flash != null && flash.get(FLASH) instanceof Kept kept) ? kept : new Kept("", new LinkedHashMap<>());
	}

	/**
	 * The fields of a form.
	 *
	 * @param action where the form was sent
	 */
	record Kept(String action, LinkedHashMap<String, List<String>> fields) implements Serializable {

		/** Whether this form was refused. */
		public boolean isOf(String form) {
			return this.action.equals(form);
		}

		/** What a field of this form contained; null if it is not kept. */
		public @Nullable String text(String form, String name) {
			List<String> values = isOf(form) ? this.fields.get(name) : null;
			return (values != null && !values.isEmpty()) ? values.getFirst() : null;
		}

		/** Whether a choice of this form was made. */
		public boolean has(String form, String name, String value) {
			List<String> values = isOf(form) ? this.fields.get(name) : null;
			return values != null && values.contains(value);
		}

	}

}
