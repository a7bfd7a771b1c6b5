package dev.hundi.business;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class IpNetworksTests {

	@ParameterizedTest
	@CsvSource({ "203.0.113.7, 203.0.113.7", "203.0.113.7/32, 203.0.113.7", "203.0.113.0/25, 203.0.113.127",
			"10.0.0.0/8, 10.255.0.1", "198.51.100.16/30, 198.51.100.19", "0.0.0.0/0, 192.0.2.1",
			"2001:db8::7, 2001:db8:0:0::7", "2001:db8::/33, 2001:db8:7fff::1", "::/0, 2001:db8::1",
			"::ffff:203.0.113.7, 203.0.113.7", "::ffff:203.0.113.0/121, 203.0.113.127",
			"203.0.113.7, ::ffff:203.0.113.7" })
	void allowsAnAddressInTheNetwork(String rule, String address) {
		assertThat(IpNetworks.of(List.of(rule)).allows(InetAddress.ofLiteral(address))).isTrue();
	}

	@ParameterizedTest
	@CsvSource({ "203.0.113.7, 203.0.113.8", "203.0.113.0/25, 203.0.113.128", "198.51.100.16/30, 198.51.100.20",
			"10.0.0.0/8, 11.0.0.0", "2001:db8::7, 2001:db8::8", "2001:db8::/33, 2001:db8:8000::1", "::/0, 192.0.2.1",
			"0.0.0.0/0, 2001:db8::1", "::203.0.113.7, 203.0.113.7", "::ffff:203.0.113.0/121, 203.0.113.128" })
	void refusesAnAddressOutsideTheNetwork(String rule, String address) {
		assertThat(IpNetworks.of(List.of(rule)).allows(InetAddress.ofLiteral(address))).isFalse();
	}

	@Test
	void allowsEveryAddressWithoutARule() {
		assertThat(IpNetworks.of(List.of()).allows(InetAddress.ofLiteral("192.0.2.1"))).isTrue();
		assertThat(IpNetworks.NONE.allows(InetAddress.ofLiteral("2001:db8::1"))).isTrue();
	}

	@Test
	void allowsAnAddressOfAnyOfItsNetworks() {
		IpNetworks rules = IpNetworks.of(List.of("203.0.113.7/32", "2001:db8::/32"));
		assertThat(rules.allows(InetAddress.ofLiteral("2001:db8::1"))).isTrue();
		assertThat(rules.allows(InetAddress.ofLiteral("203.0.113.7"))).isTrue();
		assertThat(rules.allows(InetAddress.ofLiteral("203.0.113.6"))).isFalse();
	}

	@Test
	void readsAMappedAddressThatJavaKeepsAsIpv6() throws UnknownHostException {
		byte[] mapped = new byte[] { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, (byte) 203, 0, 113, 7 };
		InetAddress address = Inet6Address.getByAddress(null, mapped, -1);
		assertThat(address).isInstanceOf(Inet6Address.class);
		assertThat(IpNetworks.of(List.of("203.0.113.7")).allows(address)).isTrue();
		assertThat(IpNetworks.of(List.of("203.0.113.8")).allows(address)).isFalse();
	}

	@ParameterizedTest
	@CsvSource({ "203.0.113.7, 203.0.113.7/32", "203.0.113.0/24, 203.0.113.0/24", "::ffff:203.0.113.7, 203.0.113.7/32",
			"::ffff:203.0.113.0/120, 203.0.113.0/24", "2001:DB8::/32, 2001:db8:0:0:0:0:0:0/32",
			"0.0.0.0/0, 0.0.0.0/0" })
	void writesNetworksInCanonicalNotation(String text, String canonical) {
		assertThat(IpNetworks.canonical(text)).isEqualTo(canonical);
	}

	@ParameterizedTest
	@ValueSource(strings = { "203.0.113.7/24", "203.0.113.1/31", "2001:db8::1/64", "0.0.0.1/0", "128.0.0.0/0" })
	void rejectsNetworksWithHostBits(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> IpNetworks.canonical(text));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "example.com", "203.0.113.7/33", "203.0.113.7/-1", "2001:db8::/129", "203.0.113.7/x",
			"203.0.113", "203.0.113.0x7", "010.0.0.1", "1", "[2001:db8::1]", "fe80::1%1", "203.0.113.7/", "/24",
			"203.0.113.7 ", "203.0.113.7/+8", "::ffff:203.0.113.7/95" })
	void rejectsTextThatIsNoNetwork(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> IpNetworks.of(List.of(text)));
	}

}
