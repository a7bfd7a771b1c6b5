package dev.hundi.stream.dispatch;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One bank, with the JSON API or file exchange: {@code hundi.dispatch.banks.<name>.*}.
 *
 * @param url base URL of its API
 * @param rails the rails it is used for
 * @param preference the available bank with the lowest number gets the payout
 * @param connectTimeout timeout of a connection; without a connection nothing was sent
 * @param callTimeout timeout of the whole answer; afterwards the payout is in doubt
 * @param concurrency maximum number of concurrent calls of this instance
 * @param ratePerSecond maximum number of calls of this instance per second
 * @param beneficiaries whether beneficiaries are registered with it and it returns the
 * account holders' names
 * @param callbackKeyFile file with the keys that may sign the bank's callbacks, one per
 * line; null rejects all callbacks
 */
public record BankSettings(@DefaultValue("http://localhost:8090") URI url, @DefaultValue( {
		"IMPS", "NEFT", "RTGS", "SELF", "UPI" }) Set<Rail> rails, @DefaultValue("0") int preference,
		@DefaultValue("2s") Duration connectTimeout, @DefaultValue("10s") Duration callTimeout,
		@DefaultValue("64") int concurrency, @DefaultValue("5000") int ratePerSecond,
		@DefaultValue("true") boolean beneficiaries, @Nullable Path callbackKeyFile, @Nullable FileSettings files){

	public BankSettings {
		rails = Set.copyOf(rails);
		if (connectTimeout.toMillis() < 1 || callTimeout.toMillis() < 1) {
			throw new IllegalArgumentException("The timeouts of hundi.dispatch.banks must be above zero");
		}
		if (files != null && !Set.of(Rail.NEFT, Rail.RTGS).containsAll(rails)) {
			throw new IllegalArgumentException(
					"A bank of hundi.dispatch.banks with files supports only the rails neft and rtgs");
		}
		if (concurrency < 1 || ratePerSecond < 1) {
			throw new IllegalArgumentException(
					"concurrency and rate-per-second of hundi.dispatch.banks must be 1 or more");
		}
	}

	public static BankSettings standard() {
		return new BankSettings(URI.create("http://localhost:8090"), Set.of(Rail.values()), 0, Duration.ofSeconds(2),
				Duration.ofSeconds(10), 64, 5000, true, null, null);
	}

	Duration longestCall() {
		return this.connectTimeout.plus(this.callTimeout);
	}

}
