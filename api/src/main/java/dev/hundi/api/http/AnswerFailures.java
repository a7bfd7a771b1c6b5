package dev.hundi.api.http;

import java.io.IOException;
import java.util.List;
import java.util.Objects;

import dev.hundi.api.answer.Envelope;
import dev.hundi.api.answer.Outages;
import dev.hundi.api.answer.Refusal;
import dev.hundi.api.auth.SignedCall;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers every exception of an endpoint or of request mapping. Runs before any other
 * resolver, so that every answer has the envelope.
 */
@Component
class AnswerFailures implements HandlerExceptionResolver, Ordered {

	private static final Logger logger = LoggerFactory.getLogger(AnswerFailures.class);

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public @Nullable ModelAndView resolveException(HttpServletRequest request, HttpServletResponse response,
			@Nullable Object handler, Exception failure) {
		if (isOfTheCaller(failure)) {
			logger.debug("The caller closed the connection before the answer", failure);
			return new ModelAndView();
		}
		if (response.isCommitted()) {
			logger.warn("{} failed after the answer was started", name(request));
			// Tomcat logs the failure and breaks the connection off, so that the caller
			// does not take a part for the whole.
			return null;
		}
		try {
			answer(request, response, failure);
		}
		catch (IOException ex) {
			logger.debug("The caller closed the connection before the answer", ex);
		}
		return new ModelAndView();
	}

	private static void answer(HttpServletRequest request, HttpServletResponse response, Exception failure)
			throws IOException {
		Refusal refusal = refusalOf(request, failure);
		if (refusal.code().status() < 500) {
			refusal = spent(request, refusal);
		}
		response.resetBuffer();
		if (failure instanceof HttpRequestMethodNotSupportedException unsupported) {
			allow(response, unsupported);
		}
		Envelope.refuse(response, refusal);
	}

	/**
	 * Whether the caller closed the connection. Other input and output is that of the
	 * file store, whose failures the caller must see.
	 */
	private static boolean isOfTheCaller(Throwable failure) {
		Throwable cause = failure;
		// Bounded, because a chain of causes may be cyclic.
		for (int depth = 0; cause != null && depth < 16; depth++) {
			if (cause instanceof ClientAbortException) {
				return true;
			}
			cause = cause.getCause();
		}
		return false;
	}

	/** Spends the replay token, so that a refused request cannot be replayed either. */
	private static Refusal spent(HttpServletRequest request, Refusal refusal) {
		try {
			SignedCall.spendBeforeRefusal(request);
			return refusal;
		}
		catch (Refusal ex) {
			return ex;
		}
		catch (RuntimeException ex) {
			return Outages.refusalOf(ex, logger, name(request) + " could not be refused");
		}
	}

	private static Refusal refusalOf(HttpServletRequest request, Exception failure) {
		if (failure instanceof Refusal refusal) {
			return refusal;
		}
		if (failure instanceof ErrorResponse response) {
			return StatusCodes.refusalOf(response.getStatusCode().value());
		}
		return Outages.refusalOf(failure, logger, name(request) + " failed");
	}

	/** The route instead of the path, because paths and queries have data of callers. */
	private static String name(HttpServletRequest request) {
		Object route = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
		return (route != null) ? "A request to " + route : "A request without route";
	}

	private static void allow(HttpServletResponse response, HttpRequestMethodNotSupportedException unsupported) {
		List<String> methods = List.of(Objects.requireNonNullElse(unsupported.getSupportedMethods(), new String[0]));
		if (!methods.isEmpty()) {
			response.setHeader("Allow", Options.allow(methods));
		}
	}

}
