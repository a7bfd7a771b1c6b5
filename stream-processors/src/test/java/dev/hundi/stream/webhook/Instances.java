package dev.hundi.stream.webhook;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

import dev.hundi.secret.SecretEncryption;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.stream.testing.TestKeys;
import dev.hundi.testing.TestDatabase;
import dev.hundi.webhook.BreakerRule;
import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.FanOutWebhooks;
import dev.hundi.webhook.WebhookDeliveries;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Instances of the webhook processor on one database, without Kafka. */
final class Instances implements AutoCloseable {

	static final BreakerRule NEVER_PARKED = new BreakerRule(1_000_000, Duration.ofMinutes(1), Duration.ofMinutes(1),
			Duration.ofDays(5));

	private final List<AnnotationConfigApplicationContext> contexts = new ArrayList<>();

	private final TestDatabase database;

	Instances(TestDatabase database) {
		this.database = database;
	}

	/** With a long timeout for receivers on a busy machine. */
	static WebhookSettings settings(List<Duration> schedule, BreakerRule breaker) {
		return settings(schedule, breaker, Duration.ofSeconds(30));
	}

	static WebhookSettings settings(List<Duration> schedule, BreakerRule breaker, Duration timeout) {
		return new WebhookSettings(true, timeout, schedule, Duration.ofMinutes(10), 16, 4, Duration.ofMillis(20),
				breaker);
	}

	AnnotationConfigApplicationContext start(WebhookSettings settings) {
		return assemble(settings, Set.of(Processor.WEBHOOK));
	}

	AnnotationConfigApplicationContext start(WebhookSettings settings, DnsResolver resolver) {
		return assemble(settings, Set.of(Processor.WEBHOOK), resolver);
	}

	AnnotationConfigApplicationContext assemble(WebhookSettings settings, Set<Processor> enabled) {
		return assemble(settings, enabled, SystemDefaultDnsResolver.INSTANCE);
	}

	/** With a clock of the attempts. */
	AnnotationConfigApplicationContext start(WebhookSettings settings, InstantSource clock) {
		return start(settings, settings.timeout(), clock, System::nanoTime);
	}

	/**
	 * Attempts deliveries before they are stored, and waits for receivers on a busy
	 * machine.
	 * @param nanos clock of the deliveries that are not stored
	 */
	AnnotationConfigApplicationContext startAtOnce(WebhookSettings settings, LongSupplier nanos) {
		return start(settings, Duration.ofMinutes(1), InstantSource.system(), nanos);
	}

	private AnnotationConfigApplicationContext start(WebhookSettings settings, Duration timeout, InstantSource clock,
			LongSupplier nanos) {
		WebhookSettings sending = new WebhookSettings(settings.allowHttp(), timeout, settings.schedule(),
				settings.lease(), settings.concurrency(), settings.perEndpoint(), settings.poll(), settings.breaker());
		var context = prepare(settings, sending, Set.of(Processor.WEBHOOK), SystemDefaultDnsResolver.INSTANCE);
		context.registerBean(DeliverWebhooks.class,
				() -> new DeliverWebhooks(settings, context.getBean(Processors.class),
						context.getBean(WebhookDeliveries.class), context.getBean(FanOutWebhooks.class),
						context.getBean(MonitorEndpoints.class), context.getBean(SendWebhook.class),
						context.getBean(MeterRegistry.class), clock, nanos));
		context.refresh();
		return context;
	}

	private AnnotationConfigApplicationContext assemble(WebhookSettings settings, Set<Processor> enabled,
			DnsResolver resolver) {
		var context = prepare(settings, settings, enabled, resolver);
		context.register(DeliverWebhooks.class);
		context.refresh();
		return context;
	}

	private AnnotationConfigApplicationContext prepare(WebhookSettings settings, WebhookSettings sending,
			Set<Processor> enabled, DnsResolver resolver) {
		var context = new AnnotationConfigApplicationContext();
		context.registerBean(JdbcClient.class, () -> JdbcClient.create(this.database.dataSource()));
		context.registerBean(SecretEncryption.class, () -> SecretEncryption.open(TestKeys.file()));
		context.registerBean(WebhookSettings.class, () -> settings);
		context.registerBean(Processors.class, () -> new Processors(enabled));
		context.registerBean(MeterRegistry.class, SimpleMeterRegistry::new);
		context.registerBean(SendWebhook.class, () -> new SendWebhook(sending, SecretEncryption.open(TestKeys.file()),
				resolver, DefaultClientTlsStrategy.createDefault()));
		context.register(MonitorEndpoints.class, WebhookHealth.class);
		context.scan("dev.hundi.webhook");
		this.contexts.add(context);
		return context;
	}

	/** Sends on a separate thread, as in production, and waits for the outcome. */
	static SendWebhook.Outcome send(SendWebhook send, ClaimedDelivery delivery) {
		CompletableFuture<SendWebhook.Outcome> ended = new CompletableFuture<>();
		Thread.ofVirtual().start(() -> send.send(delivery, ended::complete));
		return ended.join();
	}

	@Override
	public void close() {
		this.contexts.forEach(AnnotationConfigApplicationContext::close);
	}

}
