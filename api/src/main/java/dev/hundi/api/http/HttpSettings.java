package dev.hundi.api.http;

import java.time.Duration;
import java.util.List;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The API's HTTP server: {@code hundi.http.*}.
 *
 * @param port TCP port, 0 for any free one
 * @param trustedProxies addresses and CIDR networks whose {@code X-Forwarded-For} is
 * believed
 * @param maxConnections connections held at once; more wait to be taken
 * @param readTimeout how long a caller may take for the head of a request, for its body,
 * and between two bytes
 * @param drain how long an application that is told to end still takes new connections,
 * for load balancers that learn of it by asking
 */
public record HttpSettings(@DefaultValue("8080") int port, @DefaultValue List<String> trustedProxies,
		@DefaultValue("4096") int maxConnections, @DefaultValue("10s") Duration readTimeout,
		@DefaultValue("0s") Duration drain) {

	public HttpSettings {
		trustedProxies = List.copyOf(trustedProxies);
		if (port < 0 || port > 65_535) {
			throw new IllegalArgumentException("hundi.http.port must be 0 to 65535");
		}
		if (maxConnections < 1) {
			throw new IllegalArgumentException("hundi.http.max-connections must be 1 or more");
		}
		if (readTimeout.toMillis() < 1 || readTimeout.toHours() > 1) {
			throw new IllegalArgumentException("hundi.http.read-timeout must be 1ms to 1h");
		}
		if (drain.isNegative() || drain.toMinutes() > 5) {
			throw new IllegalArgumentException("hundi.http.drain must be 0s to 5m");
		}
	}

}
