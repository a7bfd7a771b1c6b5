package dev.hundi.port;

import java.net.InetAddress;
import java.util.List;

import dev.hundi.business.IpNetworks;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A port that callers outside the cluster use.
 *
 * @param port TCP port, or 0 for any free port
 * @param address where it listens; null means every address of the machine
 * @param sslBundle name of the SSL bundle ({@code spring.ssl.bundle.*}) with the server's
 * certificate; null means plain HTTP
 * @param allowHttp permits plain HTTP from every caller, for the sandbox
 * @param trustedProxies addresses and CIDR networks of proxies. Without an SSL bundle
 * only they may connect
 */
public record PublicPort(int port, @Nullable InetAddress address, @Nullable String sslBundle,
		@DefaultValue("false") boolean allowHttp, @DefaultValue List<String> trustedProxies) {

	public PublicPort {
		trustedProxies = List.copyOf(trustedProxies);
		if (port < 0 || port > 65_535) {
			throw new IllegalArgumentException("A port must be 0 to 65535, not " + port);
		}
	}

	boolean permits(boolean encrypted, String peer) {
		return encrypted || this.allowHttp || IpNetworks.of(this.trustedProxies).allows(InetAddress.ofLiteral(peer));
	}

	/**
	 * Rejects plain HTTP that no setting permits.
	 * @param prefix of the settings
	 * @throws IllegalArgumentException the port would accept plain HTTP from everybody
	 */
	void requireTransport(String prefix) {
		if (this.sslBundle == null && !this.allowHttp && this.trustedProxies.isEmpty()) {
			throw new IllegalArgumentException(
					"%1$s.ssl-bundle must name an SSL bundle (spring.ssl.bundle.pem.NAME.keystore.certificate and .private-key). Without one, set %1$s.trusted-proxies to the proxies that terminate TLS, or %1$s.allow-http=true in a sandbox"
						.formatted(prefix));
		}
	}

}
