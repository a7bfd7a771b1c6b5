package dev.hundi.stream.dispatch;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;

import dev.hundi.payout.Rail;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One bank, with the JSON API or file exchange: {@code hundi.dispatch.banks.<name>.*}.
 *
 * @param url base URL of its API; null only for a bank with files
 * @param rails the rails it is used for
 * @param preference the available bank with the lowest number gets the payout
 * @param connectTimeout timeout of a connection, shorter than {@code callTimeout};
 * without a connection nothing was sent
 * @param callTimeout timeout of the whole answer; afterwards the payout is in doubt
 * @param concurrency maximum number of orders and enquiries of this copy that wait for an
 * answer
 * @param ratePerSecond maximum number of orders and enquiries of this copy per second
 * @param ordersPerCall maximum number of orders in one call; above 1 the bank must accept
 * batches
 * @param beneficiaries whether beneficiaries are registered with it and it returns the
 * account holders' names
 * @param callbackKeyFile file with the keys that may sign the bank's callbacks, one per
 * line; null rejects all callbacks without another signature
 * @param security certificates, API key and signatures of its API
 */
public record BankSettings(@Nullable URI url, @DefaultValue( {
		"IMPS", "NEFT", "RTGS", "SELF", "UPI" }) Set<Rail> rails, @DefaultValue("0") int preference,
		@DefaultValue("2s") Duration connectTimeout, @DefaultValue("10s") Duration callTimeout,
		@DefaultValue("64") int concurrency, @DefaultValue("5000") int ratePerSecond,
		@DefaultValue("1") int ordersPerCall, @DefaultValue("true") boolean beneficiaries,
		@Nullable Path callbackKeyFile, @DefaultValue BankSecurity security, @Nullable FileSettings files){

	/** Limits the payouts that one lost answer puts in doubt, and the longest answer. */
	static final int MAX_ORDERS_PER_CALL = 50;

	private static final Duration RECORDING = Duration.ofSeconds(2);

	private static final Duration RECORDING_OF_ANOTHER = Duration.ofMillis(50);

	public BankSettings {
		rails = Set.copyOf(rails);
		if (connectTimeout.toMillis() < 1 || callTimeout.toMillis() < 1) {
			throw new IllegalArgumentException("The timeouts of hundi.dispatch.banks must be above zero");
		}
		if (files == null && connectTimeout.compareTo(callTimeout) >= 0) {
			throw new IllegalArgumentException(
					"connect-timeout of hundi.dispatch.banks must be shorter than call-timeout: otherwise an order without a connection is in doubt instead of not sent");
		}
		if (files != null && !Set.of(Rail.NEFT, Rail.RTGS).containsAll(rails)) {
			throw new IllegalArgumentException(
					"A bank of hundi.dispatch.banks with files supports only the rails neft and rtgs");
		}
		if (concurrency < 1 || ratePerSecond < 1) {
			throw new IllegalArgumentException(
					"concurrency and rate-per-second of hundi.dispatch.banks must be 1 or more");
		}
		if (ordersPerCall < 1 || ordersPerCall > MAX_ORDERS_PER_CALL) {
			throw new IllegalArgumentException(
					"orders-per-call of hundi.dispatch.banks must be 1 to " + MAX_ORDERS_PER_CALL);
		}
		if (files != null && ordersPerCall > 1) {
			throw new IllegalArgumentException(
					"orders-per-call of hundi.dispatch.banks is only for banks with an API; a bank with files has files.max-orders");
		}
	}

	/**
	 * Checks that both sides of the bank are authenticated.
	 * @param key of the bank, for messages
	 * @param allowHttp {@code hundi.dispatch.allow-http}
	 */
	void requireAuthentication(String key, boolean allowHttp) {
		if (this.files != null) {
			if (this.security.signatureBundle() == null && this.files.transferUser() == null) {
				throw new IllegalArgumentException(key + ".security.signature-bundle or " + key
						+ ".files.transfer-user must be set: files of a bank are trusted only with a signature or from the process that transfers them");
			}
			return;
		}
		if (this.url == null) {
			throw new IllegalArgumentException(key + ".url must be set");
		}
		if (!allowHttp && !"https".equalsIgnoreCase(this.url.getScheme())) {
			throw new IllegalArgumentException(
					key + ".url must be an https URL; only hundi.dispatch.allow-http=true permits http");
		}
		if (!allowHttp && this.security.sslBundle() == null) {
			throw new IllegalArgumentException(key
					+ ".security.ssl-bundle must be set: it has the client certificate for this bank; only hundi.dispatch.allow-http=true permits calls without one");
		}
	}

	/**
	 * The base URL of a bank with an API.
	 * @throws NullPointerException if the bank exchanges files instead
	 */
	@Override
	public URI url() {
		return Objects.requireNonNull(this.url, "url");
	}

	/** Also when each answer of a batch is recorded in a statement of its own. */
	Duration longestRecording() {
		return RECORDING.plus(RECORDING_OF_ANOTHER.multipliedBy(this.ordersPerCall - 1L));
	}

	Duration longestCall() {
		return this.connectTimeout.plus(this.callTimeout);
	}

}
