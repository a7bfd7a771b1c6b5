package dev.hundi.portal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.FreePorts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** As many clients as there are connections begin a download and do not read it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SlowReadersIntegrationTests {

	private static final int CONNECTIONS = 3;

	/** Only limits how long a failing test hangs. */
	private static final int PATIENCE_MS = 120_000;

	/** Much more than the sockets of both sides buffer. */
	private static final int STATEMENT_BYTES = 64 * 1024 * 1024;

	/** In three pages, the first of which is more than the sockets buffer. */
	private static final int ROWS = 4_001;

	private static final int CELL_CHARS = 3_000;

	private static final String EXPORT = "/payouts/export?format=CSV";

	/** As ExportPlaces; more than there are connections and places. */
	private static final int UNSENT_EXPORTS = 4;

	private final TestPortal portal = new TestPortal();

	private final int port = FreePorts.next();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@SuppressWarnings("NullAway.Init")
	private Desk desk;

	@BeforeAll
	void start() {
		this.merchants = this.portal.start(Audience.MERCHANT, this.port, URI.create("http://localhost:" + this.port),
				"--hundi.database.pool-size=" + CONNECTIONS);
		this.desk = desk("asha");
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void statementsHoldNoConnectionWhileTheyAreRead() throws IOException {
		servesOthersDuring("/wallet/statements/" + statement() + "/file");
	}

	@Test
	void failedRowsHoldNoConnectionWhileTheyAreRead() throws IOException {
		String download = "/bulk/" + bulkFile() + "/failed-rows.csv";
		servesOthersDuring(download);
		assertThat(this.desk.as(Role.VIEWER).get(download).body().lines()).as("rows of all pages, and the headings")
			.hasSize(ROWS + 1);
	}

	@Test
	void exportsHoldNoPlaceWhileTheyAreRead() throws IOException {
		Desk exporting = desk("exporting");
		payouts(exporting, ROWS);
		Visitor visitor = exporting.as(Role.VIEWER);
		List<Socket> readers = new ArrayList<>();
		try {
			for (int i = 0; i < UNSENT_EXPORTS; i++) {
				Socket reader = new Socket();
				readers.add(reader);
				assertThat(statusLine(reader, visitor, EXPORT)).startsWith("HTTP/1.1 200");
			}
			assertThat(visitor.get(EXPORT).status()).as("more files of one business").isEqualTo(503);
			assertThat(this.desk.as(Role.VIEWER).get(EXPORT).status()).as("another business").isEqualTo(200);
			assertThat(visitor.get("/wallet").status()).isEqualTo(200);
			try (Stream<Path> files = Files.list(this.portal.fileStore())) {
				assertThat(files).as("files that a killed process would leave").noneMatch(Files::isRegularFile);
			}
		}
		finally {
			for (Socket reader : readers) {
				reader.close();
			}
		}
		await().until(() -> visitor.get(EXPORT).status() == 200);
		assertThat(visitor.get(EXPORT).body().lines().filter((line) -> line.contains("TXN"))).hasSize(ROWS);
	}

	@Test
	void aBusinessTakesOneOfTheTwoPlacesOfExports() throws Exception {
		Visitor first = desk("first").as(Role.VIEWER);
		Visitor second = desk("second").as(Role.VIEWER);
		Visitor third = desk("third").as(Role.VIEWER);
		try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
			Future<Integer> again;
			List<Future<Integer>> taken = new ArrayList<>();
			try (Connection lock = this.portal.dataSource().getConnection(); Statement sql = lock.createStatement()) {
				lock.setAutoCommit(false);
				sql.execute("LOCK TABLE payout IN ACCESS EXCLUSIVE MODE");
				taken.add(threads.submit(() -> first.get(EXPORT).status()));
				await().until(() -> exportsThatWait() == 1);
				again = threads.submit(() -> first.get(EXPORT).status());
				await().until(() -> again.isDone() || exportsThatWait() == 2);
				assertThat(exportsThatWait()).isEqualTo(1);
				taken.add(threads.submit(() -> second.get(EXPORT).status()));
				await().until(() -> exportsThatWait() == 2);
				assertThat(third.get(EXPORT).status()).isEqualTo(503);
			}
			assertThat(again.get()).isEqualTo(503);
			for (Future<Integer> export : taken) {
				assertThat(export.get()).isEqualTo(200);
			}
		}
		assertThat(first.get(EXPORT).status()).isEqualTo(200);
		assertThat(third.get(EXPORT).status()).isEqualTo(200);
	}

	private Desk desk(String name) {
		return new Desk(this.portal, this.merchants, name);
	}

	private long exportsThatWait() {
		return this.portal.jdbc()
			.sql("SELECT count(*) FROM pg_locks WHERE relation = 'payout'::regclass AND NOT granted")
			.query(Long.class)
			.single();
	}

	/** Payouts whose lines are long, because names are. */
	private void payouts(Desk payer, int rows) {
		this.portal.jdbc()
			.sql("""
					WITH inserted AS (
					  INSERT INTO payout (business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
					                      beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise,
					                      response_message)
					  SELECT business_id, 'TXN20261121' || lpad(number::text, 10, '0'), beneficiary_id, beneficiary_code,
					         repeat('x', :chars), phone_number, account_number, ifsc, 'I', 1000, 500, 90, 'Payout request created and queued'
					    FROM beneficiary, generate_series(1, :rows) AS number WHERE business_id = :id AND account_number IS NOT NULL
					  RETURNING business_id, payout_id
					)
					INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code, response_message)
					SELECT business_id, payout_id, 1, 3, 'CREATED', 'API', 'INITIATED', 'Payout request created and queued' FROM inserted
					""")
			.param("chars", CELL_CHARS)
			.param("rows", rows)
			.param("id", payer.id())
			.update();
	}

	private void servesOthersDuring(String download) throws IOException {
		Visitor visitor = this.desk.as(Role.VIEWER);
		List<Socket> readers = new ArrayList<>();
		try {
			for (int i = 0; i < CONNECTIONS; i++) {
				Socket reader = new Socket();
				readers.add(reader);
				assertThat(statusLine(reader, visitor, download)).startsWith("HTTP/1.1 200");
			}
			assertThat(visitor.get("/wallet").status()).isEqualTo(200);
		}
		finally {
			for (Socket reader : readers) {
				reader.close();
			}
		}
	}

	/** Begins a download and reads its first line. */
	private String statusLine(Socket reader, Visitor visitor, String path) throws IOException {
		reader.setReceiveBufferSize(4096);
		reader.setSoTimeout(PATIENCE_MS);
		reader.connect(new InetSocketAddress("localhost", this.port));
		String request = "GET %s HTTP/1.1\r\nHost: localhost:%d\r\nCookie: %s\r\n\r\n".formatted(path, this.port,
				visitor.cookies());
		reader.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
		return String
			.valueOf(new BufferedReader(new InputStreamReader(reader.getInputStream(), StandardCharsets.ISO_8859_1))
				.readLine());
	}

	/** Asks for a statement and writes it as batch-jobs does. */
	private UUID statement() throws IOException {
		this.desk.as(Role.VIEWER)
			.get("/wallet/statements")
			.submit("#ask", Map.of("from", "2026-01-01", "to", "2026-01-31", "format", "CSV"));
		Path file = this.portal.fileStore().resolve("wallet-export/statement.csv");
		Files.createDirectories(file.getParent());
		try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
			sparse.setLength(STATEMENT_BYTES);
		}
		return this.portal.jdbc()
			.sql("""
					UPDATE wallet_export SET status = 'DONE', due_at = NULL, completed_at = now(), row_count = 1, truncated = false,
					       size_bytes = :size, sha256 = sha256(''), stored_as = 'wallet-export/statement.csv', expires_at = now() + interval '1 day'
					 WHERE business_id = :id RETURNING export_id
					""")
			.param("size", STATEMENT_BYTES)
			.param("id", this.desk.id())
			.query(UUID.class)
			.single();
	}

	/** Uploads a file and loads it as batch-jobs does: no row is valid. */
	private UUID bulkFile() {
		byte[] content = "Name,Amount\nBad Row,20.00\n".getBytes(StandardCharsets.UTF_8);
		String page = this.desk.as(Role.MAKER).upload("/bulk", "payouts.csv", content).location();
		UUID id = UUID.fromString(page.substring("/bulk/".length()));
		this.portal.jdbc()
			.sql("""
					INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, name, amount_paise, errors)
					SELECT :business, :id, number, 'INVALID', ARRAY[repeat('x', :chars), '20.00'], 'Bad Row', 2000,
					       '[{"column": "IFSC", "code": "INVALID", "message": "IFSC is invalid", "value": "XX••"}]'
					  FROM generate_series(1, :rows) AS number
					""")
			.param("business", this.desk.id())
			.param("id", id)
			.param("chars", CELL_CHARS)
			.param("rows", ROWS)
			.update();
		this.portal.jdbc()
			.sql("""
					UPDATE bulk_file SET status = 'AWAITING_RELEASE', loaded_at = now(), due_at = NULL, headings = '{Name,Amount}',
					       rows_read = :rows, valid_rows = 1, invalid_rows = :rows - 1, total_paise = :rows * 2000, valid_paise = 1000,
					       debit_paise = 1000, people_needed = 1, changed_by = 'load'
					 WHERE bulk_file_id = :id
					""")
			.param("rows", ROWS)
			.param("id", id)
			.update();
		return id;
	}

}
