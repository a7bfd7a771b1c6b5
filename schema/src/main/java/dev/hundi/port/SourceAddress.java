package dev.hundi.port;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

import dev.hundi.business.IpRules;
import jakarta.servlet.http.HttpServletRequest;

/**
 * The source address of a request: the peer of the connection or, behind trusted proxies,
 * the address in {@code X-Forwarded-For}.
 */
public final class SourceAddress {

	private final boolean hasProxies;

	private final IpRules proxies;

	/**
	 * Trusts the given proxies.
	 * @param trustedProxies addresses and CIDR networks
	 * @throws IllegalArgumentException if one is neither
	 */
	public SourceAddress(Collection<String> trustedProxies) {
		this.hasProxies = !trustedProxies.isEmpty();
		this.proxies = IpRules.of(trustedProxies);
	}

	/**
	 * The nearest address that is not a trusted proxy. A caller can forge everything to
	 * the left of it.
	 */
	public InetAddress of(HttpServletRequest request) {
		InetAddress source = InetAddress.ofLiteral(request.getRemoteAddr());
		if (!this.hasProxies) {
			return source;
		}
		for (String hop : hops(request)) {
			if (!this.proxies.allows(source)) {
				return source;
			}
			try {
				source = IpRules.address(hop);
			}
			catch (IllegalArgumentException ex) {
				return source;
			}
		}
		return source;
	}

	/** The addresses in the header, nearest first. */
	private static List<String> hops(HttpServletRequest request) {
		List<String> hops = new ArrayList<>();
		for (String header : Collections.list(request.getHeaders("X-Forwarded-For"))) {
			for (String hop : header.split(",", -1)) {
				hops.add(hop.strip());
			}
		}
		return hops.reversed();
	}

}
