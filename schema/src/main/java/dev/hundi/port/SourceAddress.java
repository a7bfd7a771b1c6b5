package dev.hundi.port;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.business.IpNetworks;
import jakarta.servlet.http.HttpServletRequest;

/**
 * The source address of a request: the peer of the connection or, behind trusted proxies,
 * the address in {@code X-Forwarded-For}.
 */
public final class SourceAddress {

	/**
	 * An IPv4 address with a port, or an IPv6 address in brackets with or without one.
	 */
	private static final Pattern WITH_PORT = Pattern
		.compile("([0-9.]+):[0-9]{1,5}|\\[([0-9A-Fa-f:.]+)](?::[0-9]{1,5})?");

	private final boolean hasProxies;

	private final IpNetworks proxies;

	/**
	 * Trusts the given proxies.
	 * @param trustedProxies addresses and CIDR networks
	 * @throws IllegalArgumentException if one is neither
	 */
	public SourceAddress(Collection<String> trustedProxies) {
		this.hasProxies = !trustedProxies.isEmpty();
		this.proxies = IpNetworks.of(trustedProxies);
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
				source = IpNetworks.address(withoutPort(hop));
			}
			catch (IllegalArgumentException ex) {
				return source;
			}
		}
		return source;
	}

	/** Some proxies add the port. */
	private static String withoutPort(String hop) {
		Matcher withPort = WITH_PORT.matcher(hop);
		return withPort.matches() ? Objects.requireNonNullElse(withPort.group(1), withPort.group(2)) : hop;
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
