package dev.hundi.bench.growth;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import com.zaxxer.hikari.HikariDataSource;
import dev.hundi.bench.reconciliation.ClosedDays;
import dev.hundi.bench.measure.SearchIndex;
import dev.hundi.bench.seed.HistorySeed;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.Businesses;
import dev.hundi.business.NewBusiness;
import dev.hundi.sandbox.SchemaTools;
import dev.hundi.sandbox.server.PostgresServer;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.Migrations;
import dev.hundi.startup.RolePasswords;
import dev.hundi.time.India;
import dev.hundi.wallet.NodalAccounts;
import dev.hundi.wallet.Wallets;
import dev.hundi.webhook.WebhookEndpoints;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A database of a server with 20 businesses and the payouts of 400 days, and the code
 * that works on it.
 */
final class GrowthDatabase implements AutoCloseable {

	static final int BUSINESSES = 20;

	private static final int PAST_DAYS = 400;

	private static final int CONNECTIONS = 24;

	/** All databases of a server are copies of it. */
	private static final String MIGRATED = "hundi";

	/** A business and one of its keys. */
	record Merchant(UUID businessId, String apiKey) {
	}

	private final HikariDataSource owner;

	private final ConfigurableApplicationContext beans;

	private final List<Merchant> merchants = new ArrayList<>();

	private final LocalDate firstOpenDay;

	/**
	 * Creates and fills a database.
	 * @param name of the database, new on this server
	 * @param payouts of the past
	 * @param openDays days after the past, up to yesterday, whose statements are loaded
	 */
	GrowthDatabase(PostgresServer server, Path keyFile, String name, long payouts, int openDays, int payoutsADay) {
		create(server, name);
		this.owner = owner(server, name);
		this.beans = SchemaTools.start(new DatabaseSettings(server.url(name), PostgresServer.username,
				PostgresServer.password, CONNECTIONS, Duration.ofHours(1)), keyFile);
		this.firstOpenDay = LocalDate.ofInstant(Instant.now(), India.ZONE).minusDays(openDays);
		register();
		new HistorySeed(jdbc()).create(this.firstOpenDay.minusDays(PAST_DAYS), PAST_DAYS, payouts, openDays,
				payoutsADay);
		SearchIndex.seal(this.owner);
	}

	private static void create(PostgresServer server, String name) {
		PostgresServer.createDatabase(server.port(), MIGRATED);
		try (HikariDataSource migrated = owner(server, MIGRATED)) {
			Migrations.migrate(migrated, RolePasswords.same(PostgresServer.password));
		}
		try (HikariDataSource maintenance = owner(server, "postgres")) {
			JdbcClient.create(maintenance).sql("CREATE DATABASE %s TEMPLATE %s".formatted(name, MIGRATED)).update();
		}
	}

	private static HikariDataSource owner(PostgresServer server, String name) {
		HikariDataSource owner = new HikariDataSource();
		owner.setJdbcUrl(server.url(name));
		owner.setUsername(PostgresServer.username);
		owner.setPassword(PostgresServer.password);
		owner.setMaximumPoolSize(2);
		return owner;
	}

	private void register() {
		ClosedDays.account(bean(NodalAccounts.class), jdbc());
		for (int i = 0; i < BUSINESSES; i++) {
			UUID business = bean(Businesses.class).register(new NewBusiness("Bench " + i, true, BigDecimal.ZERO, 0))
				.businessId();
			bean(Wallets.class).provision(business, "HUNDIBENCH" + i);
			bean(WebhookEndpoints.class).register(business, URI.create("https://merchant.example/hook"),
					"whsec_" + "0".repeat(48));
			this.merchants.add(new Merchant(business, bean(ApiKeys.class).issue(business).apiKey()));
		}
	}

	List<Merchant> merchants() {
		return List.copyOf(this.merchants);
	}

	/** The first day that no run has collected, Asia/Kolkata. */
	LocalDate firstOpenDay() {
		return this.firstOpenDay;
	}

	<T> T bean(Class<T> type) {
		return this.beans.getBean(type);
	}

	/** Connects as the owner of the schema, without a limit of time. */
	JdbcClient jdbc() {
		return JdbcClient.create(this.owner);
	}

	@Override
	public void close() {
		this.beans.close();
		this.owner.close();
	}

}
