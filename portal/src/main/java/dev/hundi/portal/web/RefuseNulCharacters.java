package dev.hundi.portal.web;

import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Answers 400 to a form with U+0000, which no person enters and PostgreSQL cannot store.
 */
final class RefuseNulCharacters implements HandlerInterceptor {

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
			throws IOException {
		if (request.getDispatcherType() == DispatcherType.ERROR) {
			// The parameters of a form that was too large cannot be read here either.
			return true;
		}
		for (Map.Entry<String, String[]> field : request.getParameterMap().entrySet()) {
			if (Stream.concat(Stream.of(field.getKey()), Stream.of(field.getValue()))
				.anyMatch((text) -> text.indexOf('\0') >= 0)) {
				response.sendError(HttpServletResponse.SC_BAD_REQUEST);
				return false;
			}
		}
		return true;
	}

}
