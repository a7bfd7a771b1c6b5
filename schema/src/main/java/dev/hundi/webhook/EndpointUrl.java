package dev.hundi.webhook;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * Which URLs webhooks may go to: HTTPS, and hosts with public addresses only. Checked
 * when a merchant enters a URL, and again at each connection, because a name may resolve
 * differently later.
 */
public final class EndpointUrl {

	private static final int LENGTH = 2000;

	private EndpointUrl() {
	}

	/** Why a URL is not accepted. */
	public enum Problem {

		/**
		 * No absolute URL with a host, or with user, password or fragment, or too long.
		 */
		MALFORMED,

		/** Not HTTPS. */
		NOT_HTTPS,

		/** The name of the host does not resolve. */
		UNKNOWN_HOST,

		/** The host has an address that is not public. */
		NOT_PUBLIC

	}

	/** The result of a check. */
	public sealed interface Result {

		/** Webhooks may go there. */
		record Accepted(URI url) implements Result {
		}

		/** They may not. */
		record Refused(Problem problem) implements Result {
		}

	}

	/**
	 * Checks a URL as it was entered.
	 * @param allowHttp whether to permit URLs without TLS and private addresses, as
	 * {@code hundi.webhook.allow-http} does
	 */
	public static Result check(String text, boolean allowHttp) {
		URI url;
		try {
			url = URI.create(text);
		}
		catch (IllegalArgumentException ex) {
			return new Result.Refused(Problem.MALFORMED);
		}
		if (text.length() > LENGTH || url.getScheme() == null || url.getHost() == null || url.getRawUserInfo() != null
				|| url.getRawFragment() != null || url.getPort() == 0 || url.getPort() > 65535) {
			return new Result.Refused(Problem.MALFORMED);
		}
		if (!url.getScheme().equals("https") && !(allowHttp && url.getScheme().equals("http"))) {
			return new Result.Refused(Problem.NOT_HTTPS);
		}
		try {
			InetAddress[] addresses = InetAddress.getAllByName(url.getHost());
			return (allowHttp || Arrays.stream(addresses).allMatch(EndpointUrl::isPublic)) ? new Result.Accepted(url)
					: new Result.Refused(Problem.NOT_PUBLIC);
		}
		catch (UnknownHostException ex) {
			return new Result.Refused(Problem.UNKNOWN_HOST);
		}
	}

	/** Whether webhooks may go to an address. */
	public static boolean isPublic(InetAddress address) {
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
