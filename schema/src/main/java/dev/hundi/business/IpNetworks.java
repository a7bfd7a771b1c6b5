package dev.hundi.business;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Addresses and CIDR networks: the IP rules of a business, or trusted proxies. An IPv4
 * address mapped into IPv6 equals that IPv4 address.
 */
public final class IpNetworks {

	/** No network: every address is allowed. */
	public static final IpNetworks NONE = new IpNetworks(List.of());

	private static final Pattern IPV4 = Pattern.compile("(?:(?:0|[1-9][0-9]{0,2})\\.){3}(?:0|[1-9][0-9]{0,2})");

	private static final Pattern PREFIX = Pattern.compile("0|[1-9][0-9]{0,2}");

	private final List<Network> networks;

	private IpNetworks(List<Network> networks) {
		this.networks = networks;
	}

	/**
	 * Parses addresses and CIDR networks, such as {@code 203.0.113.7} or
	 * {@code 2001:db8::/32}.
	 * @throws IllegalArgumentException if one is neither
	 */
	public static IpNetworks of(Collection<String> networks) {
		return networks.isEmpty() ? NONE : new IpNetworks(networks.stream().map(Network::parse).toList());
	}

	/**
	 * The canonical notation of an address or a network: CIDR, with mapped IPv4 as IPv4.
	 * @throws IllegalArgumentException if the text is neither, or has bits set to the
	 * right of its prefix
	 */
	static String canonical(String network) {
		return Network.parse(network).canonical();
	}

	/**
	 * Parses an address strictly: Java itself also accepts {@code 203.0.113} for
	 * {@code 203.0.0.113}.
	 * @throws IllegalArgumentException if the text is neither four decimal numbers nor an
	 * IPv6 address without a zone
	 */
	public static InetAddress address(String literal) {
		boolean valid = (literal.indexOf(':') >= 0) ? literal.indexOf('%') < 0 && literal.indexOf('[') < 0
				: IPV4.matcher(literal).matches();
		if (!valid) {
			throw new IllegalArgumentException("No IP address: " + literal);
		}
		return InetAddress.ofLiteral(literal);
	}

	public boolean allows(InetAddress address) {
		if (this.networks.isEmpty()) {
			return true;
		}
		byte[] bytes = unmapped(address.getAddress());
		return this.networks.stream().anyMatch((network) -> network.contains(bytes));
	}

	private static byte[] unmapped(byte[] address) {
		return isMapped(address) ? Arrays.copyOfRange(address, 12, 16) : address;
	}

	private static boolean isMapped(byte[] address) {
		if (address.length != 16 || address[10] != -1 || address[11] != -1) {
			return false;
		}
		for (int i = 0; i < 10; i++) {
			if (address[i] != 0) {
				return false;
			}
		}
		return true;
	}

	/** The addresses that share their first bits. */
	private record Network(byte[] address, int bits) {

		static Network parse(String text) {
			int slash = text.indexOf('/');
			String literal = (slash < 0) ? text : text.substring(0, slash);
			// Java converts a mapped literal to IPv4; its prefix still counts 128 bits.
			byte[] address = unmapped(IpNetworks.address(literal).getAddress());
			int width = address.length * 8;
			int skipped = (width == 32 && literal.indexOf(':') >= 0) ? 96 : 0;
			int bits = (slash < 0) ? width : prefix(text.substring(slash + 1)) - skipped;
			if (bits < 0 || bits > width) {
				throw new IllegalArgumentException("No network: " + text);
			}
			return new Network(address, bits);
		}

		private static int prefix(String text) {
			if (!PREFIX.matcher(text).matches()) {
				throw new IllegalArgumentException("No prefix length: " + text);
			}
			return Integer.parseInt(text);
		}

		String canonical() {
			for (int bit = this.bits; bit < this.address.length * 8; bit++) {
				if ((this.address[bit / 8] & (0x80 >>> (bit % 8))) != 0) {
					throw new IllegalArgumentException(
							"The network has bits set to the right of its prefix of " + this.bits);
				}
			}
			try {
				return InetAddress.getByAddress(this.address).getHostAddress() + "/" + this.bits;
			}
			catch (UnknownHostException ex) {
				throw new IllegalStateException("Addresses have 4 or 16 bytes", ex);
			}
		}

		boolean contains(byte[] candidate) {
			if (candidate.length != this.address.length) {
				return false;
			}
			int whole = this.bits / 8;
			if (!Arrays.equals(candidate, 0, whole, this.address, 0, whole)) {
				return false;
			}
			int rest = this.bits % 8;
			return rest == 0 || ((candidate[whole] ^ this.address[whole]) & 0xff) >>> (8 - rest) == 0;
		}

	}

}
