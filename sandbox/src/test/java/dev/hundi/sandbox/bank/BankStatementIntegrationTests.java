package dev.hundi.sandbox.bank;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;

import com.prowidesoftware.swift.model.field.Field61;
import com.prowidesoftware.swift.model.mt.mt9xx.MT940;
import com.prowidesoftware.swift.model.mx.MxCamt05300108;
import com.prowidesoftware.swift.model.mx.dic.AccountStatement9;
import com.prowidesoftware.swift.model.mx.dic.CreditDebitCode;
import com.prowidesoftware.swift.model.mx.dic.ReportEntry10;
import dev.hundi.sandbox.bank.statement.StatementForm;
import dev.hundi.testing.Iso20022Schemas;
import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Statements of the bank, read by Prowide. */
class BankStatementIntegrationTests {

	/**
	 * A future bank day, so that midnight cannot pass during a test.
	 */
	private final LocalDate today = LocalDate.now(India.ZONE).plusDays(10);

	private final HttpClient http = HttpClient.newHttpClient();

	private final Path directory;

	private SandboxBank bank;

	BankStatementIntegrationTests(@TempDir Path directory) {
		this.directory = directory;
		this.bank = SandboxBank.start(directory.resolve("bank"), "127.0.0.1", 0);
	}

	@BeforeEach
	void beginTheDay() {
		post("/credits", "{\"virtualAccountNumber\":\"HUNDI1\",\"amountPaise\":1}");
		assertThat(post("/statements/" + this.today, "").path("statements")).hasSize(1);
	}

	@AfterEach
	void close() {
		this.bank.close();
	}

	@Test
	void statementEqualsTheLedgerOfItsDay() throws Exception {
		post("/credits",
				"{\"virtualAccountNumber\":\"HUNDI1\",\"amountPaise\":5000000,\"remitterName\":\"Asha & Sons\"}");
		post("/behaviour", "{\"delayMs\":0,\"returnDelayMs\":10,\"chargePaise\":525}");
		pay("r1", "NEFT", 150_000, "026291800001191", "YESB0000262");
		pay("r2", "IMPS", 70_000, "02014457596969", "CITI0000001");
		await().until(() -> get("/v1/payments/r2").path("status").asString().equals("RETURNED"));
		post("/statements/" + this.today, "");
		List<ReportEntry10> entries = pages(this.today).stream().flatMap((page) -> page.getNtry().stream()).toList();
		JsonNode ledger = get("/ledger").path("entries");
		assertThat(entries).extracting((entry) -> entry.getAmt().getValue().movePointRight(2).longValueExact())
			.containsExactlyElementsOf(
					ledger.valueStream().skip(1).map((entry) -> entry.path("amountPaise").asLong()).toList());
		assertThat(entries).extracting((entry) -> entry.getBkTxCd().getDomn().getFmly().getSubFmlyCd())
			.containsExactly("DMCT", "DMCT", "CHRG", "TAXE", "DMCT", "CHRG", "TAXE", "RRTN");
		assertThat(entries.get(1).getNtryDtls().getFirst().getTxDtls().getFirst().getRefs().getEndToEndId())
			.isEqualTo("r1");
		assertThat(entries.get(3).getAmt().getValue()).isEqualByComparingTo("0.95");
		pages(this.today).forEach(BankStatementIntegrationTests::addsUp);
	}

	@Test
	void pagesAndDaysAreContiguousAndContainEveryEntryOnce() throws Exception {
		pay("r1", "NEFT", 100, "026291800001191", "YESB0000262");
		JsonNode first = post("/statements/" + this.today, "");
		assertThat(post("/statements/" + this.today, "")).isEqualTo(first);
		assertThat(text("/statements/" + this.today + "?page=2"))
			.isEqualTo(text("/statements/" + this.today + "?page=2"));
		pay("r2", "NEFT", 200, "026291800001191", "YESB0000262");
		post("/behaviour", "{\"nextDayRate\":1}");
		pay("r3", "NEFT", 400, "026291800001191", "YESB0000262");
		assertThat(post("/statements/" + this.today, "").path("statements")).hasSize(3);
		post("/statements/" + this.today.plusDays(2), "");
		AccountStatement9 next = pages(this.today.plusDays(1)).getFirst();
		assertThat(next.getNtry()).hasSize(1);
		assertThat(next.getNtry().getFirst().getAmt().getValue()).isEqualByComparingTo("4.00");
		assertThat(next.getNtry().getFirst().getValDt().getDt()).isBefore(this.today.plusDays(1));
		long closing = 1;
		for (LocalDate day : List.of(this.today, this.today.plusDays(1), this.today.plusDays(2))) {
			for (AccountStatement9 page : pages(day)) {
				assertThat(balance(page, "OPBD")).isEqualTo(closing);
				addsUp(page);
				closing = balance(page, "CLBD");
			}
		}
		assertThat(closing).isEqualTo(-699);
		post("/behaviour", "{\"nextDayRate\":0}");
		pay("r4", "NEFT", 800, "026291800001191", "YESB0000262");
		assertThat(get("/ledger?reference=r4").path("entries").get(0).path("bookedOn").asString())
			.isEqualTo(this.today.plusDays(2).toString());
	}

	/** The data of a sandbox that starts again after more than a year. */
	@Test
	void eachEntryIsInAStatementHoweverLongTheBankWasClosed() throws Exception {
		pay("r1", "NEFT", 100, "026291800001191", "YESB0000262");
		LocalDate later = this.today.plusDays(500);
		post("/statements/" + later, "");
		assertThat(pages(this.today)).hasSize(2);
		assertThat(pages(this.today).getLast().getNtry()).hasSize(1);
		assertThat(balance(pages(later).getFirst(), "CLBD")).isEqualTo(1 - 100);
	}

	@Test
	void mt940AndCsvSayTheSame() throws Exception {
		post("/credits",
				"{\"virtualAccountNumber\":\"HUNDI1\",\"amountPaise\":5000000,\"remitterName\":\"A, \\\"B\\\"\"}");
		post("/behaviour", "{\"delayMs\":0,\"chargePaise\":500}");
		pay("r1", "RTGS", 20_000_000, "026291800001191", "YESB0000262");
		post("/statements/" + this.today, "");
		String bare = text("/statements/" + this.today + "?page=2&form=mt940");
		MT940 second = MT940.parse("{1:F01HDFCINBBAXXX0000000000}{2:I940HDFCINBBXXXXN}{4:\r\n"
				+ bare.substring(0, bare.length() - 3) + "-}");
		assertThat(second.getField61()).extracting(Field61::amount)
			.containsExactly(new BigDecimal("50000.00"), new BigDecimal("200000.00"), new BigDecimal("5.00"),
					new BigDecimal("0.90"));
		assertThat(second.getField62F().amount()).isEqualByComparingTo("150005.89");
		assertThat(text("/statements/" + this.today + "?page=2&form=csv").lines().toList()).hasSize(6)
			.last()
			.asString()
			.contains(",DR,,\"r1\",")
			.endsWith(",-150005.89");
	}

	@Test
	void showsWhatThePayerWroteForTheBeneficiary() throws Exception {
		post("/behaviour", "{\"delayMs\":0,\"returnDelayMs\":10,\"chargePaise\":500}");
		pay("r1", "NEFT", 100, "02014457596969", "CITI0000001", "Salary Nov 2026");
		await().until(() -> get("/v1/payments/r1").path("status").asString().equals("RETURNED"));
		post("/statements/" + this.today, "");
		String page = "/statements/" + this.today + "?page=2&form=";
		assertThat(text(page + "camt053")).containsOnlyOnce("Salary")
			.contains("<Nm>Ravi</Nm>", "<Ustrd>Paid to Ravi-Salary Nov 2026</Ustrd>");
		assertThat(text(page + "csv")).containsOnlyOnce("Salary").contains("\"NEFT Paid to Ravi-Salary Nov 2026\"");
		assertThat(text(page + "mt940").replace("\r\n", "")).containsOnlyOnce("Salary")
			.contains("/NAME/Ravi/REMI/NEFT Paid to Ravi-Salary Nov 2026");
	}

	@Test
	void writesStatementFilesOnceAlsoAfterARestart() throws Exception {
		Path drop = this.directory.resolve("drop");
		this.bank.openDrop(drop, StatementForm.CAMT053, null);
		pay("r1", "NEFT", 100, "026291800001191", "YESB0000262");
		post("/statements/" + this.today, "");
		Path file = drop.resolve("statements/SBOX" + this.today.toString().replace("-", "") + "-2.xml");
		await().until(() -> Files.exists(file));
		assertThat(Files.readString(file)).isEqualTo(text("/statements/" + this.today + "?page=2"));
		Files.delete(file);
		this.bank.close();
		this.bank = SandboxBank.start(this.directory.resolve("bank"), "127.0.0.1", 0);
		this.bank.openDrop(drop, StatementForm.CAMT053, null);
		pay("r2", "NEFT", 100, "026291800001191", "YESB0000262");
		post("/statements/" + this.today, "");
		await()
			.until(() -> Files.exists(file.resolveSibling(file.getFileName().toString().replace("-2.xml", "-3.xml"))));
		assertThat(file).doesNotExist();
	}

	@Test
	void upgradesAnOlderBank(@TempDir Path old) throws Exception {
		try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + old.resolve("bank.db"));
				Statement statement = connection.createStatement()) {
			statement.execute("""
					CREATE TABLE ledger (
						sequence INTEGER PRIMARY KEY,
						kind TEXT NOT NULL CHECK (kind IN ('PAYMENT', 'RETURN', 'CREDIT')),
						amount_paise INTEGER NOT NULL, balance_paise INTEGER NOT NULL, booked_at_ms INTEGER NOT NULL,
						reference TEXT, bank_reference TEXT, utr TEXT NOT NULL, rail TEXT, account_number TEXT,
						ifsc TEXT, vpa TEXT, narration TEXT NOT NULL)""");
			statement.execute("CREATE TABLE file_payment (reference TEXT PRIMARY KEY, told TEXT)");
			statement.execute("""
					CREATE TABLE callback (sequence INTEGER PRIMARY KEY, body TEXT NOT NULL,
						tries INTEGER NOT NULL DEFAULT 0, due_at_ms INTEGER)""");
			statement
				.execute("CREATE UNIQUE INDEX ledger_once ON ledger (reference, kind) WHERE reference IS NOT NULL");
			statement.execute(
					"""
							INSERT INTO ledger VALUES (1, 'CREDIT', 700, 700, %d, NULL, NULL, 'U1', NULL, 'HUNDI1', NULL, NULL, 'Received')"""
						.formatted(Instant.parse("2026-03-31T18:30:00Z").toEpochMilli()));
		}
		this.bank.close();
		this.bank = SandboxBank.start(old, "127.0.0.1", 0);
		assertThat(get("/ledger").path("entries").get(0).path("bookedOn").asString()).isEqualTo("2026-04-01");
		post("/behaviour", "{\"chargePaise\":500}");
		pay("r1", "NEFT", 100, "026291800001191", "YESB0000262");
		assertThat(get("/ledger").path("entries")).hasSize(4);
		post("/statements/2026-04-02", "");
		assertThat(balance(pages(LocalDate.parse("2026-04-02")).getFirst(), "CLBD")).isEqualTo(700);
	}

	private static void addsUp(AccountStatement9 page) {
		long moved = page.getNtry()
			.stream()
			.mapToLong((entry) -> signed(entry.getAmt().getValue(), entry.getCdtDbtInd()))
			.sum();
		assertThat(balance(page, "OPBD") + moved).isEqualTo(balance(page, "CLBD"));
	}

	private static long balance(AccountStatement9 page, String type) {
		return page.getBal()
			.stream()
			.filter((balance) -> balance.getTp().getCdOrPrtry().getCd().equals(type))
			.mapToLong((balance) -> signed(balance.getAmt().getValue(), balance.getCdtDbtInd()))
			.findFirst()
			.orElseThrow();
	}

	private static long signed(BigDecimal rupees, CreditDebitCode indicator) {
		long paise = rupees.movePointRight(2).longValueExact();
		return (indicator == CreditDebitCode.CRDT) ? paise : -paise;
	}

	private List<AccountStatement9> pages(LocalDate day) throws Exception {
		int pages = post("/statements/" + day, "").path("statements").size();
		return IntStream.rangeClosed(1, pages)
			.mapToObj((page) -> text("/statements/" + day + "?page=" + page))
			.peek((xml) -> Iso20022Schemas.assertValid("camt.053.001.08", xml.getBytes(StandardCharsets.UTF_8)))
			.map((xml) -> MxCamt05300108.parse(xml).getBkToCstmrStmt().getStmt().getFirst())
			.toList();
	}

	private void pay(String reference, String rail, long amountPaise, String account, String ifsc) throws Exception {
		pay(reference, rail, amountPaise, account, ifsc, null);
	}

	private void pay(String reference, String rail, long amountPaise, String account, String ifsc,
			@Nullable String remarks) throws Exception {
		JsonNode answer = post("/v1/payments",
				JsonMapper.shared()
					.createObjectNode()
					.put("reference", reference)
					.put("rail", rail)
					.put("amountPaise", amountPaise)
					.put("beneficiaryName", "Ravi")
					.put("accountNumber", account)
					.put("ifsc", ifsc)
					.put("remarks", remarks)
					.toString());
		assertThat(answer.path("status").asString()).isEqualTo("SUCCESS");
	}

	private JsonNode get(String path) {
		return JsonMapper.shared().readTree(text(path));
	}

	private String text(String path) {
		return send(HttpRequest.newBuilder(url(path)).build());
	}

	private JsonNode post(String path, String body) {
		return JsonMapper.shared()
			.readTree(send(HttpRequest.newBuilder(url(path)).POST(HttpRequest.BodyPublishers.ofString(body)).build()));
	}

	private String send(HttpRequest request) {
		try {
			HttpResponse<String> answer = this.http.send(request, HttpResponse.BodyHandlers.ofString());
			assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
			return answer.body();
		}
		catch (IOException ex) {
			throw new AssertionError(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new AssertionError(ex);
		}
	}

	private URI url(String path) {
		return this.bank.url().resolve(path);
	}

}
