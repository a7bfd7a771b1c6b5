package dev.hundi.payout;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hundi.bank.BankAttempts;
import dev.hundi.bank.BankReport;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.SettlePayout;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.TopUpWallet;
import dev.hundi.webhook.FanOutWebhooks;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sessions that lock one row in share mode at the same time make a multixact with a
 * member for each of them. Multixact members are a 32-bit counter that only an
 * anti-wraparound vacuum frees.
 */
class MultixactIntegrationTests {

	private final AtomicInteger utrs = new AtomicInteger();

	private static final Logger logger = LoggerFactory.getLogger(MultixactIntegrationTests.class);

	private static final int PAYOUTS = 4_000;

	private static final int SESSIONS = 16;

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final AnnotationConfigApplicationContext context = TestBeans.on(this.database, FanOutWebhooks.class,
			Payouts.class);

	@Test
	void takesFewerThanTwoMultixactMembersAPayout() throws Exception {
		try (this.database; this.context; ExecutorService sessions = Executors.newFixedThreadPool(SESSIONS)) {
			List<TestBusiness> businesses = Stream.generate(() -> TestBusiness.create(this.database)).limit(8).toList();
			businesses.forEach(this::prepare);
			long before = members();

			List<PayoutKey> payouts = each(sessions, accepts(businesses));
			publish(sessions, "CREATED");
			each(sessions, slices(payouts, 50, this::debit));
			each(sessions, slices(payouts, 50, this::pay));
			publish(sessions, "SUCCESS");

			assertThat(this.jdbc.sql("SELECT count(*) FROM payout WHERE status = 11").query(Integer.class).single())
				.isEqualTo(PAYOUTS);
			assertThat(this.jdbc.sql("SELECT count(*) FROM webhook_delivery").query(Integer.class).single())
				.isEqualTo(2 * PAYOUTS);
			assertThat(businesses.getFirst().violations()).isEmpty();
			double membersPerPayout = (double) (members() - before) / PAYOUTS;
			logger.info("{} multixact members a payout", membersPerPayout);
			assertThat(membersPerPayout).isLessThan(2);
		}
	}

	private void prepare(TestBusiness business) {
		bean(TopUpWallet.class).topUp(business.id(), 100_000_00, "UTR" + business.id(), "Top-up");
		this.jdbc.sql("""
				INSERT INTO webhook_endpoint (business_id, url, secret_ciphertext, created_at)
				VALUES (:id, 'https://merchant.example/hook', '\\x00', now() - interval '1 day')
				""").param("id", business.id()).update();
	}

	/** The counter of the control file is that of the newest checkpoint. */
	private long members() {
		this.jdbc.sql("CHECKPOINT").update();
		return this.jdbc.sql("SELECT next_multi_offset::text::bigint FROM pg_control_checkpoint()")
			.query(Long.class)
			.single();
	}

	/** Two processes accept. */
	private List<Callable<List<PayoutKey>>> accepts(List<TestBusiness> businesses) {
		List<AcceptPayout> processes = Stream
			.generate(() -> new AcceptPayout(bean(JdbcTemplate.class), bean(Payouts.class)))
			.limit(2)
			.toList();
		List<UUID> beneficiaries = businesses.stream().map(TestBusiness::beneficiary).toList();
		return IntStream.range(0, PAYOUTS).mapToObj((i) -> (Callable<List<PayoutKey>>) () -> {
			UUID business = businesses.get(i % businesses.size()).id();
			Acceptance answer = processes.get(i % 2)
				.accept(new NewPayout(business, "pk_test", "N" + i, null, beneficiaries.get(i % businesses.size()),
						Rail.IMPS, 5_00, new Charge(1_00, 18), "R" + i));
			return List.of(new PayoutKey(business, ((Acceptance.Accepted) answer).receipt().payoutId()));
		}).toList();
	}

	private void debit(List<PayoutKey> payouts) {
		payouts.stream()
			.map(PayoutKey::businessId)
			.distinct()
			.forEach((business) -> bean(DebitWallets.class).debit(business,
					payouts.stream()
						.filter((key) -> key.businessId().equals(business))
						.map(PayoutKey::payoutId)
						.toList()));
	}

	private void pay(List<PayoutKey> payouts) {
		bean(BankAttempts.class).claim(payouts, "hdfc", Duration.ofMinutes(5))
			.forEach((order) -> bean(SettlePayout.class).succeeded(order.attempt(),
					BankReport.of("M" + this.utrs.incrementAndGet(), null)));
	}

	private void publish(ExecutorService sessions, String stage) throws Exception {
		List<UUID> events = this.jdbc.sql("SELECT event_id FROM payout_event WHERE stage = :stage ORDER BY event_id")
			.param("stage", stage)
			.query(UUID.class)
			.list();
		each(sessions, slices(events, 20, bean(FanOutWebhooks.class)::of));
	}

	private static <T> List<Callable<List<T>>> slices(List<T> items, int size, Consumer<List<T>> work) {
		return IntStream.range(0, items.size() / size).mapToObj((i) -> (Callable<List<T>>) () -> {
			work.accept(items.subList(i * size, (i + 1) * size));
			return List.of();
		}).toList();
	}

	private static <T> List<T> each(ExecutorService sessions, List<Callable<List<T>>> work) throws Exception {
		List<T> results = new ArrayList<>();
		for (Future<List<T>> result : sessions.invokeAll(work)) {
			results.addAll(result.get());
		}
		return results;
	}

	private <T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

}
