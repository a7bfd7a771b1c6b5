package dev.hundi.bench.stream;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.hundi.payout.AcceptPayout;
import dev.hundi.payout.Acceptance;
import dev.hundi.payout.Charge;
import dev.hundi.payout.NewPayout;
import dev.hundi.payout.Rail;
import dev.hundi.sandbox.DemoBusiness;
import dev.hundi.sandbox.DemoBusinesses;
import dev.hundi.sandbox.Platform;
import dev.hundi.sandbox.client.MerchantClient;
import dev.hundi.wallet.DebitWallets;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A business whose wallet has many movements, all made by the money kernel.
 */
public final class BusyWallet {

	private static final int WRITERS = 8;

	private BusyWallet() {
	}

	/**
	 * Creates the business.
	 * @param movements one top-up, the rest debited payouts
	 */
	public static DemoBusiness create(Platform platform, Path data, int movements) throws Exception {
		DemoBusiness business = new DemoBusinesses(platform, data).create("Asha Traders", 1_000_000_000_00L, true);
		UUID beneficiary = beneficiary(platform, business);
		AcceptPayout accept = platform.bean(AcceptPayout.class);
		DebitWallets debit = platform.bean(DebitWallets.class);
		List<UUID> payouts = accept(accept, business, beneficiary, movements - 1);
		for (int i = 0; i < payouts.size(); i += DebitWallets.MAX_BATCH) {
			List<UUID> batch = payouts.subList(i, Math.min(i + DebitWallets.MAX_BATCH, payouts.size()));
			debit.debit(business.businessId(), batch);
		}
		JdbcClient.create(platform.dataSource()).sql("VACUUM ANALYZE").update();
		return business;
	}

	/** Registers a beneficiary over the API. */
	public static UUID beneficiary(Platform platform, DemoBusiness business) {
		return UUID
			.fromString(
					new MerchantClient(platform.apiUrl(), business.apiKey(), business.signingKey())
						.post("/v1/beneficiaries",
								Map.of("name", "Ramesh Kumar", "phoneNumber", "9876543210", "accountNumber",
										"123456789012", "ifsc", "HDFC0000001"))
						.expect(201)
						.data()
						.path("beneficiaryId")
						.asString());
	}

	private static List<UUID> accept(AcceptPayout accept, DemoBusiness business, UUID beneficiary, int count)
			throws Exception {
		List<Future<UUID>> accepted = new ArrayList<>(count);
		try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
			for (int i = 0; i < count; i++) {
				NewPayout payout = new NewPayout(business.businessId(), business.apiKey(), "bench-" + i, null,
						beneficiary, Rail.IMPS, 100_00 + i, new Charge(2_00, 36), "ORD-2026-%08d".formatted(i));
				accepted.add(writers.submit(() -> switch (accept.accept(payout)) {
					case Acceptance.Accepted(var receipt) -> receipt.payoutId();
					case Acceptance other -> throw new IllegalStateException("Not accepted: " + other);
				}));
			}
		}
		List<UUID> payouts = new ArrayList<>(count);
		for (Future<UUID> payout : accepted) {
			payouts.add(payout.get());
		}
		return payouts;
	}

}
