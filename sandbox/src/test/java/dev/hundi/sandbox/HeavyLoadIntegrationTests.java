package dev.hundi.sandbox;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Webhooks that exhaust the memory of their process, then a bulk file of a hundred
 * thousand rows, on one platform. The file comes last, because it is still being released
 * at the end.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
class HeavyLoadIntegrationTests {

	@SuppressWarnings("NullAway.Init")
	private SharedPlatform shared;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.shared = SharedPlatform.start(WebhooksOutOfMemoryIntegrationTests.configure(Platform.builder(directory)));
	}

	@AfterAll
	void stop() {
		if (this.shared != null) {
			this.shared.close();
		}
	}

	@Nested
	@Order(1)
	class WebhooksOutOfMemory extends WebhooksOutOfMemoryIntegrationTests {

		WebhooksOutOfMemory() {
			super(HeavyLoadIntegrationTests.this.shared);
		}

	}

	@Nested
	@Order(2)
	class BulkFiles extends BulkFilesIntegrationTests {

		BulkFiles() {
			super(HeavyLoadIntegrationTests.this.shared);
		}

	}

}
