package dev.hundi.stream;

import java.util.List;
import java.util.Locale;

import dev.hundi.keyfile.KeyFileConfiguration;
import dev.hundi.port.QuietServer;
import dev.hundi.port.SeparatePorts;
import dev.hundi.secret.KeyEncryption;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.startup.MachineLanguage;
import dev.hundi.startup.SchemaConfiguration;
import dev.hundi.stream.debit.DebitSettings;
import dev.hundi.stream.dispatch.DispatchSettings;
import dev.hundi.stream.kafka.KafkaSettings;
import dev.hundi.stream.processor.Processors;
import dev.hundi.stream.relay.RelaySettings;
import dev.hundi.stream.search.SearchSettings;
import dev.hundi.stream.sweep.SweepSettings;
import dev.hundi.stream.webhook.WebhookSettings;
import dev.hundi.work.LookForWork;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Processes accepted payouts: change stream, wallet debit, dispatch to banks and the
 * sweep, and in processes of their own webhooks. Runs in any number of instances. Spring
 * Batch's auto-configuration is excluded by class name because the sandbox runs this
 * application with batch-jobs on one class path.
 */
@SpringBootApplication(proxyBeanMethods = false,
		excludeName = { "org.springframework.boot.batch.autoconfigure.BatchAutoConfiguration",
				"org.springframework.boot.batch.autoconfigure.BatchJobLauncherAutoConfiguration",
				"org.springframework.boot.batch.jdbc.autoconfigure.BatchJdbcAutoConfiguration" })
@EnableConfigurationProperties(StreamSettings.class)
@Import({ SchemaConfiguration.class, KeyFileConfiguration.class })
public class StreamProcessorsApplication {

	public static void main(String[] args) {
		MachineLanguage.ignore();
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
	QuietServer quietServer() {
		return new QuietServer();
	}

	@Bean
	SeparatePorts separatePorts(StreamSettings settings) {
		List<String> paths = List.of("/bank-callbacks/");
		return settings.dispatch().receivesCallbacks()
				? SeparatePorts.of("hundi.callbacks", settings.callbacks(), paths, settings.management())
				: SeparatePorts.managementOnly(paths, settings.management());
	}

	@Bean
	KeyEncryption keyEncryption(StreamSettings settings) {
		return settings.keyEncryption();
	}

	@Bean
	Processors processors(StreamSettings settings) {
		return new Processors(settings.processors());
	}

	/** Shows which processors some copy runs. */
	@Bean
	MeterBinder runningProcessors(Processors processors) {
		return (meters) -> processors.enabled()
			.forEach((processor) -> Gauge.builder("hundi.processor", () -> 1)
				.tag("processor", processor.name().toLowerCase(Locale.ROOT))
				.register(meters));
	}

	@Bean
	LookForWork lookForWork(JdbcClient jdbc) {
		return new LookForWork(jdbc);
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

}
