package dev.hundi.stream.dispatch;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

import javax.sql.DataSource;

import dev.hundi.bank.BankFileReports;
import dev.hundi.bank.BankFiles;
import dev.hundi.bank.BankSwitches;
import dev.hundi.business.PricePlans;
import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.Rail;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.RecordEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Dispatch without Kafka and timers: tests trigger each step. Intervals are milliseconds
 * instead of seconds.
 */
final class Dispatching implements AutoCloseable {

	private static final Duration SHORT = Duration.ofMillis(20);

	/** Long enough for a busy machine. */
	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	/**
	 * Never expires by itself, because a claim that is delayed for longer is not sent.
	 */
	private static final Duration LEASE = Duration.ofMinutes(10);

	private final AnnotationConfigApplicationContext context;

	private Dispatching(AnnotationConfigApplicationContext context) {
		this.context = context;
	}

	static Builder with(TestDatabase database) {
		return new Builder(database);
	}

	void dispatch(PayoutKey... payouts) {
		this.context.getBean(DispatchToBank.class).dispatch(List.of(payouts));
	}

	void drain() {
		this.context.getBean(DispatchToBank.class).drain();
	}

	/** Reads what is switched off. */
	void followSwitches() {
		this.context.getBean(Banks.class).follow(this.context.getBean(BankSwitches.class).off());
	}

	void exchangeFiles() {
		ExchangeFiles files = this.context.getBean(ExchangeFiles.class);
		files.writeAll();
		files.readAll();
	}

	/** Enquires about what is due. What is in doubt is old enough to be sent again. */
	void enquire() throws InterruptedException {
		this.context.getBean(JdbcClient.class).sql("""
				WITH young AS (
				  SELECT business_id, payout_id, attempt_number FROM bank_attempt
				   WHERE state = 'IN_DOUBT' AND claimed_at > now() - interval '1 hour'
				     FOR UPDATE SKIP LOCKED
				)
				UPDATE bank_attempt a SET claimed_at = a.claimed_at - interval '1 hour'
				  FROM young
				 WHERE a.business_id = young.business_id AND a.payout_id = young.payout_id
				   AND a.attempt_number = young.attempt_number
				""").update();
		this.context.getBean(EnquireBank.class).enquireDue();
	}

	GuardedBank bank(String name) {
		return this.context.getBean(Banks.class).named(name).orElseThrow();
	}

	<T> T bean(Class<T> type) {
		return this.context.getBean(type);
	}

	@Override
	public void close() {
		this.context.close();
	}

	static final class Builder {

		private final TestDatabase database;

		private final Map<String, BankSettings> banks = new LinkedHashMap<>();

		private final DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry();

		/** Long, so that a round ends with the answers of all banks. */
		private Duration enquiryInterval = Duration.ofMinutes(2);

		private int batchSize = 8;

		private List<Duration> retrySchedule = List.of(SHORT, SHORT.multipliedBy(2), SHORT.multipliedBy(4));

		private Builder(TestDatabase database) {
			this.database = database;
		}

		Builder bank(String name, URI url) {
			return bank(name, url, UnaryOperator.identity());
		}

		Builder bank(String name, URI url, UnaryOperator<Limits> limits) {
			Limits own = limits.apply(new Limits(Set.of(Rail.values()), this.banks.size(), 8, 5_000, 1, TIMEOUT));
			this.banks.put(name,
					new BankSettings(url, own.rails, own.preference, own.callTimeout.dividedBy(2), own.callTimeout,
							own.concurrency, own.ratePerSecond, own.ordersPerCall, true, null, BankSecurity.NONE,
							null));
			return this;
		}

		/** Retries a bank only after a day for a payout that could not be sent to it. */
		Builder neverRetrying() {
			this.retrySchedule = List.of(Duration.ofDays(1));
			return this;
		}

		/** Claims up to so many payouts together. */
		Builder batchSize(int payouts) {
			this.batchSize = payouts;
			return this;
		}

		/** Does not wait for the answers to enquiries. */
		Builder notWaiting() {
			this.enquiryInterval = Duration.ofMillis(1);
			return this;
		}

		Builder bundle(String name, SslBundle bundle) {
			this.bundles.registerBundle(name, bundle);
			return this;
		}

		Builder securedBank(String name, URI url, BankSecurity security) {
			this.banks.put(name, new BankSettings(url, Set.of(Rail.values()), this.banks.size(), TIMEOUT.dividedBy(2),
					TIMEOUT, 8, 5_000, 1, true, null, security, null));
			return this;
		}

		/** Adds a bank with file exchange for NEFT only, whose files are ours. */
		Builder fileBank(String name, Path directory) {
			return fileBank(name, directory, Set.of(Rail.NEFT), System.getProperty("user.name"), BankSecurity.NONE);
		}

		/** Adds one that gets no new orders. */
		Builder fileBankWithoutRails(String name, Path directory) {
			return fileBank(name, directory, Set.of(), System.getProperty("user.name"), BankSecurity.NONE);
		}

		Builder fileBank(String name, Path directory, @Nullable String transferUser, BankSecurity security) {
			return fileBank(name, directory, Set.of(Rail.NEFT), transferUser, security);
		}

		private Builder fileBank(String name, Path directory, Set<Rail> rails, @Nullable String transferUser,
				BankSecurity security) {
			FileSettings files = new FileSettings(directory, "Hundi Payouts", "900100200300", "SBOX0000001",
					transferUser, Duration.ZERO, 100);
			this.banks.put(name, new BankSettings(null, rails, this.banks.size(), Duration.ofSeconds(1),
					Duration.ofSeconds(2), 8, 5_000, 1, true, null, security, files));
			return this;
		}

		Dispatching start() {
			var context = new AnnotationConfigApplicationContext();
			DataSource dataSource = this.database.dataSource();
			DispatchSettings settings = new DispatchSettings(this.banks, true, this.batchSize, LEASE,
					this.enquiryInterval, List.of(SHORT), Duration.ofDays(3), LEASE.plusMillis(100), this.retrySchedule,
					SHORT);
			context.registerBean(DataSource.class, () -> dataSource,
					(definition) -> ((AbstractBeanDefinition) definition).setDestroyMethodName(""));
			context.registerBean(JdbcClient.class, () -> JdbcClient.create(dataSource));
			context.registerBean(PlatformTransactionManager.class, () -> new JdbcTransactionManager(dataSource));
			context.registerBean(MeterRegistry.class, SimpleMeterRegistry::new);
			context.registerBean(DispatchSettings.class, () -> settings);
			context.registerBean(SslBundles.class, () -> this.bundles);
			context.registerBean(BankSignatures.class, () -> new DispatchConfiguration().bankSignatures(settings,
					context.getBean(SslBundles.class), context.getBean(MeterRegistry.class)));
			context.registerBean(Connectors.class,
					() -> new DispatchConfiguration().connectors(settings, context.getBean(BankFiles.class),
							context.getBean(BankFileReports.class), context.getBean(SslBundles.class),
							context.getBean(BankSignatures.class)));
			context.registerBean(EnquiryTrigger.class, () -> () -> {
			});
			context.registerBean(Banks.class,
					() -> new DispatchConfiguration().banks(settings, context.getBean(Connectors.class),
							context.getBean(BankSwitches.class), new Processors(Set.of(Processor.DISPATCH)),
							context.getBean(MeterRegistry.class)));
			context.register(DispatchToBank.class, RecordBankAnswer.class, EnquireBank.class, VerifyBeneficiaries.class,
					VerifyNames.class, ExchangeFiles.class, ReportBankHealth.class, PricePlans.class,
					RecordEvent.class);
			context.scan("dev.hundi.bank", "dev.hundi.beneficiary", "dev.hundi.verification", "dev.hundi.wallet");
			context.refresh();
			return new Dispatching(context);
		}

	}

	/** The settings in which test banks differ. */
	record Limits(Set<Rail> rails, int preference, int concurrency, int ratePerSecond, int ordersPerCall,
			Duration callTimeout) {

		Limits oneAtATime() {
			return concurrency(1);
		}

		Limits concurrency(int orders) {
			return new Limits(this.rails, this.preference, orders, this.ratePerSecond, this.ordersPerCall,
					this.callTimeout);
		}

		Limits ratePerSecond(int calls) {
			return new Limits(this.rails, this.preference, this.concurrency, calls, this.ordersPerCall,
					this.callTimeout);
		}

		Limits ordersPerCall(int orders) {
			return new Limits(this.rails, this.preference, this.concurrency, this.ratePerSecond, orders,
					this.callTimeout);
		}

		Limits callTimeout(Duration timeout) {
			return new Limits(this.rails, this.preference, this.concurrency, this.ratePerSecond, this.ordersPerCall,
					timeout);
		}

		Limits onlyFor(Rail... only) {
			return new Limits(Set.of(only), this.preference, this.concurrency, this.ratePerSecond, this.ordersPerCall,
					this.callTimeout);
		}

	}

}
