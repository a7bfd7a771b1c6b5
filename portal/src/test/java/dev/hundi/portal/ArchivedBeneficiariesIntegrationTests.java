package dev.hundi.portal;

import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.beneficiary.ChangeBeneficiary;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.HeldPayouts;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** What pages say of beneficiaries that are archived, or erased afterwards. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ArchivedBeneficiariesIntegrationTests {

	private static final String ARCHIVED = "This beneficiary is archived. Reactivate it before you pay it.";

	private final TestPortal portal = TestPortal.shared();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@SuppressWarnings("NullAway.Init")
	private Desk desk;

	@BeforeAll
	void start() {
		this.merchants = TestPortal.sharedCopy(Audience.MERCHANT);
		this.desk = new Desk(this.portal, this.merchants, "archived-beneficiaries");
	}

	/** By a second press, or a page that is older than the act of a colleague. */
	@Test
	void aBeneficiaryThatIsArchivedAlreadyIsNotMissing() {
		String address = this.desk.as(Role.MAKER)
			.post("/beneficiaries/new",
					Map.of("name", "Archived Twice", "phoneNumber", "9876501266", "vpa", "archived.twice@okbank"))
			.location();
		Visitor.Page older = this.desk.as(Role.MAKER).get(address);
		this.desk.as(Role.OWNER).get(address).submit("#archive-form", Map.of());
		Visitor.Page again = older.submit("#archive-form", Map.of());
		assertThat(again.location()).isEqualTo(address);
		assertThat(again.follow().text()).contains("The beneficiary is archived.");
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM audit_event WHERE business_id = ? AND act = 'BENEFICIARY_ARCHIVED' AND object = ?")
			.params(this.desk.id(), address.replaceAll(".*/", ""))
			.query(Integer.class)
			.single()).isEqualTo(1);
	}

	@Test
	void anErasedBeneficiaryHasNoLinkAndItsTargetIsRegisteredAgain() {
		Map<String, String> payee = Map.of("name", "Gone Away", "phoneNumber", "9876501255", "vpa", "gone.away@okbank");
		Visitor maker = this.desk.as(Role.MAKER);
		String address = maker.post("/beneficiaries/new", payee).location();
		String id = address.replaceAll(".*/", "");
		maker.post(address + "/archive", Map.of());
		this.portal.jdbc()
			.sql("SELECT erase_beneficiary(?, ?)")
			.params(this.desk.id(), UUID.fromString(id))
			.query((row) -> {
			});
		assertThat(maker.get(address).status()).isEqualTo(404);
		for (String list : List.of("/beneficiaries?status=INACTIVE",
				"/search?q=" + this.portal.jdbc()
					.sql("SELECT beneficiary_code FROM beneficiary WHERE beneficiary_id = ?::uuid")
					.param(id)
					.query(String.class)
					.single())) {
			Visitor.Page page = maker.get(list);
			assertThat(page.text()).as(list).contains("Personal data erased");
			assertThat(page.document().select("main a[href=" + address + "]")).as(list).isEmpty();
		}
		Visitor.Page pay = maker.get("/pay?to=" + id);
		assertThat(pay.textOf("beneficiary-error")).isEqualTo("Choose an active beneficiary.");
		Visitor.Page again = maker.post("/beneficiaries/new", payee);
		assertThat(again.location()).startsWith("/beneficiaries/").isNotEqualTo(address);
	}

	@Test
	void aPayoutToAnErasedBeneficiaryLeadsToNoPageThatDoesNotExist() {
		Desk erased = new Desk(this.portal, this.merchants, "erased");
		UUID payout = erased.paid(8_00);
		Visitor viewer = erased.as(Role.VIEWER);
		String payee = "main dd a[href^=/beneficiaries/]";
		assertThat(viewer.get("/payouts/" + payout).document().select(payee)).hasSize(1);
		this.portal.jdbc()
			.sql("""
					DO $$ BEGIN
					  SET LOCAL session_replication_role = replica;
					  UPDATE beneficiary SET status = 0 WHERE business_id = '$business';
					  PERFORM erase_beneficiary(business_id, beneficiary_id) FROM beneficiary WHERE business_id = '$business';
					END $$
					"""
				.replace("$business", erased.id().toString()))
			.update();
		Visitor.Page page = viewer.get("/payouts/" + payout);
		assertThat(page.status()).isEqualTo(200);
		assertThat(page.document().select(payee)).isEmpty();
		assertThat(page.text()).contains("Ramesh Kumar");
	}

	@Test
	void namesTheArchivedBeneficiaryThatAFormWouldPay() {
		Map<String, String> typed = Map.of("name", "Archived One", "phone", "9876543210", "vpa", "archived.one@okbank",
				"amount", "78.50");
		Visitor maker = this.desk.as(Role.MAKER);
		String payout = maker.post("/pay/review", typed).submit("#confirm", Map.of()).location().replaceAll(".*/", "");
		String id = this.portal.jdbc()
			.sql("SELECT beneficiary_id FROM beneficiary WHERE vpa = 'archived.one@okbank'")
			.query(String.class)
			.single();
		maker.post("/beneficiaries/" + id + "/archive", Map.of());
		for (Visitor.Page page : List.of(maker.get("/pay?from=" + payout), maker.get("/pay?to=" + id),
				maker.post("/pay/review", Map.of("beneficiary", id, "amount", "78.50")))) {
			assertThat(page.textOf("beneficiary-error")).isEqualTo(ARCHIVED);
			assertThat(page.document().select("#error-summary a[href=/beneficiaries/" + id + "]").text())
				.isEqualTo("Open Archived One");
		}
		Visitor.Page review = maker.post("/pay/review", typed);
		assertThat(review.textOf("vpa-error")).isEqualTo(ARCHIVED);
		assertThat(review.document().select("#error-summary a[href=/beneficiaries/" + id + "]")).hasSize(1);
		assertThat(review.document().select("#vpa").val()).as("what was typed").isEqualTo("archived.one@okbank");
	}

	/** Its approval ends a payout whose beneficiary was archived meanwhile. */
	@Test
	void aCheckerIsWarnedOfAnArchivedBeneficiaryAndReadsWhatBecameOfThePayout() {
		Desk held = new Desk(this.portal, this.merchants, "archived-payee");
		UUID payout = new HeldPayouts(this.portal.jdbc()).payouts(held.id(), 10_00, 1).getFirst();
		Visitor checker = held.as(Role.CHECKER);
		assertThat(checker.get("/approvals").document().select(".archived")).isEmpty();
		this.portal.owner(ChangeBeneficiary.class).archive(held.id(), held.business().beneficiary());
		Visitor.Page page = checker.get("/approvals");
		assertThat(page.document().select(".archived").eachText()).containsExactly(
				"The beneficiary is archived. Unless it is reactivated, the payout fails without a debit once it is approved and due.");
		String approval = page.document().select("input[name=approval]").val();
		assertThat(page.submit("#decide", Map.of("approval", approval)).follow().textOf("problem")).isEqualTo(
				"You approved the selected payouts, but not all are paid: those whose beneficiary is archived have failed without a debit. Reactivate the beneficiary and pay again.");
		assertThat(held.business().status(payout)).isEqualTo("12 BENEFICIARY_INACTIVE");
	}

}
