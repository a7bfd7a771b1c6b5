package dev.hundi.wallet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.SettlePayout;
import dev.hundi.payout.ResponseCode;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.webhook.RecordEvent;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

/**
 * A process that tops up, debits and reverses in one wallet, at random and as fast as it
 * can, concurrently with others over the same payouts.
 */
final class WalletHammer {

	private static final int ROUNDS = 250;

	private WalletHammer() {
	}

	/** Arguments: database URL, business, seed. */
	public static void main(String[] args) {
		UUID business = UUID.fromString(args[1]);
		Random random = new Random(Long.parseLong(args[2]));
		try (HikariDataSource dataSource = new HikariDataSource();
				AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			dataSource.setJdbcUrl(args[0]);
			dataSource.setUsername("postgres");
			dataSource.setPassword("postgres");
			dataSource.addDataSourceProperty("options", DatabaseSettings.SESSION_OPTIONS);
			JdbcClient jdbc = JdbcClient.create(dataSource);
			context.registerBean(JdbcClient.class, () -> jdbc);
			context.registerBean(JdbcTransactionManager.class, () -> new JdbcTransactionManager(dataSource));
			context.registerBean(javax.sql.DataSource.class, () -> dataSource);
			context.scan("dev.hundi.wallet", "dev.hundi.bank");
			context.register(RecordEvent.class);
			context.refresh();
			List<UUID> payouts = new ArrayList<>(
					jdbc.sql("SELECT payout_id FROM payout WHERE business_id = :id ORDER BY payout_id")
						.param("id", business)
						.query(UUID.class)
						.list());
			for (int round = 0; round < ROUNDS; round++) {
				Collections.shuffle(payouts, random);
				List<UUID> some = payouts.subList(0, 1 + random.nextInt(20));
				switch (random.nextInt(3)) {
					case 0 -> context.getBean(TopUpWallet.class)
						.topUp(business, 1 + random.nextInt(50_000), "UTR%s%d".formatted(args[2], round), "Top-up");
					case 1 -> context.getBean(DebitWallets.class).debit(business, some);
					default -> giveBack(context, business, some);
				}
			}
		}
	}

	private static void giveBack(AnnotationConfigApplicationContext context, UUID business, List<UUID> payouts) {
		List<PayoutKey> keys = payouts.stream().map((payout) -> new PayoutKey(business, payout)).toList();
		for (PaymentOrder order : context.getBean(BankAttempts.class).claim(keys, "hammer", Duration.ofHours(1))) {
			context.getBean(SettlePayout.class)
				.failed(order.attempt(), ResponseCode.BANK_REJECTED, "Rejected by the bank", BankReport.NONE);
		}
	}

}
