package dev.hundi.stream.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import dev.hundi.bank.BankReference;
import dev.hundi.bank.BreakerState;
import dev.hundi.beneficiary.Beneficiaries;
import dev.hundi.beneficiary.BeneficiaryChange;
import dev.hundi.beneficiary.ChangeBeneficiary;
import dev.hundi.beneficiary.CreateBeneficiaryResult;
import dev.hundi.beneficiary.NewBeneficiary;
import dev.hundi.payout.Rail;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class VerifyBeneficiariesIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final AtomicLong accounts = new AtomicLong(100_000_000_000L);

	private final JdbcClient jdbc = JdbcClient.create(database.dataSource());

	private final UUID business = TestBusiness.create(database).id();

	private final ScriptedBank bank = new ScriptedBank();

	private final ScriptedBank upiOnly = new ScriptedBank();

	private final Dispatching dispatch = Dispatching.with(database)
		.bank("scripted", this.bank.url())
		.bank("upi", this.upiOnly.url(), (limits) -> limits.onlyFor(Rail.UPI))
		.start();

	@AfterAll
	static void closeDatabase() {
		database.close();
	}

	@AfterEach
	void close() {
		this.dispatch.close();
		this.bank.close();
		this.upiOnly.close();
	}

	@ParameterizedTest
	@CsvSource(quoteCharacter = '|',
			value = { "|'status': 'REGISTERED', 'registeredName': 'KUMAR RAMESH'|,VERIFIED",
					"|'status': 'REGISTERED', 'registeredName': 'R KUMAR'|,CLOSE",
					"|'status': 'REGISTERED', 'registeredName': 'SURESH GUPTA'|,MISMATCH",
					"|'status': 'REGISTERED', 'registeredName': null|,NOT_OFFERED",
					"|'status': 'INVALID', 'message': 'No such account'|,INVALID" })
	void recordsTheBanksAnswerForANewTarget(String answer, String state) throws Exception {
		this.bank.answerRegistrationsWith(answer);
		UUID beneficiary = created();
		ask(beneficiary);
		this.dispatch.bean(VerifyBeneficiaries.class).makeDue();
		assertThat(verifications(beneficiary)).containsExactly("1 scripted " + state);
		assertThat(this.bank.registrations()).containsExactly(BankReference.of(beneficiary) + "-1");
		assertThat(left(beneficiary)).hasSize(List.of("MISMATCH", "INVALID").contains(state) ? 1 : 0);
	}

	@Test
	void registersAVpaWithEachBankThatSupportsIt() throws Exception {
		UUID beneficiary = created(new NewBeneficiary("Ramesh Kumar", null, "9876543210", null, null,
				"r" + accounts.incrementAndGet() + "@upi"));
		ask(beneficiary);
		this.dispatch.bean(VerifyBeneficiaries.class).makeDue();
		assertThat(verifications(beneficiary)).containsExactly("1 scripted VERIFIED", "1 upi VERIFIED");
	}

	@Test
	void registersEachTargetOnlyOnce() throws Exception {
		UUID beneficiary = created();
		for (int i = 0; i < 3; i++) {
			ask(beneficiary);
			this.dispatch.bean(VerifyBeneficiaries.class).makeDue();
		}
		update(beneficiary, new BeneficiaryChange(null, "a@example.com", null, null, null, null));
		this.dispatch.bean(ChangeBeneficiary.class).archive(this.business, beneficiary);
		this.dispatch.bean(ChangeBeneficiary.class).reactivate(this.business, beneficiary, null);
		ask(beneficiary);
		this.dispatch.bean(VerifyBeneficiaries.class).makeDue();
		assertThat(verifications(beneficiary)).containsExactly("1 scripted VERIFIED");
		assertThat(this.bank.registrations()).hasSize(1);
	}

	@Test
	void registersAChangedTargetOrNameAgainAndKeepsTheHistory() throws Exception {
		UUID beneficiary = created();
		ask(beneficiary);
		this.dispatch.bean(VerifyBeneficiaries.class).makeDue();
		update(beneficiary, new BeneficiaryChange("Sita Devi", null, null, null, null, null));
		update(beneficiary,
				new BeneficiaryChange(null, null, null, String.valueOf(accounts.incrementAndGet()), null, null));
		ask(beneficiary);
		this.dispatch.bean(VerifyBeneficiaries.class).makeDue();
		assertThat(verifications(beneficiary)).containsExactly("1 scripted VERIFIED", "2 scripted MISMATCH",
				"3 scripted MISMATCH");
		assertThat(left(beneficiary)).as("current target").hasSize(1);
		assertThat(trail(beneficiary)).containsExactly("CREATED", "VERIFICATION_ASKED", "VERIFICATION_VERIFIED",
				"UPDATED", "UPDATED", "VERIFICATION_ASKED", "VERIFICATION_ASKED", "VERIFICATION_MISMATCH",
				"VERIFICATION_MISMATCH");
		this.jdbc.sql("""
				UPDATE beneficiary_verification SET settled_at = now(), settled_by = 'asha', note = 'Married name'
				 WHERE beneficiary_id = :id AND target_version = 3
				""").param("id", beneficiary).update();
		assertThat(left(beneficiary)).isEmpty();
		assertThat(trail(beneficiary)).endsWith("VERIFICATION_SETTLED");
	}

	@Test
	void retriesIfTheAnswerIsUnclearOrTheBankUnavailable() throws Exception {
		this.bank.answerRegistrationsWith("'status': 'LATER'");
		UUID beneficiary = created();
		ask(beneficiary);
		this.dispatch.bean(VerifyBeneficiaries.class).makeDue();
		assertThat(verifications(beneficiary)).containsExactly("1 scripted DUE");
		this.bank.close();
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.bean(VerifyBeneficiaries.class).makeDue();
			return problem(beneficiary).contains("no connection");
		});
		this.bank.restart();
		this.bank.answerRegistrationsWith("'status': 'REGISTERED', 'registeredName': 'RAMESH KUMAR'");
		await().atMost(Duration.ofMinutes(2)).until(() -> {
			this.dispatch.bean(VerifyBeneficiaries.class).makeDue();
			return verifications(beneficiary).equals(List.of("1 scripted VERIFIED"));
		});
		assertThat(this.dispatch.bank("scripted").breaker()).as("registrations do not affect the breaker")
			.isEqualTo(BreakerState.CLOSED);
	}

	@Test
	void givesUpAtABankThatHasAnsweredUnclearlyForADay() throws Exception {
		this.bank.answerRegistrationsWith("'status': 'LATER'");
		UUID fresh = created();
		UUID old = created();
		ask(fresh);
		ask(old);
		this.jdbc.sql("UPDATE beneficiary_verification SET attempt_count = 100").update();
		this.jdbc.sql(
				"UPDATE beneficiary_verification SET asked_at = now() - interval '25 hours' WHERE beneficiary_id = :id")
			.param("id", old)
			.update();
		this.dispatch.bean(VerifyBeneficiaries.class).makeDue();
		assertThat(verifications(old)).containsExactly("1 scripted NOT_OFFERED");
		assertThat(problem(old)).contains("HTTP 200 with status LATER");
		assertThat(verifications(fresh)).containsExactly("1 scripted DUE");
	}

	@Test
	void asksNoBankAboutAnArchivedBeneficiaryBeforeItIsReactivated() throws Exception {
		UUID beneficiary = created();
		ask(beneficiary);
		this.dispatch.bean(ChangeBeneficiary.class).archive(this.business, beneficiary);
		this.dispatch.bean(VerifyBeneficiaries.class).makeDue();
		assertThat(verifications(beneficiary)).containsExactly("1 scripted NOT_OFFERED");
		assertThat(this.bank.registrations()).isEmpty();
		this.dispatch.bean(ChangeBeneficiary.class).reactivate(this.business, beneficiary, null);
		ask(beneficiary);
		this.dispatch.bean(VerifyBeneficiaries.class).makeDue();
		assertThat(verifications(beneficiary)).containsExactly("1 scripted VERIFIED");
	}

	@Test
	void passesOverTheEventOfABeneficiaryThatIsErased() {
		UUID erased = created();
		this.dispatch.bean(ChangeBeneficiary.class).archive(this.business, erased);
		this.jdbc.sql("SELECT erase_beneficiary(:business, :erased)::text")
			.param("business", this.business)
			.param("erased", erased)
			.query()
			.listOfRows();
		UUID other = created();
		this.dispatch.bean(VerifyBeneficiaries.class)
			.ask(this.jdbc.sql("SELECT event_id FROM beneficiary_event WHERE beneficiary_id IN (:erased, :other)")
				.param("erased", erased)
				.param("other", other)
				.query(UUID.class)
				.list());
		assertThat(verifications(erased)).isEmpty();
		assertThat(verifications(other)).containsExactly("1 scripted DUE");
	}

	private UUID created() {
		return created(new NewBeneficiary("Ramesh Kumar", null, "9876543210",
				String.valueOf(accounts.incrementAndGet()), "HDFC0000001", null));
	}

	private UUID created(NewBeneficiary beneficiary) {
		CreateBeneficiaryResult creation = this.dispatch.bean(Beneficiaries.class).create(this.business, beneficiary);
		assertThat(creation).isInstanceOf(CreateBeneficiaryResult.Created.class);
		return this.jdbc.sql("SELECT beneficiary_id FROM beneficiary_event ORDER BY event_id DESC LIMIT 1")
			.query(UUID.class)
			.single();
	}

	private void update(UUID beneficiary, BeneficiaryChange change) {
		this.dispatch.bean(ChangeBeneficiary.class).update(this.business, beneficiary, change);
	}

	private void ask(UUID beneficiary) {
		this.dispatch.bean(VerifyBeneficiaries.class)
			.ask(this.jdbc.sql("SELECT event_id FROM beneficiary_event WHERE beneficiary_id = :id")
				.param("id", beneficiary)
				.query(UUID.class)
				.list());
	}

	private List<String> verifications(UUID beneficiary) {
		return texts("""
				SELECT target_version || ' ' || bank || ' ' || state FROM beneficiary_verification
				 WHERE beneficiary_id = :id ORDER BY target_version, bank
				""", beneficiary);
	}

	private List<String> left(UUID beneficiary) {
		return texts("SELECT kind FROM manual_review WHERE subject_id = :id", beneficiary);
	}

	private List<String> trail(UUID beneficiary) {
		return texts("SELECT what FROM beneficiary_trail WHERE beneficiary_id = :id ORDER BY at, what", beneficiary);
	}

	private String problem(UUID beneficiary) {
		return texts("SELECT coalesce(problem, '') FROM beneficiary_verification WHERE beneficiary_id = :id",
				beneficiary)
			.getFirst();
	}

	private List<String> texts(String sql, UUID beneficiary) {
		return this.jdbc.sql(sql).param("id", beneficiary).query(String.class).list();
	}

}
