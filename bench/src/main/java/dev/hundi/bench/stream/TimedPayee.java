package dev.hundi.bench.stream;

import java.util.Map;
import java.util.UUID;

import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.client.MerchantClient;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A beneficiary that is paid once at a time through the API, with the times of each
 * payout.
 */
public final class TimedPayee {

	private final MerchantClient merchant;

	private final RecordingBank bank;

	private final JdbcClient jdbc;

	private final UUID beneficiaryId;

	/** Registers the beneficiary. */
	public TimedPayee(Platform platform, DemoBusiness business, RecordingBank bank) {
		this.merchant = new MerchantClient(platform.apiUrl(), business.apiKey(), business.signingKey());
		this.bank = bank;
		this.jdbc = JdbcClient.create(platform.dataSource());
		this.beneficiaryId = UUID.fromString(
				this.merchant
					.post("/v1/beneficiaries",
							Map.of("name", "Bench", "phoneNumber", "9876543210", "accountNumber", "123456789012",
									"ifsc", "HDFC0000001"))
					.expect(201)
					.data()
					.path("beneficiaryId")
					.asString());
	}

	UUID beneficiaryId() {
		return this.beneficiaryId;
	}

	/** Makes a payout and waits until it reaches the bank. */
	public PayoutTimes pay() throws InterruptedException {
		UUID payout = UUID
			.fromString(
					this.merchant
						.post("/v1/payouts",
								Map.of("beneficiaryId", this.beneficiaryId.toString(), "amount", "10.00",
										"transactionType", "I"))
						.expect(200)
						.data()
						.path("payoutTransactionId")
						.asString());
		return PayoutTimes.of(payout, this.bank, this.jdbc);
	}

}
