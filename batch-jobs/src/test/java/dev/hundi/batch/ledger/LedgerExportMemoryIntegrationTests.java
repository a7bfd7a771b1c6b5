package dev.hundi.batch.ledger;

import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.LocalDate;

import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.ledger.LedgerPeriod;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.time.India;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The heap of a journal is bounded: the live heap is measured again and again while the
 * file is written. The rows of these postings, if they were held, would take five times
 * as much as permitted. {@code -Dtest.postings=1000000} writes as many postings.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LedgerExportMemoryIntegrationTests {

	private static final int POSTINGS = Integer.getInteger("test.postings", 100_000);

	/** As for exports of wallets in csv. */
	private static final long MAX_EXTRA_BYTES = 16_000_000;

	private final TestDatabase database = TestDatabase.create();

	@SuppressWarnings("NullAway.Init")
	private ConfigurableApplicationContext application;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.application = BatchJobsApplication.builder()
			.run("--hundi.database.url=" + this.database.url(), "--hundi.database.username=hundi_batch",
					"--hundi.database.password=postgres", "--hundi.management.port=0",
					"--hundi.file-store=" + directory.resolve("files"));
		TestBusiness business = TestBusiness.create(this.database);
		WithoutTriggers.run(this.database.dataSource(),
				(session) -> LedgerExportsIntegrationTests.old(session, business.id(), POSTINGS));
	}

	@AfterAll
	void stop() {
		this.application.close();
		this.database.close();
	}

	@ParameterizedTest
	@EnumSource
	void writingAJournalTakesLittleHeapHoweverLongItIs(LedgerFormat format) throws Exception {
		LocalDate today = LocalDate.now(India.ZONE);
		Watched out = new Watched();
		this.application.getBean(WriteLedger.class)
			.write(LedgerContent.JOURNAL, format, new LedgerPeriod(today.minusDays(60), today.minusDays(1), null), out);
		assertThat(out.written).as("bytes of the file").isGreaterThan(POSTINGS * 100L);
		assertThat(out.samples).isGreaterThanOrEqualTo(5);
		assertThat(out.most - out.before).as("extra heap in bytes").isLessThan(MAX_EXTRA_BYTES);
	}

	/** Measures the live heap at the first byte and after every two megabytes. */
	private static final class Watched extends OutputStream {

		private static final int BETWEEN = 2_000_000;

		private final long before = live();

		private long most;

		private long written;

		private int samples;

		@Override
		public void write(int one) {
			write(new byte[] { (byte) one }, 0, 1);
		}

		@Override
		public void write(byte[] bytes, int offset, int length) {
			this.written += length;
			if (this.written > (long) this.samples * BETWEEN) {
				this.samples++;
				this.most = Math.max(this.most, live());
			}
		}

		private static long live() {
			System.gc();
			return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
		}

	}

}
