package dev.hundi.stream.dispatch;

import java.net.URI;
import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The bank behind the JSON API: {@code hundi.bank.*}. A name stands for one bank for
 * ever: another bank under the name of the first would be asked about, and sent again,
 * orders that it has never seen.
 *
 * @param name its name in {@code bank_attempt.bank}
 * @param url base address of its API
 * @param connectTimeout for a connection; none made means nothing sent
 * @param callTimeout for the whole answer; none by then leaves the payout in doubt
 * @param concurrency calls under way at once at most
 */
public record BankSettings(@DefaultValue("sandbox") String name, @DefaultValue("http://localhost:8090") URI url,
		@DefaultValue("2s") Duration connectTimeout, @DefaultValue("10s") Duration callTimeout,
		@DefaultValue("64") int concurrency) {

	public BankSettings {
		if (connectTimeout.toMillis() < 1 || callTimeout.toMillis() < 1) {
			throw new IllegalArgumentException("hundi.bank.connect-timeout and call-timeout must be above zero");
		}
		if (concurrency < 1) {
			throw new IllegalArgumentException("hundi.bank.concurrency must be 1 or more");
		}
	}

}
