package dev.hundi.portal;

import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.WithoutTriggers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/** The log of a business with more deliveries than a page examines. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeliveryLogIntegrationTests {

	private static final String LOG = "/developers/deliveries";

	private final TestPortal portal = new TestPortal();

	@SuppressWarnings("NullAway.Init")
	private Desk desk;

	@BeforeAll
	void start() {
		this.desk = new Desk(this.portal, this.portal.start(Audience.MERCHANT), "log");
		this.portal.subscribe(this.desk.id());
		delivered(1, "FAILED");
		delivered(50_000, "DELIVERED");
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void aRareDeliveryIsFoundOnTheNextPageWhichIsOffered() {
		Visitor developer = this.desk.as(Role.DEVELOPER);
		Visitor.Page first = developer.get(LOG + "?state=FAILED");
		assertThat(first.textOf("stopped")).contains("Only 50,000 of your deliveries");
		assertThat(first.text()).doesNotContain("There is no delivery.");
		Visitor.Page second = developer.get(first.document().select("#redeliver a.btn").attr("href"));
		assertThat(second.document().select("#delivery-table tbody tr")).hasSize(1);
		assertThat(second.document().getElementById("stopped")).isNull();
	}

	@Test
	void theDeliveriesOfASubjectAreFoundAtOnce() {
		Visitor developer = this.desk.as(Role.DEVELOPER);
		UUID payout = this.desk.business().payout(1_000_00, 0, 0);
		UUID event = this.portal.jdbc()
			.sql("SELECT event_id FROM payout_event WHERE payout_id = ? AND stage = 'CREATED'")
			.param(payout)
			.query(UUID.class)
			.single();
		UUID delivery = this.portal.jdbc()
			.sql("""
					INSERT INTO webhook_delivery (business_id, endpoint_id, payout_id, event_id, webhook_id, event, body)
					SELECT business_id, endpoint_id, :payout, :event, :event, 'Initiated', '{}' FROM webhook_endpoint WHERE business_id = :business
					RETURNING delivery_id
					""")
			.param("payout", payout)
			.param("event", event)
			.param("business", this.desk.id())
			.query(UUID.class)
			.single();
		for (UUID subject : new UUID[] { payout, event, delivery }) {
			Visitor.Page page = developer.get(LOG + "?subject=" + subject);
			assertThat(page.document().select("#delivery-table tbody a").eachAttr("href"))
				.containsExactly(LOG + "/" + delivery);
			assertThat(page.document().getElementById("stopped")).isNull();
		}
		assertThat(developer.get(LOG + "?subject=" + UUID.randomUUID()).text()).contains("There is no delivery.");
		assertThat(developer.get(LOG + "?from=2026-11-30&to=2026-11-01").textOf("days-error"))
			.endsWith("the last not before the first.");
	}

	@Test
	void theStaffFindsTheDeliveriesOfASubjectAtOnce() {
		UUID payout = UUID.randomUUID();
		UUID bulkFile = UUID.randomUUID();
		UUID webhook = UUID.fromString("01900000-0000-7000-8000-000000000001");
		UUID ofPayout = UUID.fromString("01900000-0000-7000-8000-000000000002");
		UUID ofBulkFile = UUID.fromString("01900000-0000-7000-8000-000000000003");
		deliveredLongAgo(ofPayout, "payout_id, event_id, webhook_id, event",
				"'%1$s', '%2$s', '%2$s', 'Initiated'".formatted(payout, UUID.randomUUID()));
		deliveredLongAgo(ofBulkFile, "bulk_file_id, webhook_id, event",
				"'%s', '%s', 'BulkCompleted'".formatted(bulkFile, webhook));
		Visitor operator = Visitor.signedIn(this.portal.copy(Audience.STAFF).url(),
				this.portal.person("support@hundi.example", null, Role.OPERATOR));
		Map.of(payout, ofPayout, ofPayout, ofPayout, bulkFile, ofBulkFile, webhook, ofBulkFile)
			.forEach((subject, delivery) -> {
				Visitor.Page page = operator.get("/console/deliveries?subject=" + subject);
				assertThat(page.document().select("#delivery-table input[name=ids]").eachAttr("value"))
					.containsExactly(delivery.toString());
				assertThat(page.document().select("a[href*=before]")).isEmpty();
			});
		assertThat(operator.get("/console/deliveries?subject=" + payout + "&state=FAILED")
			.document()
			.select("#delivery-table tbody a")).isEmpty();
	}

	private void deliveredLongAgo(UUID delivery, String columns, String values) {
		WithoutTriggers
			.sql(this.portal.jdbc(),
					"""
							INSERT INTO webhook_delivery (delivery_id, business_id, endpoint_id, body, state, due_at, completed_at, %s)
							SELECT '%s', business_id, endpoint_id, '{}', 'DELIVERED', NULL, now(), %s
							  FROM webhook_endpoint WHERE business_id = '%s'
							"""
						.formatted(columns, delivery, values, this.desk.id()))
			.update();
	}

	@Test
	void aRedeliveryLeadsBackToTheFilteredLog() {
		Visitor developer = this.desk.as(Role.DEVELOPER);
		String log = LOG + "?state=DELIVERED&event=Test";
		Visitor.Page page = developer.get(log);
		List<String> ids = page.document().select("#delivery-table input[name=ids]").eachAttr("value").subList(0, 2);
		assertThat(page.submit("#redeliver", Map.of("ids", String.join(",", ids))).location()).isEqualTo(log);
		assertThat(page.submit("#redeliver", Map.of()).location()).as("none chosen").isEqualTo(log);
		assertThat(developer.post(LOG + "/redeliver", Map.of("list", "x=/../y\r\n")).location()).isEqualTo(LOG);
	}

	@Test
	void aDeliveryWithoutContentIsNotChosen() {
		UUID delivery = this.portal.jdbc()
			.sql("""
					INSERT INTO webhook_delivery (business_id, endpoint_id, event, body, state, due_at, completed_at)
					SELECT business_id, endpoint_id, 'Test', '{}', 'DELIVERED', NULL, now() FROM webhook_endpoint WHERE business_id = :business
					RETURNING delivery_id
					""")
			.param("business", this.desk.id())
			.query(UUID.class)
			.single();
		Visitor developer = this.desk.as(Role.DEVELOPER);
		String log = LOG + "?subject=" + delivery;
		assertThat(developer.get(log).document().select("input[name=ids]")).hasSize(1);
		this.portal.jdbc()
			.sql("UPDATE webhook_delivery SET body = NULL WHERE delivery_id = :id")
			.param("id", delivery)
			.update();
		Visitor.Page page = developer.get(log);
		assertThat(page.document().select("#delivery-table tbody tr")).hasSize(1);
		assertThat(page.document().select("input[name=ids], #redeliver button")).isEmpty();
		Visitor operator = Visitor.signedIn(this.portal.copy(Audience.STAFF).url(),
				this.portal.person("operator@hundi.example", null, Role.OPERATOR));
		Visitor.Page shown = operator.get("/console/deliveries/" + delivery);
		assertThat(shown.textOf("removed")).isEqualTo("The content was removed after its retention.");
		assertThat(shown.document().select("#redeliver")).isEmpty();
	}

	private void delivered(int count, String state) {
		this.portal.jdbc().sql("""
				INSERT INTO webhook_delivery (business_id, endpoint_id, event, body, state, due_at, completed_at)
				SELECT business_id, endpoint_id, 'Test', '{}', :state, NULL, now()
				  FROM webhook_endpoint, generate_series(1, :count) WHERE business_id = :business
				""").param("state", state).param("count", count).param("business", this.desk.id()).update();
	}

}
