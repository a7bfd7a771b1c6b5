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
 * batch-jobs with the settings of each test, in a process of its own where it is killed,
 * on one platform without stream-processors. Statements come first, because every
 * business gets them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestClassOrder(ClassOrderer.OrderAnnotation.class)
class BatchProcessIntegrationTests {

	/** Monthly statements would add exports to those of a test. */
	static final String NO_STATEMENTS = "hundi.export.statement-delay=36500d";

	@SuppressWarnings("NullAway.Init")
	private SharedPlatform shared;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.shared = SharedPlatform.start(Platform.builder(directory)
			.without(Part.KAFKA)
			.run(Application.STREAM, Application.Mode.OFF)
			.run(Application.BATCH, Application.Mode.OFF)
			.set(Application.API, "hundi.export.wait-at-most=2s", "hundi.rate-limits.exports=off"));
	}

	@AfterAll
	void stop() {
		if (this.shared != null) {
			this.shared.close();
		}
	}

	@Nested
	@Order(1)
	class MonthlyStatements extends MonthlyStatementsIntegrationTests {

		MonthlyStatements() {
			super(BatchProcessIntegrationTests.this.shared);
		}

	}

	@Nested
	@Order(2)
	class KilledBulkFiles extends KilledBulkFilesIntegrationTests {

		KilledBulkFiles() {
			super(BatchProcessIntegrationTests.this.shared);
		}

	}

	@Nested
	@Order(3)
	class Exports extends ExportsIntegrationTests {

		Exports() {
			super(BatchProcessIntegrationTests.this.shared);
		}

	}

}
