package dev.hundi.stream.dispatch;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One bank, behind the JSON API or in files: {@code hundi.dispatch.banks.<name>.*}.
 *
 * @param url base address of its API
 * @param rails what it is sent
 * @param preference of the banks that take a rail and are well, the one with the lowest
 * number gets the payout
 * @param connectTimeout for a connection; none made means nothing sent
 * @param callTimeout for the whole answer; none by then leaves the payout in doubt
 * @param concurrency calls of this process under way at once at most
 * @param ratePerSecond calls of this process in a second at most
 * @param beneficiaries whether beneficiaries are registered with it and it tells the
 * names of their holders
 * @param callbackKeyFile file with the keys that the bank may sign its callbacks with,
 * one a line; null: callbacks of this bank are refused
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
					"rails of a bank of hundi.dispatch.banks with files must be neft and rtgs");
		}
		if (concurrency < 1 || ratePerSecond < 1) {
			throw new IllegalArgumentException(
					"concurrency and rate-per-second of hundi.dispatch.banks must be 1 or more");
		}
	}

	/** All as it is when nothing is set. */
	public static BankSettings standard() {
		return new BankSettings(URI.create("http://localhost:8090"), Set.of(Rail.values()), 0, Duration.ofSeconds(2),
				Duration.ofSeconds(10), 64, 5000, true, null, null);
	}

	/** How long a call can take at most. */
	Duration longestCall() {
		return this.connectTimeout.plus(this.callTimeout);
	}

}
