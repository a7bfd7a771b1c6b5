package dev.hundi.testing;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import dev.hundi.person.Role;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.awaitility.Awaitility.await;

/**
 * A business with a wallet and beneficiaries, inserted by SQL so that tests of the money
 * kernel need no other code.
 */
public final class TestBusiness {

	private static final AtomicLong numbers = new AtomicLong(System.nanoTime());

	private final JdbcClient jdbc;

	private final UUID id;

	private final UUID bankBeneficiary;

	private TestBusiness(JdbcClient jdbc, UUID id, UUID bankBeneficiary) {
		this.jdbc = jdbc;
		this.id = id;
		this.bankBeneficiary = bankBeneficiary;
	}

	/** A business with API access, an empty wallet and one active bank beneficiary. */
	public static TestBusiness create(TestDatabase database) {
		JdbcClient jdbc = JdbcClient.create(database.dataSource());
		UUID id = jdbc.sql("""
				INSERT INTO business (business_code, business_name, api_access_enabled)
				VALUES (:code, 'Asha Traders', true) RETURNING business_id
				""").param("code", code("BIZ")).query(UUID.class).single();
		jdbc.sql("""
				WITH account AS (
				  INSERT INTO ledger_account (code, business_id) VALUES ('wallet:' || :id, :id) RETURNING account_id
				)
				INSERT INTO wallet (business_id, account_id, virtual_account_number)
				SELECT :id, account_id, :virtualAccount FROM account
				""").param("id", id).param("virtualAccount", "HUNDI" + number(10)).update();
		UUID beneficiary = jdbc.sql("""
				INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, account_number, ifsc)
				VALUES (:id, :code, 'Ramesh Kumar', '9876543210', :account, 'HDFC0000001') RETURNING beneficiary_id
				""").param("id", id).param("code", code("BEN")).param("account", number(12)).query(UUID.class).single();
		return new TestBusiness(jdbc, id, beneficiary);
	}

	public UUID id() {
		return this.id;
	}

	/** The beneficiary of {@link #payout}. */
	public UUID beneficiary() {
		return this.bankBeneficiary;
	}

	/** A new person of the business with one role. */
	public UUID person(Role role) {
		UUID person = person(this.jdbc);
		this.jdbc.sql("INSERT INTO membership (business_id, person_id, role) VALUES (:id, :person, :role)")
			.param("id", this.id)
			.param("person", person)
			.param("role", role.name())
			.update();
		return person;
	}

	/** A new person of no business. */
	public static UUID person(JdbcClient jdbc) {
		UUID person = UUID.randomUUID();
		jdbc.sql(
				"""
						INSERT INTO person (person_id, audience, email, person_name) VALUES (:id, 'MERCHANT', :email, 'A person')
						""")
			.param("id", person)
			.param("email", person + "@example.com")
			.update();
		return person;
	}

	/**
	 * Sets reserve (percent), minimum balance (paise) and the queue-if-low-balance
	 * switch.
	 */
	public TestBusiness rules(String reservePercent, long minBalancePaise, boolean queues) {
		this.jdbc.sql("""
				UPDATE business
				   SET reserve_percent = :reserve::numeric, min_balance_paise = :min, queue_if_low_balance = :queues
				 WHERE business_id = :id
				""")
			.param("id", this.id)
			.param("reserve", reservePercent)
			.param("min", minBalancePaise)
			.param("queues", queues)
			.update();
		return this;
	}

	/** An accepted IMPS payout in status 3 with its CREATED event. */
	public UUID payout(long amountPaise, long commissionPaise, long gstPaise) {
		return payout("I", amountPaise, commissionPaise, gstPaise);
	}

	/** An accepted payout over rail I, N, R or S. */
	public UUID payout(String rail, long amountPaise, long commissionPaise, long gstPaise) {
		return this.jdbc
			.sql("""
					WITH inserted AS (
					  INSERT INTO payout (business_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
					                      beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise,
					                      response_message)
					  SELECT business_id, :transactionId, beneficiary_id, beneficiary_code, name, phone_number, account_number,
					         ifsc, :rail, :amount, :commission, :gst, 'Payout request created and queued'
					    FROM beneficiary WHERE business_id = :id AND beneficiary_id = :beneficiary
					  RETURNING business_id, payout_id
					)
					INSERT INTO payout_event (business_id, payout_id, sequence, status, stage, source, response_code, response_message)
					SELECT business_id, payout_id, 1, 3, 'CREATED', 'API', 'INITIATED', 'Payout request created and queued' FROM inserted
					RETURNING payout_id
					""")
			.param("id", this.id)
			.param("beneficiary", this.bankBeneficiary)
			.param("transactionId", "TXN20261121" + number(10))
			.param("rail", rail)
			.param("amount", amountPaise)
			.param("commission", commissionPaise)
			.param("gst", gstPaise)
			.query(UUID.class)
			.single();
	}

	/** The same, accepted an hour ago. */
	public UUID olderPayout(String rail, long amountPaise, long commissionPaise, long gstPaise) {
		return aged(payout(rail, amountPaise, commissionPaise, gstPaise), "1 hour");
	}

	/** Makes a payout older and returns its new id, which contains its time. */
	public UUID aged(UUID payout, String age) {
		UUID older = this.jdbc.sql("SELECT uuidv7(-:age::interval)").param("age", age).query(UUID.class).single();
		WithoutTriggers.sql(this.jdbc, """
				UPDATE payout SET payout_id = '%1$s' WHERE payout_id = '%2$s';
				UPDATE payout_event SET payout_id = '%1$s' WHERE payout_id = '%2$s';
				UPDATE payout_hold SET payout_id = '%1$s' WHERE payout_id = '%2$s'
				""".formatted(older, payout)).update();
		return older;
	}

	/** Balance of the wallet in paise. */
	public long balancePaise() {
		return this.jdbc.sql("SELECT balance_paise FROM wallet WHERE business_id = :id")
			.param("id", this.id)
			.query(Long.class)
			.single();
	}

	/**
	 * Status number and response code of a payout, such as
	 * {@code 12 INSUFFICIENT_BALANCE}.
	 */
	public String status(UUID payoutId) {
		return this.jdbc.sql("""
				SELECT status || ' ' || response_code FROM payout WHERE business_id = :id AND payout_id = :payoutId
				""").param("id", this.id).param("payoutId", payoutId).query(String.class).single();
	}

	/** Waits for a {@link #status} of a payout. */
	public void awaitStatus(UUID payoutId, String status) {
		await().atMost(Duration.ofMinutes(2)).until(() -> status(payoutId).equals(status));
	}

	/** The stages of a payout's timeline, oldest first. */
	public List<String> stages(UUID payoutId) {
		return this.jdbc.sql("""
				SELECT stage FROM payout_event WHERE business_id = :id AND payout_id = :payoutId ORDER BY sequence
				""").param("id", this.id).param("payoutId", payoutId).query(String.class).list();
	}

	/**
	 * All violations of money invariants in the database; empty if there are none.
	 */
	public List<String> violations() {
		return this.jdbc.sql("SELECT rule || ': ' || subject FROM money_violation").query(String.class).list();
	}

	/** A prefix and eight digits, unique in this JVM. */
	private static String code(String prefix) {
		return prefix + number(8);
	}

	private static String number(int digits) {
		String number = String.format("%018d", numbers.incrementAndGet());
		return number.substring(number.length() - digits);
	}

}
