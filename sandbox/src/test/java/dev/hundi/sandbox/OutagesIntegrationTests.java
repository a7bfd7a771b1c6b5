package dev.hundi.sandbox;

import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Payouts while the bank is down, stream-processors are killed and messages are lost, on
 * one platform. The outage of the bank comes first, because it looks at all payouts; the
 * losses last, because Kafka's clients keep what loses the messages.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
class OutagesIntegrationTests {

	@SuppressWarnings("NullAway.Init")
	private SharedPlatform shared;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.shared = SharedPlatform.start(Platform.builder(directory)
			.run(Application.STREAM, Application.Mode.OFF)
			.set(Application.API, "hundi.rate-limits.payouts=off", "hundi.rate-limits.reads=off"));
	}

	@AfterAll
	void stop() {
		if (this.shared != null) {
			this.shared.close();
		}
	}

	@Nested
	@Order(1)
	class BankOutage extends BankOutageIntegrationTests {

		BankOutage() {
			super(OutagesIntegrationTests.this.shared);
		}

	}

	/** Of the stream, which pays through two banks. */
	@Nested
	@Order(2)
	@TestInstance(TestInstance.Lifecycle.PER_CLASS)
	@TestClassOrder(ClassOrderer.OrderAnnotation.class)
	class Kills {

		@BeforeAll
		void start() {
			Stream<String> own = Stream.of("hundi.sweep.interval=500ms", "hundi.sweep.stuck-after=2s",
					"hundi.dispatch.lease=7s", "hundi.dispatch.not-sent-after=8s",
					"hundi.dispatch.banks.sandbox.connect-timeout=1s", "hundi.dispatch.banks.sandbox.call-timeout=2s",
					"hundi.dispatch.enquiry-schedule=500ms", "hundi.dispatch.banks.sandbox.concurrency=8",
					"hundi.dispatch.retry-schedule=1s,5s,15s", "hundi.webhook.lease=6s");
			SharedPlatform shared = OutagesIntegrationTests.this.shared;
			shared.start(Application.STREAM, Application.Mode.CHILD_PROCESS,
					Stream.concat(own, Stream.of(HostToHostIntegrationTests.settings(shared.directory())))
						.toArray(String[]::new));
		}

		@Nested
		@Order(1)
		class KilledStream extends KilledStreamIntegrationTests {

			KilledStream() {
				super(OutagesIntegrationTests.this.shared);
			}

		}

		@Nested
		@Order(2)
		class HostToHost extends HostToHostIntegrationTests {

			HostToHost() {
				super(OutagesIntegrationTests.this.shared);
			}

		}

	}

	@Nested
	@Order(3)
	class LostMessages extends LostMessagesIntegrationTests {

		LostMessages() {
			super(OutagesIntegrationTests.this.shared);
		}

	}

}
