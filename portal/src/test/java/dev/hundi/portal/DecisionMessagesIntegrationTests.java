package dev.hundi.portal;

import java.util.List;
import java.util.Map;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.HeldPayouts;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What the page of approvals says after a decision. */
class DecisionMessagesIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	private final TestPortal.Copy merchants = TestPortal.sharedCopy(Audience.MERCHANT);

	private final Desk desk = new Desk(this.portal, this.merchants, "messages");

	@Test
	void saysOnceWhatWasDecidedAndWhatWasNot() {
		new HeldPayouts(this.portal.jdbc()).payouts(this.desk.id(), 10_00, 3);
		Visitor first = this.desk.as(Role.CHECKER);
		Visitor second = Visitor.signedIn(this.merchants.url(), this.desk.member(Role.CHECKER));
		Visitor.Page open = first.get("/approvals");
		List<String> approvals = open.document().select("#approvals input[name=approval]").eachAttr("value");
		assertThat(approvals).hasSize(3);

		Visitor.Page approved = second.get("/approvals")
			.submit("#decide", Map.of("approval", approvals.get(0)))
			.follow();
		assertThat(approved.textOf("notice")).isEqualTo("You approved the selected payouts.");
		assertThat(approved.document().select("#problem")).isEmpty();
		assertThat(second.get("/approvals").document().select("#notice")).as("once").isEmpty();

		Visitor.Page some = open.submit("#decide", Map.of("approval", approvals.get(0) + "," + approvals.get(1)))
			.follow();
		assertThat(some.textOf("problem")).isEqualTo(
				"Some decisions were not recorded: the payout was already decided, cancelled or expired, you created it yourself, or its rule names other checkers.");
		assertThat(some.document().select("#notice")).isEmpty();
		assertThat(some.document().select("#approvals input[name=approval]").eachAttr("value")).as("the other counts")
			.containsExactly(approvals.get(2));

		Visitor.Page rejected = first
			.post("/approvals/reject", Map.of("approval", approvals.get(2), "reason", "Wrong payee"))
			.follow();
		assertThat(rejected.textOf("notice"))
			.isEqualTo("You rejected the selected payouts. They have failed without a debit.");
		assertThat(rejected.textOf("none")).isEqualTo("No payout waits for an approval.");
	}

}
