package dev.hundi.batch.ledger;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.batch.testing.StaffRequests;
import dev.hundi.filestore.FileStore;
import dev.hundi.ledger.LedgerAccount;
import dev.hundi.money.Rupees;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.testing.TestDay;
import dev.hundi.testing.WithoutTriggers;
import dev.hundi.time.India;
import dev.hundi.wallet.TestMoney;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Trial balance and journal, as files that batch-jobs writes, against sums that SQL
 * computes. {@code -Dtest.postings=1000000} adds as many postings to the old ones.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LedgerExportsIntegrationTests {

	private static final int OLD_POSTINGS = Integer.getInteger("test.postings", 2_000);

	private static final LocalDate TODAY = LocalDate.now(India.ZONE);

	/** First day of a period that has every posting but the old ones. */
	private static final LocalDate FROM = TODAY.minusDays(3);

	/** Days between the postings of the tests and now. */
	private static final int AGE_DAYS = 2;

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestBusiness asha = TestBusiness.create(this.database);

	private final TestBusiness bharat = TestBusiness.create(this.database);

	@SuppressWarnings("NullAway.Init")
	private ConfigurableApplicationContext application;

	@BeforeAll
	void start(@TempDir Path directory) {
		this.application = BatchJobsApplication.builder()
			.run("--hundi.database.url=" + this.database.url(), "--hundi.database.username=hundi_batch",
					"--hundi.database.password=postgres", "--hundi.management.port=0",
					"--hundi.file-store=" + directory.resolve("files"));
		TestMoney money = new TestMoney(this.database.dataSource());
		money.debitedPayouts(this.asha, 20);
		money.debitedPayout(this.asha, "N");
		money.debitedPayout(this.bharat, "R");
		WithoutTriggers.run(this.database.dataSource(), (session) -> {
			age(session);
			old(session, this.asha.id(), OLD_POSTINGS);
		});
	}

	/** Moves postings to a day that is over, by the time in their ids. */
	private static void age(JdbcClient session) {
		for (String column : List.of("ledger_transaction.transaction_id", "ledger_entry.transaction_id",
				"wallet_movement.ledger_transaction_id")) {
			String[] name = column.split("[.]");
			session
				.sql("""
						UPDATE %1$s SET %2$s = (lpad(to_hex((extract(epoch FROM uuid_extract_timestamp(%2$s)) * 1000)::bigint - :ageMs), 12, '0')
						                        || substr(replace(%2$s::text, '-', ''), 13))::uuid
						"""
					.formatted(name[0], name[1]))
				.param("ageMs", Duration.ofDays(AGE_DAYS).toMillis())
				.update();
		}
	}

	/** Adjustments of 40 days ago, a paisa more each. */
	static void old(JdbcClient session, UUID business, int count) {
		session.sql("""
				WITH made AS (
				  INSERT INTO ledger_transaction (business_id, transaction_id, kind, reference)
				  SELECT :business, uuidv7(interval '-40 days'), 'ADJUSTMENT', 'OLD <' || n || '> & ' || chr(11)
				    FROM generate_series(1, :count) AS n
				  RETURNING business_id, transaction_id, reference
				)
				INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
				SELECT business_id, transaction_id, line, account_id, sign * substring(reference from '[0-9]+')::bigint
				  FROM made
				 CROSS JOIN (VALUES (1, 5, -1), (2, (SELECT account_id FROM wallet WHERE business_id = :business), 1))
				            AS entries (line, account_id, sign)
				""").param("business", business).param("count", count).update();
	}

	@AfterAll
	void stop() {
		this.application.close();
		this.database.close();
	}

	@Test
	void theTrialBalanceEqualsTheLedger() throws IOException {
		for (UUID business : new UUID[] { null, this.asha.id() }) {
			Map<String, long[]> expected = sums(FROM, business);
			List<String[]> rows = csv("TRIAL_BALANCE", FROM, business);
			assertThat(rows).hasSize(expected.size());
			long[] totals = new long[6];
			for (String[] row : rows) {
				long[] sum = Objects.requireNonNull(expected.get(row[0]), row[0]);
				assertThat(paise(row[3]) - paise(row[2])).as("opening of " + row[0]).isEqualTo(sum[0]);
				assertThat(paise(row[4])).as("debits of " + row[0]).isEqualTo(sum[1]);
				assertThat(paise(row[5])).as("credits of " + row[0]).isEqualTo(sum[2]);
				assertThat(paise(row[7]) - paise(row[6])).as("closing of " + row[0])
					.isEqualTo(sum[0] - sum[1] + sum[2]);
				for (int i = 0; i < totals.length; i++) {
					totals[i] += paise(row[i + 2]);
				}
			}
			assertThat(totals[0]).as("opening").isEqualTo(totals[1]).isPositive();
			assertThat(totals[2]).as("movements").isEqualTo(totals[3]).isPositive();
			assertThat(totals[4]).as("closing").isEqualTo(totals[5]).isPositive();
		}
	}

	@Test
	void theJournalEqualsTheLedger() throws IOException {
		for (UUID business : new UUID[] { null, this.bharat.id() }) {
			Map<String, long[]> found = new HashMap<>();
			for (String[] row : csv("JOURNAL", FROM, business)) {
				assertThat(row[0]).as("in the period").isGreaterThanOrEqualTo(FROM.toString());
				long[] sum = found.computeIfAbsent(row[6], (account) -> new long[2]);
				sum[0] += paise(row[7]);
				sum[1] += paise(row[8]);
			}
			sums(FROM, business)
				.forEach((account, sum) -> assertThat(found.getOrDefault(account, new long[2])).as(account)
					.containsExactly(sum[1], sum[2]));
		}
	}

	@Test
	void tallyGetsBalancedVouchersOfLedgersWithParents() throws IOException {
		LocalDate from = TODAY.minusDays(60);
		Document file = xml("JOURNAL", from, this.asha.id());
		assertThat(file.getDocumentElement().getNodeName()).isEqualTo("ENVELOPE");
		assertThat(text(file.getDocumentElement(), "REPORTNAME")).isEqualTo("Vouchers");
		Map<String, String> parents = new HashMap<>();
		each(file, "LEDGER").forEach((ledger) -> parents.put(ledger.getAttribute("NAME"), text(ledger, "PARENT")));
		assertThat(parents).containsEntry("nodal", "Bank Accounts")
			.containsEntry("payable:gst", "Duties & Taxes")
			.containsEntry("wallet:" + code(this.asha), "Merchant Wallets");
		Map<String, long[]> found = new HashMap<>();
		List<Element> vouchers = each(file, "VOUCHER");
		assertThat(vouchers).hasSize(OLD_POSTINGS + 23);
		for (Element voucher : vouchers) {
			assertThat(text(voucher, "DATE")).matches("20[0-9]{6}")
				.isGreaterThanOrEqualTo(from.toString().replace("-", ""));
			assertThat(text(voucher, "GUID")).isEqualTo(voucher.getAttribute("REMOTEID"));
			long balance = 0;
			for (Element entry : each(voucher, "ALLLEDGERENTRIES.LIST")) {
				long amount = paise(text(entry, "AMOUNT"));
				balance += amount;
				assertThat(text(entry, "ISDEEMEDPOSITIVE")).isEqualTo((amount < 0) ? "Yes" : "No");
				assertThat(parents).containsKey(text(entry, "LEDGERNAME"));
				long[] sum = found.computeIfAbsent(text(entry, "LEDGERNAME"), (account) -> new long[2]);
				sum[(amount < 0) ? 0 : 1] += Math.abs(amount);
			}
			assertThat(balance).as("balance of " + voucher.getAttribute("REMOTEID")).isZero();
		}
		sums(from, this.asha.id())
			.forEach((account, sum) -> assertThat(found.get(account)).as(account).containsExactly(sum[1], sum[2]));
	}

	@Test
	void tallyGetsOpeningBalances() throws IOException {
		Document file = xml("TRIAL_BALANCE", FROM, null);
		assertThat(text(file.getDocumentElement(), "REPORTNAME")).isEqualTo("All Masters");
		Map<String, long[]> expected = sums(FROM, null);
		List<Element> ledgers = each(file, "LEDGER");
		assertThat(ledgers).hasSize(expected.size());
		ledgers.forEach((ledger) -> assertThat(paise(text(ledger, "OPENINGBALANCE")))
			.isEqualTo(Objects.requireNonNull(expected.get(ledger.getAttribute("NAME")))[0]));
		assertThat(each(file, "VOUCHER")).isEmpty();
	}

	@Test
	void aLedgerThatContradictsItselfIsNotExported() {
		UUID id = UUID.fromString("01000000-0000-7000-8000-000000000001");
		WithoutTriggers.run(this.database.dataSource(), (session) -> session.sql("""
				INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
				VALUES (:business, :id, 1, 1, 5)
				""").param("business", this.bharat.id()).param("id", id).update());
		try {
			OperatorRequest request = ask("TRIAL_BALANCE", "csv", FROM, null);
			assertThat(request.state()).isEqualTo(RequestState.REFUSED);
			assertThat(request.failure()).contains("The balances of the ledger do not sum to zero");
		}
		finally {
			WithoutTriggers.run(this.database.dataSource(),
					(session) -> session.sql("DELETE FROM ledger_entry WHERE transaction_id = :id")
						.param("id", id)
						.update());
		}
	}

	@Test
	void whatIsNotValidIsRefusedByName() {
		assertThat(ask("JOURNAL", "pdf", FROM, null).failure()).contains("format must be csv or xml");
		assertThat(ask("EVERYTHING", "csv", FROM, null).failure()).contains("content must be");
		assertThat(ask("JOURNAL", "csv", TODAY.plusDays(2), null).failure()).contains("to not before from");
	}

	@Test
	void aPeriodThatIsNotOverIsRefused() {
		LocalDate today = TestDay.inIndia(Duration.ofMinutes(1));
		for (LocalDate open : List.of(today, today.plusDays(1))) {
			OperatorRequest request = ask("JOURNAL", "csv", FROM, open, null);
			assertThat(request.state()).isEqualTo(RequestState.REFUSED);
			assertThat(request.failure())
				.contains("to must be before today in India, because later postings would be in no journal");
		}
	}

	@Test
	void aPostingOfThePeriodThatIsNotCommittedIsWaitedFor() throws Exception {
		UUID late = UUID.randomUUID();
		CompletableFuture<List<String[]>> rows = new TransactionTemplate(
				new JdbcTransactionManager(this.database.dataSource()))
			.execute((status) -> {
				late(late);
				CompletableFuture<List<String[]>> written = CompletableFuture
					.supplyAsync(() -> lines("JOURNAL", FROM, this.bharat.id()));
				await().until(() -> written.isDone() || isAwaitingPostings());
				return written;
			});
		assertThat(Objects.requireNonNull(rows).get()).anyMatch((row) -> row[4].equals("LATE-" + late));
	}

	private boolean isAwaitingPostings() {
		return this.jdbc
			.sql("""
					SELECT EXISTS (SELECT FROM pg_stat_activity
					                WHERE datname = current_database() AND query LIKE '%virtualtransaction = ANY%' AND pid <> pg_backend_pid())
					""")
			.query(Boolean.class)
			.single();
	}

	/** An adjustment of two days ago that was not committed until now. */
	private void late(UUID reference) {
		this.jdbc.sql("""
				WITH made AS (
				  INSERT INTO ledger_transaction (business_id, transaction_id, kind, reference)
				  VALUES (:business, uuidv7(interval '-2 days'), 'ADJUSTMENT', 'LATE-' || :reference)
				  RETURNING business_id, transaction_id
				)
				INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
				SELECT business_id, transaction_id, line, account_id, amount_paise
				  FROM made CROSS JOIN (VALUES (1, 5, -1), (2, 1, 1)) AS entries (line, account_id, amount_paise)
				""").param("business", this.bharat.id()).param("reference", reference.toString()).update();
	}

	private List<String[]> lines(String content, LocalDate from, @Nullable UUID business) {
		try {
			return csv(content, from, business);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private OperatorRequest ask(String content, String format, LocalDate from, @Nullable UUID business) {
		return ask(content, format, from, TODAY.minusDays(1), business);
	}

	private OperatorRequest ask(String content, String format, LocalDate from, LocalDate to, @Nullable UUID business) {
		Map<String, Object> arguments = new HashMap<>(
				Map.of("content", content, "format", format, "from", from.toString(), "to", to.toString()));
		if (business != null) {
			arguments.put("businessId", business.toString());
		}
		return new StaffRequests(this.database.url(), this.jdbc, files()).ask(RequestKind.READ_LEDGER_EXPORT, arguments,
				"Asha");
	}

	private InputStream file(String content, String format, LocalDate from, @Nullable UUID business)
			throws IOException {
		OperatorRequest request = ask(content, format, from, business);
		assertThat(request.state()).as(request.toString()).isEqualTo(RequestState.DONE);
		return Channels.newInputStream(
				files().open(Objects.requireNonNull(request.result()).path("storedAs").asString()).orElseThrow());
	}

	/** The rows under the heading; no field of the tests has a comma or a line break. */
	private List<String[]> csv(String content, LocalDate from, @Nullable UUID business) throws IOException {
		try (InputStream file = file(content, "csv", from, business)) {
			return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines()
				.skip(1)
				.map((line) -> line.split(",", -1))
				.toList();
		}
	}

	private Document xml(String content, LocalDate from, @Nullable UUID business) throws IOException {
		try (InputStream file = file(content, "xml", from, business)) {
			return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file);
		}
		catch (ParserConfigurationException | SAXException ex) {
			throw new AssertionError("Not XML", ex);
		}
	}

	/** Opening balance, debits and credits of each account, in paise. */
	private Map<String, long[]> sums(LocalDate from, @Nullable UUID business) {
		Map<String, long[]> sums = new HashMap<>();
		this.jdbc
			.sql("""
					SELECT coalesce('wallet:' || b.business_code, a.code) AS account, uuid_extract_timestamp(e.transaction_id) >= :from AS moved,
					       sum(e.amount_paise) AS net, -sum(least(e.amount_paise, 0)) AS debit, sum(greatest(e.amount_paise, 0)) AS credit
					  FROM ledger_entry e JOIN ledger_account a USING (account_id) LEFT JOIN business b ON b.business_id = a.business_id
					 WHERE :business::uuid IS NULL OR e.business_id = :business::uuid
					 GROUP BY 1, 2
					""")
			.param("from", India.startOf(from).atOffset(ZoneOffset.UTC))
			.param("business", business)
			.query((row) -> {
				long[] sum = sums.computeIfAbsent(row.getString("account"), (account) -> new long[3]);
				if (row.getBoolean("moved")) {
					sum[1] = row.getLong("debit");
					sum[2] = row.getLong("credit");
				}
				else {
					sum[0] = row.getLong("net");
				}
			});
		assertThat(sums).containsKey(LedgerAccount.NODAL.code());
		return sums;
	}

	private String code(TestBusiness business) {
		return this.jdbc.sql("SELECT business_code FROM business WHERE business_id = :id")
			.param("id", business.id())
			.query(String.class)
			.single();
	}

	private FileStore files() {
		return this.application.getBean(FileStore.class);
	}

	private static long paise(String rupees) {
		return rupees.isEmpty() ? 0
				: (rupees.startsWith("-") ? -1 : 1) * Rupees.parse(rupees.replaceFirst("^-", "")).orElseThrow();
	}

	private static String text(Element within, String name) {
		return within.getElementsByTagName(name).item(0).getTextContent();
	}

	private static List<Element> each(Document file, String name) {
		return each(file.getDocumentElement(), name);
	}

	private static List<Element> each(Element within, String name) {
		NodeList found = within.getElementsByTagName(name);
		return IntStream.range(0, found.getLength()).mapToObj((i) -> (Element) found.item(i)).toList();
	}

}
