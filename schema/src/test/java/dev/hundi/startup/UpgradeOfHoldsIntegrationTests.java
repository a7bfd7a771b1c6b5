package dev.hundi.startup;

import java.util.List;
import java.util.UUID;

import dev.hundi.person.Role;
import dev.hundi.testing.TestBeans;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.wallet.DebitOutcome;
import dev.hundi.wallet.DebitWallets;
import dev.hundi.wallet.TopUpWallet;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Payouts that are held when V240 runs. What people approved for one rule was replaced by
 * the approval for another one, and counts again.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UpgradeOfHoldsIntegrationTests {

	private final TestDatabase database = TestDatabase.empty();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	@AfterAll
	void close() {
		this.database.close();
	}

	@Test
	void countsApprovalsThatOthersReplaced() {
		migrateTo("232");
		TestBusiness business = TestBusiness.create(this.database);
		UUID first = business.person(Role.CHECKER);
		UUID second = business.person(Role.CHECKER);
		UUID payout = business.payout(60_00, 0, 0);
		UUID released = business.payout(60_00, 0, 0);
		UUID ofFirst = rule(business, 10_00, first);
		List.of(payout, released).forEach((one) -> {
			hold(business, one, ofFirst);
			approve(business, one, first);
		});
		UUID given = approvalOf(payout);
		hold(business, payout, rule(business, 20_00, second));

		Migrations.migrate(this.database.dataSource(), TestDatabase.PASSWORDS);

		assertThat(earlier(payout)).containsExactly(given);
		assertThat(earlier(released)).isEmpty();
		try (AnnotationConfigApplicationContext context = TestBeans.on(this.database)) {
			context.getBean(TopUpWallet.class).topUp(business.id(), 200_00, "U" + UUID.randomUUID(), "Top-up");
			DebitWallets debits = context.getBean(DebitWallets.class);
			assertThat(debits.debit(business.id(), List.of(payout, released))).isEqualTo(new DebitOutcome(0, 0, 0));
			approve(business, payout, second);
			approve(business, released, second);
			assertThat(debits.debit(business.id(), List.of(payout, released))).isEqualTo(new DebitOutcome(2, 0, 0));
			assertThat(business.violations()).isEmpty();
		}
	}

	private UUID rule(TestBusiness business, long abovePaise, UUID checker) {
		return this.jdbc.sql("""
				INSERT INTO payout_rule (business_id, scope, above_paise, people_needed, valid_hours, checkers)
				VALUES (?, 'PAYOUT', ?, 1, 24, ARRAY[?]::uuid[]) RETURNING rule_id
				""").params(business.id(), abovePaise, checker).query(UUID.class).single();
	}

	/** As a debit holds, in each version. */
	private void hold(TestBusiness business, UUID payout, UUID rule) {
		this.jdbc
			.sql("""
					INSERT INTO payout_hold (business_id, payout_id, reason, rule_id) VALUES (:business, :payout, 'APPROVAL', :rule)
					ON CONFLICT (business_id, payout_id) DO UPDATE
					   SET reason = excluded.reason, rule_id = excluded.rule_id, approval_id = NULL, decide_until = NULL,
					       ended_at = NULL;
					UPDATE payout SET held = true WHERE payout_id = :payout
					""")
			.param("business", business.id())
			.param("payout", payout)
			.param("rule", rule)
			.update();
	}

	private void approve(TestBusiness business, UUID payout, UUID checker) {
		this.jdbc.sql("""
				INSERT INTO approval_decision (approval_id, checker_id, decision, content_hash)
				SELECT approval_id, :checker, 'AGREE', content_hash FROM approval WHERE approval_id = :approval
				""").param("checker", checker).param("approval", approvalOf(payout)).update();
		assertThat(this.jdbc.sql("SELECT release_agreed_payout(?, ?, 'Accepted')")
			.params(business.id(), payout)
			.query(Boolean.class)
			.single()).isTrue();
	}

	private UUID approvalOf(UUID payout) {
		return this.jdbc.sql("SELECT approval_id FROM payout_hold WHERE payout_id = ?")
			.param(payout)
			.query(UUID.class)
			.single();
	}

	private List<UUID> earlier(UUID payout) {
		return this.jdbc.sql("SELECT unnest(earlier_approvals) FROM payout_hold WHERE payout_id = ?")
			.param(payout)
			.query(UUID.class)
			.list();
	}

	private void migrateTo(String version) {
		RuntimeRoles.prepare(this.database.dataSource(), TestDatabase.PASSWORDS);
		Flyway.configure()
			.configuration(Migrations.flyway(this.database.dataSource()).getConfiguration())
			.target(version)
			// Grants refer to objects of later versions.
			.repeatableSqlMigrationPrefix("none")
			.validateMigrationNaming(false)
			.load()
			.migrate();
	}

}
