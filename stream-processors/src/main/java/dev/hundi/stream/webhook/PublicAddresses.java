package dev.hundi.stream.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

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
			if (!isPublic(address)) {
				throw new UnknownHostException(host + " is not a public address");
			}
		}
		return addresses;
	}

	@Override
	public String resolveCanonicalHostname(String host) throws UnknownHostException {
		return SystemDefaultDnsResolver.INSTANCE.resolveCanonicalHostname(host);
	}

	static boolean isPublic(InetAddress address) {
		if (address.isAnyLocalAddress() || address.isLoopbackAddress() || address.isLinkLocalAddress()
				|| address.isSiteLocalAddress() || address.isMulticastAddress()) {
			return false;
		}
		byte[] bytes = address.getAddress();
		return (address instanceof Inet4Address) ? isPublicIpv4(bytes) : isPublicIpv6(bytes);
	}

	private static boolean isPublicIpv4(byte[] address) {
		int a = address[0] & 0xff;
		int b = address[1] & 0xff;
		int c = address[2] & 0xff;
		boolean privateUse = a == 10 || (a == 172 && b >= 16 && b < 32) || (a == 192 && b == 168);
		boolean local = a == 0 || a == 127 || (a == 169 && b == 254);
		boolean carrierGradeNat = a == 100 && b >= 64 && b < 128;
		boolean protocolAssignments = a == 192 && b == 0 && c == 0;
		boolean sixToFourRelay = a == 192 && b == 88 && c == 99;
		boolean benchmark = a == 198 && (b == 18 || b == 19);
		boolean documentation = (a == 192 && b == 0 && c == 2) || (a == 198 && b == 51 && c == 100)
				|| (a == 203 && b == 0 && c == 113);
		boolean multicastOrReserved = a >= 224;
		return !(privateUse || local || carrierGradeNat || protocolAssignments || sixToFourRelay || benchmark
				|| documentation || multicastOrReserved);
	}

	/** Global unicast except transition mechanisms and documentation. */
	private static boolean isPublicIpv6(byte[] address) {
		int first = (address[0] & 0xff) << 8 | (address[1] & 0xff);
		int second = (address[2] & 0xff) << 8 | (address[3] & 0xff);
		if (Arrays.equals(address, 0, 12, new byte[12], 0, 12)) {
			return false;
		}
		boolean sixToFour = first == 0x2002;
		boolean teredoOrSpecial = first == 0x2001 && second < 0x0200;
		boolean documentation = (first == 0x2001 && second == 0x0db8) || (first == 0x3fff && second < 0x1000);
		return (first & 0xe000) == 0x2000 && !sixToFour && !teredoOrSpecial && !documentation;
	}

}
