package dev.hundi.stream.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;

import dev.hundi.webhook.EndpointUrl;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/**
 * Resolves the hosts of endpoints to public addresses only. The connection uses exactly
 * the resolved addresses, so DNS rebinding has no effect.
 */
final class PublicAddresses implements DnsResolver {

	@Override
	public InetAddress[] resolve(String host) throws UnknownHostException {
		InetAddress[] addresses = SystemDefaultDnsResolver.INSTANCE.resolve(host);
		for (InetAddress address : addresses) {
			if (!EndpointUrl.isPublic(address)) {
				throw new UnknownHostException(host + " is not a public address");
			}
		}
		return addresses;
	}

	@Override
	public String resolveCanonicalHostname(String host) throws UnknownHostException {
		return SystemDefaultDnsResolver.INSTANCE.resolveCanonicalHostname(host);
	}

}
