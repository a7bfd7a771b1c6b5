package dev.hundi.api.http;

import java.util.List;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The API's HTTP server: {@code hundi.http.*}.
 *
 * @param port TCP port, 0 for any free one
 * @param trustedProxies addresses and CIDR networks whose {@code X-Forwarded-For} is
 * believed
 * @param maxConnections connections held at once; more wait to be taken
 */
public record HttpSettings(@DefaultValue("8080") int port, @DefaultValue List<String> trustedProxies,
		@DefaultValue("4096") int maxConnections) {

	public HttpSettings {
		trustedProxies = List.copyOf(trustedProxies);
		if (port < 0 || port > 65_535) {
			throw new IllegalArgumentException("hundi.http.port must be 0 to 65535");
		}
		if (maxConnections < 1) {
			throw new IllegalArgumentException("hundi.http.max-connections must be 1 or more");
		}
	}

}
