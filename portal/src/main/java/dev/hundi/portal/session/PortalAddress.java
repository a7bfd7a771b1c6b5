package dev.hundi.portal.session;

import java.net.URI;
import java.util.Locale;

import dev.hundi.person.Audience;
import org.jspecify.annotations.Nullable;

/**
 * Whose portal this process is, and where browsers find it: {@code hundi.portal.*}.
 *
 * @param audience whose pages this process contains
 * @param origin scheme, host and port in the browser's address bar; links and passkeys
 * are bound to it
 * @param allowHttp permits an origin without TLS, and cookies without Secure
 * @param virusScanner clamd, such as {@code tcp://localhost:3310} or
 * {@code unix:/run/clamav/clamd.ctl}; without it uploads stay in quarantine
 * @param allowUnscanned permits to show uploads that no scanner has seen: sandboxes only
 */
public record PortalAddress(Audience audience, URI origin, boolean allowHttp, @Nullable URI virusScanner,
		boolean allowUnscanned) {

	public PortalAddress {
		if (audience == null) {
			throw new IllegalArgumentException("hundi.portal.audience must be merchant or staff");
		}
		if (origin == null || origin.getHost() == null || !origin.getRawPath().isEmpty() || origin.getQuery() != null) {
			throw new IllegalArgumentException(
					"hundi.portal.origin must be an address such as https://portal.example.com, without a path");
		}
		if (!origin.getScheme().equals("https") && !(allowHttp && origin.getScheme().equals("http"))) {
			throw new IllegalArgumentException(
					"hundi.portal.origin must be https; hundi.portal.allow-http=true permits http");
		}
		if (virusScanner != null && !isScanner(virusScanner)) {
			throw new IllegalArgumentException(
					"hundi.portal.virus-scanner must be tcp://host:port or unix:/path, not " + virusScanner);
		}
	}

	private static boolean isScanner(URI uri) {
		return ("unix".equals(uri.getScheme()) && uri.getPath() != null)
				|| ("tcp".equals(uri.getScheme()) && uri.getHost() != null && uri.getPort() > 0);
	}

	/** The address of a page. */
	public URI page(String path) {
		return this.origin.resolve(path);
	}

	/**
	 * A cookie's name: with the prefix that binds it to host, path and TLS, if there is
	 * TLS.
	 */
	public String cookie(String name) {
		String own = "hundi-" + this.audience.name().toLowerCase(Locale.ROOT) + "-" + name;
		return isSecure() ? "__Host-" + own : own;
	}

	public boolean isSecure() {
		return this.origin.getScheme().equals("https");
	}

}
