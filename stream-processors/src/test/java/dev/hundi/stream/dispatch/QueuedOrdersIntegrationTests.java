package dev.hundi.stream.dispatch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankFiles;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;
import dev.hundi.payout.Rail;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.TestMoney;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Orders that wait for a file while a person pays them at the bank. */
class QueuedOrdersIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestMoney money = new TestMoney(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final Path directory;

	private final Dispatching dispatch;

	QueuedOrdersIntegrationTests(@TempDir Path directory) {
		this.directory = directory;
		this.dispatch = Dispatching.with(this.database).fileBank("files", directory).start();
	}

	@AfterEach
	void close() {
		this.dispatch.close();
		this.database.close();
	}

	@ParameterizedTest
	@CsvSource({ "ACCEPTED", "HELD" })
	void putsNoOrderIntoAFileThatAStatementShowsAsPaid(String status) {
		UUID paid = queued();
		UUID other = queued();
		UUID statement = ShownByStatement.line(this.database, paid, status, "DEBIT");
		this.dispatch.exchangeFiles();
		assertThat(sent()).contains(BankReference.of(other)).doesNotContain(BankReference.of(paid));

		ShownByStatement.withdraw(this.database, statement);
		this.dispatch.exchangeFiles();
		assertThat(sent()).doesNotContain(BankReference.of(paid));
		ShownByStatement.replace(this.database, statement);
		this.dispatch.exchangeFiles();
		assertThat(sent()).contains(BankReference.of(paid));
	}

	/** The process died before it wrote the file. */
	@Test
	void takesAnOrderOutOfAnUnwrittenFileThatAStatementShowsAsPaid() {
		UUID paid = queued();
		UUID other = queued();
		assertThat(this.dispatch.bean(BankFiles.class).createNext("files", Rail.NEFT, Duration.ZERO, 10)).isTrue();
		ShownByStatement.line(this.database, paid, "ACCEPTED", "DEBIT");
		this.dispatch.exchangeFiles();
		assertThat(sent()).contains(BankReference.of(other)).doesNotContain(BankReference.of(paid));
	}

	/** The statement that settled it was withdrawn later; the payout stays Successful. */
	@Test
	void putsNoOrderOfAnEndedPayoutIntoAFile() {
		UUID settled = queued();
		assertThat(this.dispatch.bean(SettlePayout.class)
			.booked(new Attempt(new PayoutKey(this.business.id(), settled), 1), null, null))
			.isEqualTo(RecordOutcome.RECORDED);
		this.dispatch.exchangeFiles();
		assertThat(sent()).isEmpty();

		UUID other = queued();
		this.dispatch.exchangeFiles();
		assertThat(sent()).contains(BankReference.of(other)).doesNotContain(BankReference.of(settled));
	}

	private UUID queued() {
		UUID payout = this.money.debitedPayout(this.business, "N");
		this.dispatch.dispatch(new PayoutKey(this.business.id(), payout));
		await().atMost(Duration.ofMinutes(2))
			.until(() -> this.jdbc.sql(
					"SELECT count(*) FROM bank_file_order o JOIN bank_attempt a USING (payout_id) WHERE payout_id = :id AND a.state = 'PENDING'")
				.param("id", payout)
				.query(Integer.class)
				.single() == 1);
		return payout;
	}

	/** The content of all files for the bank. */
	private String sent() {
		try (Stream<Path> files = Files.list(Files.createDirectories(this.directory.resolve("out")))) {
			return files.map(QueuedOrdersIntegrationTests::content).collect(Collectors.joining());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String content(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
