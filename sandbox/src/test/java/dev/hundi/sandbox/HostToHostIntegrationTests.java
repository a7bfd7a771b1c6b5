package dev.hundi.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * NEFT through ISO 20022 files, IMPS through the JSON API, side by side; the stream is
 * killed in the middle. {@link OutagesIntegrationTests} runs this test on its platform.
 */
abstract class HostToHostIntegrationTests {

	private final SharedPlatform shared;

	HostToHostIntegrationTests(SharedPlatform shared) {
		this.shared = shared;
	}

	/** The settings of stream-processors for this bank. */
	static String[] settings(Path directory) {
		return new String[] { "hundi.dispatch.enquiry-interval=100ms", "hundi.dispatch.banks.host.rails=neft,rtgs",
				"hundi.dispatch.banks.host.preference=-1", "hundi.dispatch.banks.host.call-timeout=2s",
				"hundi.dispatch.banks.host.files.directory=" + directory.resolve("bank-drop"),
				"hundi.dispatch.banks.host.files.debtor-name=Hundi Payouts",
				"hundi.dispatch.banks.host.files.debtor-account=900100200300",
				"hundi.dispatch.banks.host.files.debtor-ifsc=SBOX0000001",
				"hundi.dispatch.banks.host.security.signature-bundle=sandbox-bank-signing",
				"hundi.dispatch.banks.host.files.longest-wait=300ms" };
	}

	@Test
	void paysEachPayoutOnceThroughFilesWhenTheStreamIsKilled() {
		JdbcClient jdbc = JdbcClient.create(this.shared.platform().dataSource());
		Merchant merchant = this.shared.merchant(100_000_00);
		UUID imps = merchant.pay(Merchant.SUCCESS, "10.00");
		UUID returned = merchant.pay(neft(Merchant.RETURNED), "10.00");
		UUID later = merchant.pay(neft(Merchant.PENDING_THEN_SUCCESS), "10.00");
		UUID refused = merchant.pay(neft(Merchant.FAILURE), "10.00");
		List<UUID> paid = new ArrayList<>(List.of(later));
		for (int i = 0; i < 20; i++) {
			paid.add(merchant.pay(neft(Merchant.SUCCESS), "10.00"));
			if (i == 10) {
				await().atMost(Duration.ofMinutes(2))
					.until(() -> jdbc.sql("SELECT count(*) FROM bank_file_order").query(Integer.class).single() > 0);
				this.shared.platform().process(Application.STREAM).kill();
			}
		}
		this.shared.platform().start(Application.STREAM);
		for (UUID payout : paid) {
			assertThat(merchant.terminal(payout).path("status").asInt()).isEqualTo(11);
			assertThat(merchant.payout(payout).path("utr").asString()).matches("[0-9A-Z]{16}");
			merchant.assertBankPaid(payout, 1);
		}
		assertThat(merchant.terminal(refused).path("responseCode").asString()).isEqualTo("BENEFICIARY_ACCOUNT_INVALID");
		await().atMost(Duration.ofSeconds(120))
			.until(() -> merchant.payout(returned).path("responseCode").asString().equals("RETURNED_BY_BANK"));
		assertThat(merchant.terminal(imps).path("status").asInt()).isEqualTo(11);
		assertThat(jdbc.sql(
				"SELECT DISTINCT p.rail || ' ' || a.bank FROM payout p JOIN bank_attempt a USING (business_id, payout_id)")
			.query(String.class)
			.list()).containsExactlyInAnyOrder("I sandbox", "N host");
		merchant.assertBooksAreRight();
	}

	private static Merchant.Target neft(Merchant.Target target) {
		return new Merchant.Target("N", target.fields());
	}

}
