package dev.hundi.webhook;

import java.net.URI;

import dev.hundi.webhook.EndpointUrl.Problem;
import dev.hundi.webhook.EndpointUrl.Result;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class EndpointUrlTests {

	@ParameterizedTest
	@CsvSource({ "https:///path,MALFORMED", "//8.8.8.8/path,MALFORMED", "hello,MALFORMED",
			"https://user:secret@8.8.8.8/,MALFORMED", "https://8.8.8.8/#part,MALFORMED",
			"https://8.8.8.8:99999/,MALFORMED", "'https://8.8.8.8/a b',MALFORMED", "http://8.8.8.8/,NOT_HTTPS",
			"ftp://8.8.8.8/,NOT_HTTPS", "https://10.1.2.3/,NOT_PUBLIC", "https://localhost/,NOT_PUBLIC",
			"https://[::1]/,NOT_PUBLIC", "https://169.254.169.254/latest,NOT_PUBLIC", "https://2130706433/,NOT_PUBLIC",
			"https://no-such-host.invalid/,UNKNOWN_HOST" })
	void refusesWhatNoDeliveryMayReach(String url, Problem problem) {
		assertThat(EndpointUrl.check(url, false)).isEqualTo(new Result.Refused(problem));
	}

	@ParameterizedTest
	@ValueSource(strings = { "https://8.8.8.8/hooks", "https://[2606:4700::1111]:8443/hooks?a=b" })
	void acceptsHttpsToPublicAddresses(String url) {
		assertThat(EndpointUrl.check(url, false)).isEqualTo(new Result.Accepted(URI.create(url)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "http://localhost:8091/hooks/BIZ1", "http://10.1.2.3/" })
	void acceptsHttpAndPrivateAddressesInASandbox(String url) {
		assertThat(EndpointUrl.check(url, true)).isEqualTo(new Result.Accepted(URI.create(url)));
	}

}
