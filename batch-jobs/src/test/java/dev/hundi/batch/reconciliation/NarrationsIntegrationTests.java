package dev.hundi.batch.reconciliation;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.BankReference;
import dev.hundi.bank.PayoutKey;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.statement.BankStatements;
import dev.hundi.statement.StatementAccounts;
import dev.hundi.testing.TestBusiness;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Files of a bank whose texts hide our references or contain misleading words; one of
 * {@link ReconciliationIntegrationTests}. Every closed day is over.
 */
abstract class NarrationsIntegrationTests {

	private static final String UTR = "N325262012345678";

	/** Characters of a full line of field 86. */
	private static final int FULL_LINE = 65;

	private final BooksOnDatabase books;

	private final FinanceApi api;

	private long openingPaise;

	private long balancePaise;

	private StringBuilder entries = new StringBuilder();

	NarrationsIntegrationTests(BooksOnDatabase books, FinanceApi api) {
		this.books = books;
		this.api = api;
	}

	@BeforeEach
	void beginInThePast() {
		this.books.begin(BooksOnDatabase.today().minusDays(6));
		this.books.bean(StatementAccounts.class).activate("50100012345678", "hdfc");
		this.books.close(this.books.day.minusDays(1), false);
		this.openingPaise = 0;
		this.balancePaise = 0;
		this.entries = new StringBuilder();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			NTRFCMS000123//HB1 | /EREF/%s/UTR/N325262012345678
			NTRFCMS000123//HB1 | /INF/PAID UNDER %s TODAY-N325262012345678
			NTRFNONREF//HB1    | /EREF/CMS000123/KREF/%s/UTR/N325262012345678""")
	void findsOurReferenceBesideAForeignOne(String references, String information) throws Exception {
		TestBusiness business = business();
		Attempt doubt = this.books.doubt(business);
		entry("D", 100_00, references, information.formatted(reference(doubt)));
		load();
		assertThat(business.status(doubt.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertThat(this.books.breaks()).isEmpty();

		entry("C", 100_00, references.replace("TRF", "RTI").replace("HB1", "HB2"),
				information.formatted(reference(doubt)).replace(UTR, "N325262099999999"));
		assertReturned(business, doubt);
	}

	@Test
	void refundsAReturnThatHasTheUtrOfItsDebitAndAForeignReference() throws Exception {
		TestBusiness business = business();
		Attempt doubt = this.books.doubt(business);
		entry("D", 100_00, "NTRFNONREF//HB1", "/EREF/%s/UTR/%s".formatted(reference(doubt), UTR));
		load();
		entry("C", 100_00, "NRTICMS000124//HB2", "/UTR/" + UTR);
		assertReturned(business, doubt);
	}

	@ParameterizedTest
	@ValueSource(ints = { 64, 65, 100 })
	void settlesAPaymentWhateverTheLengthOfTheBanksReference(int chars) throws Exception {
		TestBusiness business = business();
		Attempt doubt = this.books.doubt(business);
		String reference = "B".repeat(chars);
		entry("D", 100_00, "NTRFNONREF//" + reference, "/EREF/%s/UTR/%s".formatted(reference(doubt), UTR));
		ReconciliationRun run = load();
		assertThat(run.state()).as("%s", run).isEqualTo("DONE");
		assertThat(business.status(doubt.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertThat(this.books.jdbc.sql("SELECT bank_reference FROM payout WHERE payout_id = :id")
			.param("id", doubt.payout().payoutId())
			.query(String.class)
			.optional()).isEqualTo((chars <= 64) ? Optional.of(reference) : Optional.empty());
		assertThat(this.books.breaks()).isEmpty();
	}

	@Test
	void postsTheEffectsOfOtherLinesBeforeARunFailsForOne() throws Exception {
		TestBusiness business = business();
		List<Attempt> doubts = List.of(this.books.doubt(business), this.books.doubt(business),
				this.books.doubt(business));
		for (int i = 0; i < doubts.size(); i++) {
			entry("D", 100_00, "NTRFNONREF//HB" + i, "/EREF/%s/UTR/%s%d".formatted(reference(doubts.get(i)), UTR, i));
		}
		PayoutKey refused = doubts.get(1).payout();
		this.books.jdbc.sql("""
				CREATE FUNCTION refuse_settlement() RETURNS trigger LANGUAGE plpgsql AS
				$$ BEGIN RAISE EXCEPTION 'refused by the test' USING ERRCODE = 'check_violation'; END $$;
				CREATE TRIGGER refuse_settlement BEFORE INSERT ON payout_utr FOR EACH ROW
				  WHEN (NEW.payout_id = '%s') EXECUTE FUNCTION refuse_settlement()
				""".formatted(refused.payoutId())).update();
		try {
			ReconciliationRun run = load();
			assertThat(run.failure()).contains("refused by the test");
			assertThat(doubts).extracting((doubt) -> business.status(doubt.payout().payoutId()))
				.satisfiesExactly((first) -> assertThat(first).isEqualTo("11 SUCCESS"),
						(second) -> assertThat(second).startsWith("4 "),
						(third) -> assertThat(third).isEqualTo("11 SUCCESS"));
		}
		finally {
			this.books.jdbc.sql("DROP TRIGGER refuse_settlement ON payout_utr; DROP FUNCTION refuse_settlement()")
				.update();
		}
		await().until(() -> {
			// Not due before its pause has ended.
			this.books.runDue();
			return business.status(refused.payoutId()).equals("11 SUCCESS");
		});
		await().until(() -> this.books.bean(ReconciliationRuns.class).newest(1).getFirst().state().equals("DONE"));
		assertThat(this.books.breaks()).isEmpty();
		assertThat(this.books.violations()).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "CITY SCHOOL FEES", "GST DEPT", "CHARGES OF NOV", "COMMISSION" })
	void settlesAPaymentWhosePayeeHasTheNameOfACharge(String payee) throws Exception {
		TestBusiness business = business();
		Attempt doubt = this.books.doubt(business);
		paymentTo(payee, doubt);
		entry("D", 5_90, "NMSCNONREF", "/INF/NEFT CHARGES-%s-%s".formatted(reference(doubt), UTR));
		load();
		assertThat(business.status(doubt.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactly(tuple("BANK_CHARGE", -5_90L));

		entry("C", 100_00, "NMSCNONREF", "/INF/NEFT RETURN-%s-ACCOUNT CLOSED".formatted(UTR));
		ReconciliationRun run = load();
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(business.status(doubt.payout().payoutId())).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("BANK_CHARGE");
		assertThat(this.books.violations()).isEmpty();
	}

	@Test
	void keepsAChargeOfACodeOfTheBankThatHasTheAmountOfAPayoutInDoubt() throws Exception {
		TestBusiness business = business();
		Attempt doubt = this.books.doubt(business);
		entry("D", 100_00, "NCHGNONREF", "/EREF/%s/UTR/%s".formatted(reference(doubt), UTR));
		load();
		assertThat(business.status(doubt.payout().payoutId())).startsWith("4");
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsExactly("BANK_CHARGE");
	}

	@Test
	void matchesAPaymentWhosePayeeHasTheNameOfAChargeByItsUtr() throws Exception {
		TestBusiness business = business();
		this.books.paid(business, UTR);
		entry("D", 100_00, "NMSCNONREF", "/INF/NEFT DR-YESB0000262-CITY SCHOOL FEES-" + UTR);
		load();
		while (this.books.day.isBefore(BooksOnDatabase.today())) {
			this.books.day = this.books.day.plusDays(1);
			this.books.close(false);
		}
		assertThat(this.api.json("/matches?of=" + UTR).valueStream().map((match) -> rule(match)).toList())
			.containsExactly("UTR_AMOUNT");
		assertThat(this.books.breaks()).extracting(OpenBreak::type).containsOnly("STATEMENT_GAP");
	}

	@ParameterizedTest
	@ValueSource(strings = { "RETURN OF LOAN", "RTN", "REV" })
	void topsUpAWalletWhateverTheRemitterWrites(String remark) throws Exception {
		TestBusiness business = business();
		entry("C", 777_00, "NMSCNONREF",
				"/VAN/%s/INF/NEFT CR-ICIC0000001-ASHA-%s-%s".formatted(this.books.account(business), remark, UTR));
		ReconciliationRun run = load();
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(business.balancePaise()).isEqualTo(10_000_00 + 777_00);
		assertThat(this.books.breaks()).isEmpty();
		assertThat(this.books.violations()).isEmpty();
	}

	@Test
	void refundsAReturnAlthoughItNamesAVirtualAccount() throws Exception {
		TestBusiness business = business();
		Attempt doubt = this.books.doubt(business);
		entry("D", 100_00, "NTRFNONREF//HB1", "/EREF/%s/UTR/%s".formatted(reference(doubt), UTR));
		load();
		entry("C", 100_00, "NMSCNONREF",
				"/VAN/%s/INF/NEFT RETURN-%s-CLOSED".formatted(this.books.account(business), UTR));
		assertReturned(business, doubt);
	}

	/**
	 * Who pays a wallet can write the reference of a payout, and would get its fee back.
	 */
	@ParameterizedTest
	@ValueSource(strings = { "RETURN OF", "RTN", "REV" })
	void refundsNoPayoutThatARemitterNames(String remark) throws Exception {
		TestBusiness business = business();
		Attempt paid = this.books.doubt(business);
		entry("D", 100_00, "NTRFNONREF//HB1", "/EREF/%s/UTR/%s".formatted(reference(paid), UTR));
		load();
		entry("C", 100_00, "NMSCNONREF", "/VAN/%s/INF/NEFT CR-ICIC0000001-ASHA-%s %s-N325262099999999"
			.formatted(this.books.account(business), remark, reference(paid)));
		ReconciliationRun run = load();
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(business.status(paid.payout().payoutId())).isEqualTo("11 SUCCESS");
		assertThat(business.balancePaise()).isEqualTo(10_000_00 - 104_72);
		assertThat(this.books.breaks()).extracting(OpenBreak::type, OpenBreak::differencePaise)
			.containsExactly(tuple("RETURN_UNPOSTED", 100_00L));
		assertThat(this.books.violations()).isEmpty();
	}

	private static String rule(JsonNode match) {
		return match.path("rule").asString();
	}

	private static String reference(Attempt attempt) {
		return BankReference.of(attempt.payout().payoutId());
	}

	/** A business whose opening balance a statement has shown. */
	private TestBusiness business() {
		TestBusiness business = this.books.business();
		this.books.statement();
		this.books.close(false);
		this.openingPaise += 10_000_00;
		this.balancePaise += 10_000_00;
		return business;
	}

	private void paymentTo(String payee, Attempt payout) {
		entry("D", 100_00, "NMSCNONREF", "/INF/NEFT DR-YESB0000262-%s-%s-%s".formatted(payee, reference(payout), UTR));
	}

	private void entry(String mark, long paise, String typeAndReferences, String information) {
		this.balancePaise += mark.equals("C") ? paise : -paise;
		this.entries.append(":61:DATE%s%s%s\n".formatted(mark, amount(paise), typeAndReferences));
		this.entries.append(":86:");
		String rest = information;
		for (; rest.length() > FULL_LINE; rest = rest.substring(FULL_LINE)) {
			this.entries.append(rest, 0, FULL_LINE).append('\n');
		}
		this.entries.append(rest).append('\n');
	}

	/** Loads the entries as the statement of the next day, and closes that day. */
	private ReconciliationRun load() throws Exception {
		this.books.day = this.books.day.plusDays(1);
		LocalDate day = this.books.day;
		String date = day.format(DateTimeFormatter.ofPattern("yyMMdd"));
		String name = day + ".sta";
		this.api.upload(name,
				":20:X\n:25:50100012345678\n:28C:%d/1\n:60F:%s\n%s:62F:%s\n-\n".formatted(day.getDayOfYear(),
						balance(date, this.openingPaise), this.entries.toString().replace("DATE", date),
						balance(date, this.balancePaise)));
		this.entries = new StringBuilder();
		this.openingPaise = this.balancePaise;
		await().until(() -> this.books.bean(BankStatements.class)
			.latest(9)
			.stream()
			.anyMatch((statement) -> statement.fileName().equals(name)));
		return this.books.close(false);
	}

	private void assertReturned(TestBusiness business, Attempt payout) throws Exception {
		ReconciliationRun run = load();
		assertThat(run.unexplainedPaise()).as("%s", run).isZero();
		assertThat(business.status(payout.payout().payoutId())).isEqualTo("12 RETURNED_BY_BANK");
		assertThat(business.balancePaise()).isEqualTo(10_000_00);
		assertThat(this.books.breaks()).isEmpty();
		assertThat(this.books.violations()).isEmpty();
	}

	private static String balance(String date, long paise) {
		return "C" + date + "INR" + amount(paise);
	}

	private static String amount(long paise) {
		return "%d,%02d".formatted(paise / 100, paise % 100);
	}

}
