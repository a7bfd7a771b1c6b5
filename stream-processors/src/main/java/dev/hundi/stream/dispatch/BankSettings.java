package dev.hundi.stream.dispatch;

import java.net.URI;
import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The bank behind the JSON API: {@code hundi.bank.*}.
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
		if (concurrency < 1) {
			throw new IllegalArgumentException("hundi.bank.concurrency must be 1 or more");
		}
	}

}
