package dev.hundi.portal.web;

import java.io.IOException;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.connector.ClientAbortException;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Counts answers as {@code hundi.portal.answers}, for alerts: {@code failed} is 5xx,
 * except 503, which is {@code busy}. Spring's own timers do not do for them. They begin
 * with the first failure of a page, so that an increase does not show it, and they omit
 * pages beyond the hundredth.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class CountAnswers extends OncePerRequestFilter {

	private final Counter ok;

	private final Counter busy;

	private final Counter failed;

	CountAnswers(MeterRegistry meters) {
		this.ok = counter("ok", meters);
		this.busy = counter("busy", meters);
		this.failed = counter("failed", meters);
	}

	@Override
	protected boolean shouldNotFilter(HttpServletRequest request) {
		return request.getServletPath().startsWith("/actuator");
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		try {
			chain.doFilter(request, response);
		}
		catch (IOException | ServletException | RuntimeException ex) {
			(hasLeft(ex) ? this.ok : this.failed).increment();
			throw ex;
		}
		of(response.getStatus()).increment();
	}

	/** Whether the person closed the connection, such as by opening another page. */
	private static boolean hasLeft(Throwable ex) {
		for (Throwable cause = ex; cause != null; cause = cause.getCause()) {
			if (cause instanceof ClientAbortException) {
				return true;
			}
		}
		return false;
	}

	private Counter of(int status) {
		if (status == HttpStatus.SERVICE_UNAVAILABLE.value()) {
			return this.busy;
		}
		return (status >= HttpStatus.INTERNAL_SERVER_ERROR.value()) ? this.failed : this.ok;
	}

	private static Counter counter(String result, MeterRegistry meters) {
		return Counter.builder("hundi.portal.answers")
			.description("Answers to people and programs: ok, busy (503) or failed (other 5xx)")
			.tag("result", result)
			.register(meters);
	}

}
