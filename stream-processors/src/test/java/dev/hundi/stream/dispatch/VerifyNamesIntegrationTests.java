package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.bank.BankReference;
import dev.hundi.beneficiary.Beneficiaries;
import dev.hundi.beneficiary.BeneficiaryChange;
import dev.hundi.beneficiary.ChangeBeneficiary;
import dev.hundi.beneficiary.CreateBeneficiaryResult;
import dev.hundi.beneficiary.NewBeneficiary;
import dev.hundi.beneficiary.UpdateBeneficiaryResult;
import dev.hundi.business.PricePlans;
import dev.hundi.payout.Rail;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.verification.NameLookUp;
import dev.hundi.verification.NameLookUps;
import dev.hundi.verification.NameVerification;
import dev.hundi.verification.NameVerification.Outcome;
import dev.hundi.verification.NameVerifications;
import dev.hundi.verification.RequestVerification;
import dev.hundi.verification.VerificationRequest;
import dev.hundi.verification.VerificationRequest.NotCovered;
import dev.hundi.verification.VerificationRequest.Running;
import dev.hundi.wallet.TopUpWallet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

class VerifyNamesIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final String KUMAR = "'status': 'REGISTERED', 'registeredName': 'RAMESH KUMAR'";

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final TestBusiness business = TestBusiness.create(database);

	private final ScriptedBank bank = new ScriptedBank();

	private final Dispatching dispatch = Dispatching.with(database)
		.bank("scripted", this.bank.url(), (limits) -> limits.onlyFor(Rail.IMPS))
		.start();

	private final UUID account = beneficiary("123456789" + System.nanoTime() % 100_000_000, null);

	@BeforeEach
	void topUp() {
		this.dispatch.bean(TopUpWallet.class).topUp(this.business.id(), 10_00, "UTR" + System.nanoTime(), "A top-up");
	}

	@AfterAll
	static void closeDatabase() {
		database.close();
	}

	@AfterEach
	void close() {
		assertThat(this.business.violations()).isEmpty();
		this.dispatch.close();
		this.bank.close();
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '|',
			value = { "|" + KUMAR + "|,MATCH,100,RAMESH KUMAR,764",
					"|'status': 'REGISTERED', 'registeredName': 'R KUMAR'|,CLOSE,89,R KUMAR,764",
					"|'status': 'REGISTERED', 'registeredName': 'SURESH GUPTA'|,MISMATCH,0,SURESH GUPTA,764",
					"|'status': 'INVALID', 'message': 'No such account'|,MISMATCH,0,,764",
					"|'status': 'REGISTERED', 'registeredName': null|,UNAVAILABLE,,,1000" })
	void recordsTheResultAndChargesForIt(String answer, String result, @Nullable Integer score, @Nullable String name,
			long balancePaise) throws Exception {
		this.bank.answerRegistrationsWith(answer);
		UUID id = request(this.account).verificationId();

		this.dispatch.bean(VerifyNames.class).verifyDue();

		Outcome outcome = outcome(this.account);
		assertThat(outcome.result()).hasToString(result);
		assertThat(outcome.score()).isEqualTo(score);
		assertThat(outcome.nameAtBank()).isEqualTo(name);
		assertThat(this.bank.registrations()).containsExactly(BankReference.of(id) + "-V");
		assertThat(this.business.balancePaise()).isEqualTo(balancePaise);
		assertThat(movements())
			.isEqualTo((balancePaise == 1000) ? List.of() : List.of("VERIFICATION_FEE DEBIT 200 0 36 236 " + id));
		assertThat(events()).containsExactly(
				"BeneficiaryVerified " + this.account + " " + result + ((score != null) ? " " + score : ""));
		assertThat(entries(id)).isEqualTo((balancePaise == 1000) ? List.of()
				: List.of("payable:gst 36", "revenue:verification 200", "wallet -236"));
	}

	@Test
	void returnsTheRunningVerificationAndStartsAnotherAfterIt() throws Exception {
		UUID first = request(this.account).verificationId();
		assertThat(this.dispatch.bean(RequestVerification.class).ofBeneficiary(this.business.id(), this.account, "API"))
			.isInstanceOfSatisfying(Running.class, (running) -> {
				assertThat(running.isNew()).isFalse();
				assertThat(running.verification().verificationId()).isEqualTo(first);
			});
		this.dispatch.bean(VerifyNames.class).verifyDue();
		assertThat(request(this.account).verificationId()).isNotEqualTo(first);
		this.dispatch.bean(VerifyNames.class).verifyDue();
		assertThat(this.business.balancePaise()).isEqualTo(10_00 - 2 * 2_36);
	}

	/** The first process asked the bank, but died before it recorded the answer. */
	@Test
	void asksAgainUnderTheSameReferenceAfterACrashAndChargesOnce() throws Exception {
		UUID id = request(this.account).verificationId();
		NameLookUp lost = this.dispatch.bean(NameLookUps.class)
			.claim("scripted", true, false, 10, Duration.ofMillis(50))
			.getFirst();
		this.dispatch.bank("scripted").acquire(1, Duration.ofSeconds(5));
		this.dispatch.bank("scripted").register(Registration.of(lost));

		await().atMost(Duration.ofMinutes(1)).until(() -> {
			this.dispatch.bean(VerifyNames.class).verifyDue();
			return newest(this.account).outcome() != null;
		});
		this.dispatch.bean(NameLookUps.class).reported(lost, "SURESH GUPTA");

		assertThat(this.bank.registrations()).containsExactly(BankReference.of(id) + "-V", BankReference.of(id) + "-V");
		assertThat(outcome(this.account).result()).as("the late answer changes nothing").hasToString("MATCH");
		assertThat(movements()).hasSize(1);
		assertThat(events()).hasSize(1);
	}

	@Test
	void retriesAnUnclearAnswerAndGivesUpWithoutACharge() throws Exception {
		this.bank.answerRegistrationsWith("'status': 'LATER'");
		UUID id = request(this.account).verificationId();
		this.dispatch.bean(VerifyNames.class).verifyDue();
		assertThat(newest(this.account).outcome()).isNull();
		this.jdbc.sql("ALTER TABLE name_verification DISABLE TRIGGER name_verification_keeps_result").update();
		this.jdbc.sql(
				"UPDATE name_verification SET requested_at = now() - interval '121 seconds' WHERE verification_id = :id")
			.param("id", id)
			.update();
		this.jdbc.sql("ALTER TABLE name_verification ENABLE TRIGGER name_verification_keeps_result").update();

		await().atMost(Duration.ofMinutes(1)).until(() -> {
			this.dispatch.bean(VerifyNames.class).verifyDue();
			return newest(this.account).outcome() != null;
		});

		assertThat(outcome(this.account).result()).hasToString("UNAVAILABLE");
		assertThat(this.business.balancePaise()).isEqualTo(10_00);
		assertThat(movements()).isEmpty();
		assertThat(events()).containsExactly("BeneficiaryVerified " + this.account + " UNAVAILABLE");
	}

	@Test
	void isUnavailableAtOnceIfNoBankReportsSuchNames() throws Exception {
		UUID vpa = beneficiary(null, "r" + System.nanoTime() + "@upi");
		request(vpa);
		this.dispatch.bean(VerifyNames.class).verifyDue();
		assertThat(outcome(vpa).result()).hasToString("UNAVAILABLE");
		assertThat(this.bank.registrations()).isEmpty();
	}

	@Test
	void refusesAndEndsWhatTheWalletDoesNotCover() throws Exception {
		request(this.account);
		this.business.rules("0", 8_00, false);
		this.dispatch.bean(VerifyNames.class).verifyDue();
		assertThat(outcome(this.account)).as("the name is not given for nothing")
			.extracting(Outcome::result, Outcome::score, Outcome::nameAtBank)
			.extracting(String::valueOf)
			.containsExactly("UNAVAILABLE", "null", "null");
		assertThat(this.business.balancePaise()).isEqualTo(10_00);
		VerificationRequest again = this.dispatch.bean(RequestVerification.class)
			.ofBeneficiary(this.business.id(), this.account, "API");
		assertThat(again).isEqualTo(new NotCovered(2_00, 2_36));
	}

	/** The bank is asked about an account that the beneficiary no longer has. */
	@Test
	void endsTheVerificationOfAChangedBeneficiaryWithoutACharge() throws Exception {
		request(this.account);
		assertThat(OwnerBeans.bean(database.url(), null, ChangeBeneficiary.class)
			.update(this.business.id(), this.account,
					new BeneficiaryChange(null, null, null, null, "ICIC0000002", null)))
			.isInstanceOf(UpdateBeneficiaryResult.Changed.class);
		UUID second = request(this.account).verificationId();

		this.dispatch.bean(VerifyNames.class).verifyDue();

		assertThat(newest(this.account).verificationId()).isEqualTo(second);
		assertThat(outcome(this.account).result()).hasToString("MATCH");
		assertThat(events()).containsExactlyInAnyOrder("BeneficiaryVerified " + this.account + " UNAVAILABLE",
				"BeneficiaryVerified " + this.account + " MATCH 100");
		assertThat(this.business.balancePaise()).isEqualTo(10_00 - 2_36);
	}

	@Test
	void chargesThePriceOfTheMomentOfTheRequest() throws Exception {
		this.dispatch.bean(PricePlans.class).add(this.business.id(), null, List.of(), 3_00L, null);
		request(this.account);
		this.dispatch.bean(PricePlans.class).add(this.business.id(), null, List.of(), 5_00L, null);
		this.dispatch.bean(VerifyNames.class).verifyDue();
		assertThat(this.business.balancePaise()).isEqualTo(10_00 - 3_54);
	}

	@Test
	void chargesNothingForAFreeVerification() throws Exception {
		this.dispatch.bean(PricePlans.class).add(this.business.id(), null, List.of(), 0L, null);
		request(this.account);
		this.dispatch.bean(VerifyNames.class).verifyDue();
		assertThat(outcome(this.account).result()).hasToString("MATCH");
		assertThat(movements()).isEmpty();
	}

	@Test
	void theDatabaseRefusesAResultWithoutItsChargeAndAnother() throws Exception {
		UUID id = request(this.account).verificationId();
		assertThatThrownBy(() -> this.jdbc
			.sql("""
					UPDATE name_verification SET result = 'MATCH', score = 100, due_at = NULL, checked_at = now() WHERE verification_id = :id
					""")
			.param("id", id)
			.update()).isInstanceOf(DataIntegrityViolationException.class)
			.hasMessageContaining("name_verification_charged_with_result");
		this.dispatch.bean(VerifyNames.class).verifyDue();
		assertThatThrownBy(() -> this.jdbc.sql("UPDATE name_verification SET score = 99 WHERE verification_id = :id")
			.param("id", id)
			.update()).isInstanceOf(DataIntegrityViolationException.class).hasMessageContaining("has a result");
	}

	private UUID beneficiary(@Nullable String accountNumber, @Nullable String vpa) {
		CreateBeneficiaryResult creation = this.dispatch.bean(Beneficiaries.class)
			.create(this.business.id(), new NewBeneficiary("Ramesh Kumar", null, "9876543210", accountNumber,
					(accountNumber != null) ? "HDFC0000001" : null, vpa));
		return ((CreateBeneficiaryResult.Created) creation).beneficiaryId();
	}

	private NameVerification request(UUID beneficiary) {
		Running running = (Running) this.dispatch.bean(RequestVerification.class)
			.ofBeneficiary(this.business.id(), beneficiary, "API");
		assertThat(running.isNew()).isTrue();
		assertThat(running.verification().outcome()).isNull();
		return running.verification();
	}

	private NameVerification newest(UUID beneficiary) {
		return this.dispatch.bean(NameVerifications.class).newest(this.business.id(), beneficiary).orElseThrow();
	}

	private Outcome outcome(UUID beneficiary) {
		return Objects.requireNonNull(newest(beneficiary).outcome());
	}

	private List<String> events() {
		return this.jdbc
			.sql("""
					SELECT concat_ws(' ', event, body::json -> 'data' ->> 'beneficiaryId', body::json -> 'data' ->> 'result',
					                 body::json -> 'data' ->> 'score')
					  FROM business_event WHERE business_id = :business ORDER BY event_id
					""")
			.param("business", this.business.id())
			.query(String.class)
			.list();
	}

	private List<String> movements() {
		return this.jdbc
			.sql("""
					SELECT concat_ws(' ', type, direction, amount_paise, commission_paise, gst_paise, total_paise, metadata ->> 'verificationId')
					  FROM wallet_movement WHERE business_id = :business AND type <> 'TOPUP' ORDER BY sequence
					""")
			.param("business", this.business.id())
			.query(String.class)
			.list();
	}

	private List<String> entries(UUID verification) {
		return this.jdbc.sql("""
				SELECT CASE WHEN a.business_id IS NULL THEN a.code ELSE 'wallet' END || ' ' || e.amount_paise
				  FROM ledger_transaction t
				  JOIN ledger_entry e USING (business_id, transaction_id)
				  JOIN ledger_account a USING (account_id)
				 WHERE t.reference = :verification ORDER BY 1
				""").param("verification", verification.toString()).query(String.class).list();
	}

}
