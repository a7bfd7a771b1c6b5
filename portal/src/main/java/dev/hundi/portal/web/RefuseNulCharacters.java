package dev.hundi.portal.web;

import java.util.Map;
import java.util.stream.Stream;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Answers 400 to a field with U+0000, which no person enters and PostgreSQL cannot store.
 */
final class RefuseNulCharacters implements HandlerInterceptor {

	@Override
	public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
		if (request.getDispatcherType() == DispatcherType.ERROR) {
			// The parameters of a form that was too large cannot be read here either.
			return true;
		}
		for (Map.Entry<String, String[]> field : request.getParameterMap().entrySet()) {
			if (Stream.concat(Stream.of(field.getKey()), Stream.of(field.getValue()))
				.anyMatch((text) -> text.indexOf('\0') >= 0)) {
				throw new ResponseStatusException(HttpStatus.BAD_REQUEST,
						field.getKey().replace("\0", "") + " must not contain U+0000");
			}
		}
		return true;
	}

}
