package dev.hundi.portal.command;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Program;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.token.AccessTokens;
import dev.hundi.token.CommandGroup;
import dev.hundi.token.NewToken;
import dev.hundi.token.TokenScope;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What operators do to the webhooks of a business is in its audit chain too, and its
 * people read why.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookCommandsIntegrationTests {

	private final TestPortal portal = new TestPortal();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@SuppressWarnings("NullAway.Init")
	private Program operator;

	@BeforeAll
	void start() {
		this.merchants = this.portal.start(Audience.MERCHANT);
		TestPortal.Copy staff = this.portal.start(Audience.STAFF);
		UUID person = this.portal.person("operator@hundi.example", null, Role.OPERATOR).id();
		this.operator = new Program(staff.url(), this.portal.owner(AccessTokens.class)
			.create(person,
					new NewToken("webhooks", TokenScope.APPROVE, Set.of(CommandGroup.WEBHOOKS), Duration.ofDays(1)))
			.secret());
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void theBusinessReadsThatItsSecretWasRotatedAndWhy() {
		UUID business = this.portal.business();
		UUID endpoint = endpoint(business);
		this.portal.person("told@example.com", business, Role.OWNER);
		this.operator
			.post("/commands/webhooks/endpoints/" + endpoint + "/secret",
					"{\"from\":\"%s\",\"reason\":\"it leaked\"}".formatted(Instant.now().plusSeconds(3600)))
			.ok();
		assertThat(events(business)).singleElement()
			.asString()
			.startsWith("WEBHOOK_SECRET_ROTATED " + endpoint)
			.contains("it leaked");
		assertThat(this.portal.mail().await("told@example.com", "A webhook was changed").text())
			.contains(this.portal.jdbc()
				.sql("SELECT url FROM webhook_endpoint WHERE endpoint_id = ?")
				.param(endpoint)
				.query(String.class)
				.single());
		assertThat(events(null)).contains(events(business).getFirst());
		assertThat(
				Visitor.signedIn(this.merchants.url(), this.portal.person("rotated@example.com", business, Role.OWNER))
					.get("/audit")
					.text())
			.contains("Hundi staff", "it leaked");
	}

	@Test
	void theBusinessReadsThatItsEndpointWasEnabled() {
		UUID business = this.portal.business();
		UUID endpoint = endpoint(business);
		this.portal.jdbc()
			.sql("""
					INSERT INTO webhook_endpoint_failure (business_id, endpoint_id, failed_attempts, probes, parked_until, disabled_at)
					SELECT business_id, endpoint_id, 20, 5, now(), now() FROM webhook_endpoint WHERE endpoint_id = ?
					""")
			.param(endpoint)
			.update();
		assertThat(this.operator
			.post("/commands/webhooks/endpoints/" + endpoint + "/enable", "{\"reason\":\"the receiver is well\"}")
			.ok()
			.path("enabled")
			.asBoolean()).isTrue();
		assertThat(events(business)).singleElement()
			.asString()
			.startsWith("WEBHOOK_ENDPOINT_ENABLED " + endpoint)
			.contains("the receiver is well");
	}

	@Test
	void eachBusinessReadsWhichOfItsDeliveriesWereRedelivered() {
		UUID one = this.portal.business();
		UUID other = this.portal.business();
		List<UUID> ofOne = List.of(failed(one), failed(one));
		UUID ofOther = failed(other);
		assertThat(this.operator
			.post("/commands/webhooks/redeliver",
					"{\"deliveryIds\":[\"%s\",\"%s\",\"%s\",\"%s\"],\"reason\":\"receiver was down\"}"
						.formatted(ofOne.getFirst(), ofOther, ofOne.getLast(), UUID.randomUUID()))
			.ok()
			.path("redelivered")
			.asInt()).isEqualTo(3);
		assertThat(events(one)).singleElement()
			.asString()
			.contains("STAFF_REDELIVERED_WEBHOOKS", "receiver was down", "\"redelivered\": 2")
			.contains(ofOne.stream().map(UUID::toString).toList())
			.doesNotContain(ofOther.toString());
		assertThat(events(other)).singleElement()
			.asString()
			.contains("\"redelivered\": 1", ofOther.toString())
			.doesNotContain(ofOne.getFirst().toString());
		assertThat(events(null)).contains(events(one).getFirst(), events(other).getFirst());
	}

	@Test
	void eachBusinessReadsOfARedeliveryOfAllByTime() {
		UUID one = this.portal.business();
		UUID other = this.portal.business();
		UUID none = this.portal.business();
		failed(one);
		failed(one);
		failed(other);
		assertThat(this.operator
			.post("/commands/webhooks/redeliver",
					"{\"from\":\"%s\",\"to\":\"%s\",\"reason\":\"all were down\"}"
						.formatted(Instant.now().minusSeconds(3600), Instant.now().plusSeconds(3600)))
			.ok()
			.path("redelivered")
			.asInt()).isGreaterThanOrEqualTo(3);
		assertThat(events(one)).hasSize(2).allMatch((event) -> event.contains("all were down"));
		assertThat(events(one).getFirst()).startsWith("STAFF_WEBHOOK_REDELIVERY_BEGUN");
		assertThat(events(one).getLast()).contains("STAFF_REDELIVERED_WEBHOOKS", "\"redelivered\": 2");
		assertThat(events(other).getLast()).contains("\"redelivered\": 1");
		assertThat(events(none)).isEmpty();
		assertThat(events(null)).containsAll(events(one)).containsAll(events(other));
	}

	/** The staff reads that it was asked for, too. */
	@Test
	void aRedeliveryOfUnknownDeliveriesIsInTheChainOfTheStaff() {
		UUID unknown = UUID.randomUUID();
		this.operator
			.post("/commands/webhooks/redeliver",
					"{\"deliveryIds\":[\"%s\"],\"reason\":\"of nobody\"}".formatted(unknown))
			.ok();
		assertThat(events(null))
			.anyMatch((event) -> event.contains("of nobody") && event.contains("\"redelivered\": 0"));
	}

	private UUID endpoint(UUID business) {
		this.portal.subscribe(business);
		return this.portal.jdbc()
			.sql("SELECT endpoint_id FROM webhook_endpoint WHERE business_id = ?")
			.param(business)
			.query(UUID.class)
			.single();
	}

	private UUID failed(UUID business) {
		return this.portal.jdbc().sql("""
				INSERT INTO webhook_delivery (business_id, endpoint_id, event, body, state, due_at, completed_at)
				VALUES (:business, :endpoint, 'Test', '{}', 'FAILED', NULL, now()) RETURNING delivery_id
				""").param("business", business).param("endpoint", endpointOnce(business)).query(UUID.class).single();
	}

	private UUID endpointOnce(UUID business) {
		return this.portal.jdbc()
			.sql("SELECT endpoint_id FROM webhook_endpoint WHERE business_id = ?")
			.param(business)
			.query(UUID.class)
			.optional()
			.orElseGet(() -> endpoint(business));
	}

	private List<String> events(@Nullable UUID business) {
		return this.portal.jdbc().sql("""
				SELECT concat_ws(' ', act, object, after_value::text) FROM audit_event
				 WHERE business_id IS NOT DISTINCT FROM :id::uuid AND act LIKE '%WEBHOOK%' ORDER BY sequence
				""").param("id", business).query(String.class).list();
	}

}
