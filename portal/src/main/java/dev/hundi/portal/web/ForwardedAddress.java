package dev.hundi.portal.web;

import java.io.IOException;

import dev.hundi.port.SourceAddress;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Gives all that follows the address of the person instead of that of a trusted proxy.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class ForwardedAddress extends OncePerRequestFilter {

	private final SourceAddress source;

	ForwardedAddress(SourceAddress source) {
		this.source = source;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		String address = this.source.of(request).getHostAddress();
		chain.doFilter(new HttpServletRequestWrapper(request) {

			@Override
			public String getRemoteAddr() {
				return address;
			}

		}, response);
	}

}
