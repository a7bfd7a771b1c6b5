package dev.hundi.portal;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.HeldPayouts;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.WithoutTriggers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** What each person reads about payouts that wait for checkers. */
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

	@Test
	void aFileInReleaseSaysHowManyOfItsPayoutsWait() {
		UUID file = UUID.fromString(this.desk.as(Role.MAKER)
			.upload("/bulk", "salaries.csv", "Name,Amount\nSita Devi,200000.00\n".getBytes(StandardCharsets.UTF_8))
			.location()
			.substring("/bulk/".length()));
		Visitor viewer = this.desk.as(Role.VIEWER);
		released(file, new HeldPayouts(this.portal.jdbc()).payouts(this.desk.id(), 2_00_000_00, 2));
		for (String page : List.of("/bulk/" + file, "/bulk/" + file + "/live?was=PROCESSING")) {
			Visitor.Page shown = viewer.get(page);
			assertThat(shown.textOf("unapproved"))
				.startsWith("Payouts of this file that wait for approval: 2, ₹4,00,000.00 in total.");
			assertThat(shown.document().select("#unapproved a").attr("href")).isEqualTo("/approvals");
		}
		WithoutTriggers.sql(this.portal.jdbc(), """
				UPDATE payout_hold SET reason = NULL, ended_at = now()
				 WHERE payout_id IN (SELECT payout_id FROM payout WHERE bulk_file_id = '%s')
				""".formatted(file)).update();
		assertThat(viewer.get("/bulk/" + file).document().select("#unapproved")).isEmpty();
	}

	/** Makes payouts those of a file that is released. */
	private void released(UUID file, List<UUID> payouts) {
		WithoutTriggers
			.sql(this.portal.jdbc(),
					"""
							UPDATE payout p SET source = 'BULK', bulk_file_id = '%1$s', bulk_row_number = made.number
							  FROM unnest('{%2$s}'::uuid[]) WITH ORDINALITY AS made (id, number) WHERE p.payout_id = made.id;
							UPDATE bulk_file SET status = 'PROCESSING', headings = '{Name,Amount}', rows_read = 2, valid_rows = 2, released_rows = 2,
							                     people_needed = 1, released_by = 'pk_1', loaded_at = now(), released_at = now()
							 WHERE bulk_file_id = '%1$s'
							"""
						.formatted(file, payouts.stream().map(UUID::toString).collect(Collectors.joining(","))))
			.update();
	}

}
