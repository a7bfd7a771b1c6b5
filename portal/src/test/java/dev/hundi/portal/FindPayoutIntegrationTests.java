package dev.hundi.portal;

import java.util.List;
import java.util.Locale;
import java.util.UUID;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** Operators find one payout, and those of one business, over HTTP. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FindPayoutIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	@Test
	void aPayoutIsFoundByItsIdTransactionIdAndUtr() {
		TestPortal.Copy staff = TestPortal.sharedCopy(Audience.STAFF);
		Desk desk = new Desk(this.portal, staff, "found");
		Desk other = new Desk(this.portal, staff, "other-found");
		UUID paid = desk.paid(1_500_00);
		UUID open = desk.business().payout(2_500_00, 500, 90);
		String transaction = text("transaction_id", paid);
		String utr = text("utr", paid);
		Visitor operator = Visitor.signedIn(staff.url(), this.portal.person("op@example.com", null, Role.OPERATOR));
		for (String name : List.of(paid.toString(), transaction, utr.toLowerCase(Locale.ROOT))) {
			assertThat(rows(operator, "find=" + name, "#found")).as(name)
				.singleElement()
				.asString()
				.contains("Successful", transaction, utr, "The bank has paid", "₹1,500.00");
		}
		assertThat(operator.get("/console/stuck?find=" + UUID.randomUUID()).textOf("not-found"))
			.startsWith("No payout has");
		assertThat(rows(operator, "age=ANY&business=" + code(desk), "#stuck")).singleElement()
			.asString()
			.contains(open.toString());
		assertThat(rows(operator, "age=ANY&business=" + code(other), "#stuck")).isEmpty();
		assertThat(operator.get("/console").document().select("#part-dead-letters a").attr("href"))
			.isEqualTo("/console/dead-letters");
	}

	private static List<String> rows(Visitor operator, String query, String table) {
		return operator.get("/console/stuck?" + query).document().select(table + " tbody tr").eachText();
	}

	private String code(Desk desk) {
		return this.portal.jdbc()
			.sql("SELECT business_code FROM business WHERE business_id = ?")
			.param(desk.id())
			.query(String.class)
			.single();
	}

	private String text(String column, UUID payout) {
		return this.portal.jdbc()
			.sql("SELECT " + column + " FROM payout WHERE payout_id = ?")
			.param(payout)
			.query(String.class)
			.single();
	}

}
