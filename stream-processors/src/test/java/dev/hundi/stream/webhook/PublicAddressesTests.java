package dev.hundi.stream.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;

import dev.hundi.webhook.EndpointUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PublicAddressesTests {

	@ParameterizedTest
	@ValueSource(strings = { "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.9.9",
			"169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1",
			"198.51.100.7", "203.0.113.7", "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
			"::ffff:10.0.0.1", "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1", "64:ff9b::a00:1", "64:ff9b:1::1",
			"2001:db8::1", "2001:0:1::1", "2002:a00:1::1", "3fff::1", "100::1" })
	void rejectsAddressesThatAreNotPublic(String address) throws UnknownHostException {
		assertThat(EndpointUrl.isPublic(InetAddress.getByName(address))).isFalse();
		assertThatExceptionOfType(UnknownHostException.class).isThrownBy(() -> new PublicAddresses().resolve(address));
	}

	@ParameterizedTest
	@ValueSource(strings = { "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1",
			"192.0.1.1", "198.17.0.1", "198.20.0.1", "223.255.255.255", "2001:4860:4860::8888", "2400:cb00::1",
			"2606:4700::1111" })
	void acceptsPublicAddresses(String address) throws UnknownHostException {
		assertThat(EndpointUrl.isPublic(InetAddress.getByName(address))).isTrue();
	}

	@Test
	void rejectsANameThatResolvesToThisMachine() {
		assertThatExceptionOfType(UnknownHostException.class)
			.isThrownBy(() -> new PublicAddresses().resolve("localhost"))
			.withMessageContaining("not a public address");
	}

}
