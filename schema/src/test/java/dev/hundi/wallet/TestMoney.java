package dev.hundi.wallet;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import javax.sql.DataSource;

import dev.hundi.testing.TestBusiness;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Brings a payout to status 4, for tests of later stages.
 */
public final class TestMoney {

	private final TopUpWallet topUps;

	private final DebitWallets debits;

	public TestMoney(DataSource dataSource) {
		JdbcClient jdbc = JdbcClient.create(dataSource);
		this.topUps = new TopUpWallet(jdbc);
		this.debits = new DebitWallets(jdbc, new JdbcTransactionManager(dataSource));
	}

	/**
	 * A payout of ₹100.00 with ₹4.00 commission and ₹0.72 GST, debited from a wallet of
	 * ₹1,000.00.
	 */
	public UUID debitedPayout(TestBusiness business) {
		return debitedPayout(business, "I");
	}

	/** Many such payouts of one top-up. */
	public void debitedPayouts(TestBusiness business, int count) {
		this.topUps.topUp(business.id(), count * 104_72L, "UTR" + UUID.randomUUID(), "Top-up");
		List<UUID> payouts = Stream.generate(() -> business.payout(100_00, 4_00, 72)).limit(count).toList();
		assertThat(this.debits.debit(business.id(), payouts).debited()).isEqualTo(count);
	}

	/** The same for another rail with an account: I, N, R or S. */
	public UUID debitedPayout(TestBusiness business, String rail) {
		return debited(business, business.payout(rail, 100_00, 4_00, 72));
	}

	/** One that was accepted an hour ago. */
	public UUID olderDebitedPayout(TestBusiness business) {
		return debited(business, business.olderPayout("I", 100_00, 4_00, 72));
	}

	private UUID debited(TestBusiness business, UUID payout) {
		this.topUps.topUp(business.id(), 1_000_00, "UTR" + payout, "Top-up");
		assertThat(this.debits.debit(business.id(), List.of(payout)).debited()).isEqualTo(1);
		return payout;
	}

}
