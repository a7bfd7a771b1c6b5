package dev.hundi.portal;

import java.util.Map;
import java.util.UUID;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.HeldPayouts;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** What each person reads about a payout that needs two checkers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PendingApprovalsIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	private final Desk desk = new Desk(this.portal, TestPortal.sharedCopy(Audience.MERCHANT), "pending");

	@Test
	void aCheckerSeesWhatItHasApprovedAndTheRuleInRupees() {
		this.portal.jdbc()
			.sql("INSERT INTO payout_rule (business_id, scope, above_paise, people_needed, valid_hours) VALUES (?, 'PAYOUT', 15000000, 2, 24)")
			.param(this.desk.id())
			.update();
		UUID payout = new HeldPayouts(this.portal.jdbc()).payouts(this.desk.id(), 2_00_000_00, 1).getFirst();
		String approval = this.portal.jdbc()
			.sql("SELECT approval_id FROM payout_hold WHERE payout_id = ?")
			.param(payout)
			.query(UUID.class)
			.single()
			.toString();
		String row = "#approval-" + approval;
		Visitor checker = this.desk.as(Role.CHECKER);
		Visitor.Page before = checker.get("/approvals");
		assertThat(before.document().select(row).text()).contains("Above ₹1,50,000.00", "0 of 2 approved")
			.doesNotContain("INR", "You have approved it");
		checker.post("/approvals/approve", Map.of("approval", approval));
		assertThat(checker.get("/approvals").document().select(row).text()).contains("1 of 2 approved",
				"You have approved it");
		Visitor viewer = this.desk.as(Role.VIEWER);
		assertThat(viewer.get("/approvals").document().select(row).text()).contains("1 of 2 approved")
			.doesNotContain("You have approved it");
		assertThat(viewer.get("/payouts/" + payout).text()).contains("Above ₹1,50,000.00.");
	}

}
