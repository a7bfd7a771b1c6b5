package dev.hundi.port;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * What limits per network address count: an IPv4 address or an IPv6 network of 64 bits,
 * which one caller can hold whole. Records of what happened keep the address itself.
 *
 * @param name in one notation, such as {@code 203.0.113.7} or
 * {@code 2001:db8:0:0:0:0:0:0/64}
 */
public record SourceNetwork(String name) {

	private static final int NETWORK_BYTES = 8;

	/** The network of an address. */
	public static SourceNetwork of(InetAddress address) {
		return new SourceNetwork(
				(address instanceof Inet6Address) ? first64Bits(address) + "/64" : address.getHostAddress());
	}

	/**
	 * The network of an address in any notation.
	 * @throws IllegalArgumentException if the text is no address
	 */
	public static SourceNetwork of(String literal) {
		return of(InetAddress.ofLiteral(literal));
	}

	private static String first64Bits(InetAddress address) {
		byte[] bytes = address.getAddress();
		Arrays.fill(bytes, NETWORK_BYTES, bytes.length, (byte) 0);
		try {
			return InetAddress.getByAddress(bytes).getHostAddress();
		}
		catch (UnknownHostException ex) {
			throw new IllegalStateException("Addresses have 4 or 16 bytes", ex);
		}
	}

}
