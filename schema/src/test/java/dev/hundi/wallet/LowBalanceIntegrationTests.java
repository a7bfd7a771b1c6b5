package dev.hundi.wallet;

import java.util.List;
import java.util.UUID;

import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/** Alerts about a low balance. */
class LowBalanceIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	private static final AnnotationConfigApplicationContext beans = TestBeans.on(database);

	private final JdbcClient jdbc = beans.getBean(JdbcClient.class);

	private final TestBusiness business = TestBusiness.create(database).rules("0", 0, false);

	private final LowBalanceLines lines = beans.getBean(LowBalanceLines.class);

	@AfterAll
	static void close() {
		beans.close();
		database.close();
	}

	@Test
	void alertsOnceForEachCrossing() {
		owner("owner@example.com");
		topUp(1_000_00);
		assertThat(this.lines.of(this.business.id())).isEmpty();
		this.lines.replace(this.business.id(), null, 500_00L);
		assertThat(this.lines.of(this.business.id())).hasValue(500_00);
		debit(500_00);
		assertThat(alerts()).as("at the line").isEmpty();
		debit(1_00);
		debit(1_00);
		topUp(1_00);
		assertThat(alerts()).as("below the line all the time").containsExactly("49900 50000");
		topUp(1_00);
		debit(2_00);
		assertThat(alerts()).containsExactly("49900 50000", "49800 50000");
		assertThat(letters()).as("at most one letter an hour")
			.containsExactly("owner@example.com [\"Asha Traders\", \"499.00\", \"500.00\"]");
		anHourPasses();
		topUp(2_00);
		debit(3_00);
		assertThat(letters()).containsExactly("owner@example.com [\"Asha Traders\", \"499.00\", \"500.00\"]",
				"owner@example.com [\"Asha Traders\", \"497.00\", \"500.00\"]");
		this.lines.replace(this.business.id(), 500_00L, null);
		topUp(500_00);
		debit(900_00);
		assertThat(alerts()).hasSize(3);
	}

	@Test
	void oneBusinessDoesNotSilenceAnother() {
		owner("first@example.com");
		topUp(1_000_00);
		this.lines.replace(this.business.id(), null, 500_00L);
		debit(501_00);
		LowBalanceIntegrationTests other = new LowBalanceIntegrationTests();
		other.owner("second@example.com");
		other.topUp(1_000_00);
		other.lines.replace(other.business.id(), null, 500_00L);
		other.debit(501_00);
		assertThat(letters()).hasSize(1);
		assertThat(other.letters()).hasSize(1);
	}

	@Test
	void aNewLineAboveTheBalanceIsNoCrossing() {
		topUp(1_000_00);
		this.lines.replace(this.business.id(), null, 2_000_00L);
		debit(1_00);
		assertThat(alerts()).isEmpty();
	}

	private void anHourPasses() {
		this.jdbc.sql("UPDATE letter SET created_at = created_at - interval '1 hour' WHERE business_id = :business")
			.param("business", this.business.id())
			.update();
	}

	private void topUp(long paise) {
		assertThat(beans.getBean(TopUpWallet.class).topUp(this.business.id(), paise, "U" + System.nanoTime(), "Money"))
			.isTrue();
	}

	private void debit(long paise) {
		UUID payout = this.business.payout(paise, 0, 0);
		assertThat(beans.getBean(DebitWallets.class).debit(this.business.id(), List.of(payout)).debited()).isEqualTo(1);
	}

	private void owner(String email) {
		this.jdbc
			.sql("""
					WITH person AS (
					  INSERT INTO person (audience, email, person_name) VALUES ('MERCHANT', :email, 'Owner') RETURNING person_id
					)
					INSERT INTO membership (business_id, person_id, role) SELECT :business, person_id, 'OWNER' FROM person
					""")
			.param("email", email)
			.param("business", this.business.id())
			.update();
	}

	private List<String> alerts() {
		return this.jdbc.sql("""
				SELECT body::json #>> '{data,balancePaise}' || ' ' || (body::json #>> '{data,lowBalancePaise}')
				  FROM business_event WHERE business_id = :business AND event = 'LowBalance' ORDER BY event_id
				""").param("business", this.business.id()).query(String.class).list();
	}

	private List<String> letters() {
		return this.jdbc.sql(
				"SELECT recipient || ' ' || parameters::text FROM letter WHERE business_id = :business ORDER BY letter_id")
			.param("business", this.business.id())
			.query(String.class)
			.list();
	}

}
