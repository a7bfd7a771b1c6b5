package dev.hundi.business;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

import dev.hundi.beneficiary.Beneficiaries;
import dev.hundi.payout.AcceptPayout;
import dev.hundi.secret.KeyFile;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.SchemaConfiguration;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.WalletSnapshot;
import dev.hundi.wallet.Wallets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Runs in an application context, which tests the wiring of these packages.
 */
class BusinessesIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private static Path directory;

	@SuppressWarnings("NullAway.Init")
	private static ConfigurableApplicationContext application;

	@BeforeAll
	static void start() {
		application = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE).run();
	}

	@AfterAll
	static void stop() {
		application.close();
		database.close();
	}

	@Test
	void givesAnApplicationItsStores() {
		assertThat(application.getBean(AcceptPayout.class)).isNotNull();
		assertThat(application.getBean(ApiKeys.class)).isNotNull();
		assertThat(application.getBean(Beneficiaries.class)).isNotNull();
		assertThat(application.getBean(RequestNonces.class)).isNotNull();
		assertThat(application.getBean(IpRules.class)).isNotNull();
	}

	@Test
	void registersABusinessWithItsRules() {
		RegisteredBusiness registered = businesses()
			.register(new NewBusiness("Asha Traders", true, new BigDecimal("7.50"), 1_000_00));
		assertThat(registered.businessCode()).matches("BIZ[0-9A-HJKMNP-TV-Z]{8}");
		assertThat(registered.businessId().version()).isEqualTo(7);
		assertThat(businesses().byCode(registered.businessCode())).contains(registered);
		WalletSnapshot wallet = application.getBean(Wallets.class).snapshot(registered.businessId()).orElseThrow();
		assertThat(wallet.businessName()).isEqualTo("Asha Traders");
		assertThat(wallet.reservePercent()).isEqualByComparingTo("7.5");
		assertThat(wallet.minBalancePaise()).isEqualTo(1_000_00);
	}

	@Test
	void enablesAndDisablesTheApi() {
		RegisteredBusiness registered = businesses().register(new NewBusiness("Closed", false, BigDecimal.ZERO, 0));
		ApiKeys keys = application.getBean(ApiKeys.class);
		IssuedKey before = keys.issue(registered.businessId());
		assertThat(keys.find(before.apiKey()).orElseThrow().apiAccessEnabled()).isFalse();
		assertThat(businesses().switchApiAccess(registered.businessId(), true)).as("without a wallet").isFalse();
		application.getBean(ProvisionBusiness.class).provision(registered.businessId(), null);
		assertThat(businesses().switchApiAccess(registered.businessId(), true)).isTrue();
		assertThat(businesses().switchApiAccess(registered.businessId(), true)).as("enabled already").isFalse();
		IssuedKey after = keys.issue(registered.businessId());
		assertThat(keys.find(after.apiKey()).orElseThrow().apiAccessEnabled()).isTrue();
	}

	@Test
	void recordsARegistration() {
		UUID id = businesses().register(new NewBusiness("Asha Traders", true, BigDecimal.ZERO, 0)).businessId();
		businesses().registration(id, new Registration("27AAPFU0939F1ZV", "12 MG Road, Mumbai, Maharashtra, 400001"));
		assertThat(JdbcClient.create(database.dataSource())
			.sql("SELECT gstin || ', ' || registered_address FROM business WHERE business_id = :id")
			.param("id", id)
			.query(String.class)
			.single()).isEqualTo("27AAPFU0939F1ZV, 12 MG Road, Mumbai, Maharashtra, 400001");
		assertThatIllegalArgumentException().isThrownBy(
				() -> businesses().registration(UUID.randomUUID(), new Registration("27AAPFU0939F1ZV", "12 MG Road")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "27AAPFU0939F1ZW", "72AAPFU0939F1ZV", "27aapfu0939f1zv", "27AAPFU0939F1Z", "",
			"27AAPFU0939F0ZV" })
	void refusesAGstinThatCannotExist(String gstin) {
		assertThatIllegalArgumentException().isThrownBy(() -> new Registration(gstin, "12 MG Road"))
			.withMessageContaining("gstin");
	}

	@Test
	void refusesAnAddressThatDoesNotFit() {
		for (String address : List.of(" ", "x".repeat(301))) {
			assertThatIllegalArgumentException().isThrownBy(() -> new Registration("27AAPFU0939F1ZV", address))
				.withMessageContaining("address");
		}
	}

	@Test
	void findsNoOtherBusiness() {
		assertThat(businesses().byCode("BIZ00000000")).isEmpty();
		assertThat(businesses().switchApiAccess(UUID.randomUUID(), false)).isFalse();
		assertThatIllegalArgumentException()
			.isThrownBy(() -> application.getBean(ProvisionBusiness.class).provision(UUID.randomUUID(), null));
	}

	private static Businesses businesses() {
		return application.getBean(Businesses.class);
	}

	@EnableAutoConfiguration
	@Import(SchemaConfiguration.class)
	static class Application {

		@Bean
		DatabaseSettings database() {
			return new DatabaseSettings(database.url(), "postgres", "trusted", 8, Duration.ofMinutes(1));
		}

		@Bean
		SecretEncryption secretEncryption() {
			Path file = directory.resolve("key.json");
			KeyFile.createIfMissing(file);
			return SecretEncryption.open(file);
		}

	}

}
