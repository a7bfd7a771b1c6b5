package dev.hundi.api.http;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;

import dev.hundi.port.PublicPort;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The public port: {@code hundi.http.*}.
 *
 * @param port TCP port, or 0 for any free port
 * @param address where it listens; null means every address of the machine
 * @param sslBundle name of the SSL bundle with the server's certificate; null means plain
 * HTTP, behind the trusted proxies only
 * @param allowHttp permits plain HTTP from every caller, for the sandbox
 * @param trustedProxies addresses and CIDR networks whose {@code X-Forwarded-For} is
 * trusted
 * @param maxConnections maximum number of accepted connections; more wait in the backlog
 * @param readTimeout maximum time for the head of a request, for its body, and between
 * two bytes
 * @param drain how long the application still accepts connections during shutdown, until
 * load balancers notice
 */
public record HttpSettings(@DefaultValue("8080") int port, @Nullable InetAddress address, @Nullable String sslBundle,
		@DefaultValue("false") boolean allowHttp, @DefaultValue List<String> trustedProxies,
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

	/** Whether a proxy terminates TLS. */
	boolean isBehindProxy() {
		return this.sslBundle == null && !this.allowHttp;
	}

	/** Without the limits. */
	public PublicPort publicPort() {
		return new PublicPort(this.port, this.address, this.sslBundle, this.allowHttp, this.trustedProxies);
	}

}
