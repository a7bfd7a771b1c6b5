package dev.hundi.stream;

import dev.hundi.secret.SecretEncryption;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.RelaySettings;
import dev.hundi.startup.SchemaConfiguration;
import dev.hundi.stream.debit.DebitSettings;
import dev.hundi.stream.dispatch.DispatchSettings;
import dev.hundi.stream.kafka.KafkaSettings;
import dev.hundi.stream.operator.OperatorSettings;
import dev.hundi.stream.processor.Processors;
import dev.hundi.stream.search.SearchSettings;
import dev.hundi.stream.sweep.SweepSettings;
import dev.hundi.stream.webhook.WebhookSettings;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/**
 * Processes accepted payouts: change stream, wallet debit, dispatch to banks, webhooks
 * and the sweeper. Runs in any number of instances. Spring Batch's auto-configuration is
 * excluded by class name because the sandbox runs this application with batch-jobs on one
 * class path.
 */
@SpringBootApplication(proxyBeanMethods = false,
		excludeName = { "org.springframework.boot.batch.autoconfigure.BatchAutoConfiguration",
				"org.springframework.boot.batch.autoconfigure.BatchJobLauncherAutoConfiguration",
				"org.springframework.boot.batch.jdbc.autoconfigure.BatchJdbcAutoConfiguration" })
@EnableConfigurationProperties(StreamSettings.class)
@Import(SchemaConfiguration.class)
public class StreamProcessorsApplication {

	public static void main(String[] args) {
		builder().run(args);
	}

	/** The application with its configuration file {@code hundi-stream.yaml}. */
	public static SpringApplicationBuilder builder() {
		return new SpringApplicationBuilder(StreamProcessorsApplication.class)
			.properties("spring.config.name=hundi-stream");
	}

	@Bean
	DatabaseSettings databaseSettings(StreamSettings settings) {
		return settings.database();
	}

	@Bean
	RelaySettings relaySettings(StreamSettings settings) {
		return settings.relay();
	}

	@Bean
	SecretEncryption secretEncryption(StreamSettings settings) {
		return SecretEncryption.open(settings.keyEncryption());
	}

	@Bean
	Processors processors(StreamSettings settings) {
		return new Processors(settings.processors());
	}

	@Bean
	KafkaSettings kafkaSettings(StreamSettings settings) {
		return settings.kafka();
	}

	@Bean
	DebitSettings debitSettings(StreamSettings settings) {
		return settings.debit();
	}

	@Bean
	DispatchSettings dispatchSettings(StreamSettings settings) {
		return settings.dispatch();
	}

	@Bean
	WebhookSettings webhookSettings(StreamSettings settings) {
		return settings.webhook();
	}

	@Bean
	SweepSettings sweepSettings(StreamSettings settings) {
		return settings.sweep();
	}

	@Bean
	SearchSettings searchSettings(StreamSettings settings) {
		return settings.search();
	}

	@Bean
	OperatorSettings operatorSettings(StreamSettings settings) {
		return settings.operator();
	}

}
