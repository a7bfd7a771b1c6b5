package dev.hundi.portal;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import dev.hundi.audit.VerifyAudit;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.KeyScope;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.OneOfEachRole;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.FreePorts;
import dev.hundi.webhook.ClaimedDelivery;
import dev.hundi.webhook.RecordedAttempt;
import dev.hundi.webhook.RecordedAttempt.Answer;
import dev.hundi.webhook.RecordedAttempt.Next;
import dev.hundi.webhook.WebhookDeliveries;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The developers' pages: keys, IP rules, requests, webhook address and delivery log. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DevelopersIntegrationTests {

	private static final List<String> PAGES = List.of("/developers", "/developers/ip-rules", "/developers/webhooks",
			"/developers/deliveries");

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

	@SuppressWarnings("NullAway.Init")
	private OneOfEachRole people;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy merchants;

	@BeforeAll
	void start() {
		this.merchants = this.portal.start(Audience.MERCHANT);
		this.people = OneOfEachRole.ofBusiness(this.portal, this.merchants, this.business);
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	/** Roles × routes, every cell. */
	@ParameterizedTest
	@EnumSource(names = { "OWNER", "MAKER", "CHECKER", "DEVELOPER", "VIEWER" })
	void aRoleReachesItsPagesAndActsOnly(Role role) {
		boolean develops = role == Role.OWNER || role == Role.DEVELOPER;
		boolean decides = role == Role.OWNER || role == Role.CHECKER;
		PAGES.forEach((page) -> assertThat(visitor(role).get(page).status()).as(page).isEqualTo(develops ? 200 : 403));
		assertThat(visitor(role).get("/developers/requests").status()).isEqualTo((develops || decides) ? 200 : 403);
		String id = UUID.randomUUID().toString();
		assertThat(visitor(role).get("/developers/deliveries/" + id).status()).isEqualTo(develops ? 404 : 403);
		Map<String, String> form = Map.of("form", UUID.randomUUID().toString());
		Map<String, Integer> acts = Map.ofEntries(Map.entry("/developers/keys/pk_unknown/rotate", 404),
				Map.entry("/developers/keys/pk_unknown/revoke", 404), Map.entry("/developers/ip-rules", 200),
				Map.entry("/developers/ip-rules/remove", 404), Map.entry("/developers/webhooks", 200),
				Map.entry("/developers/requests/" + id + "/create", 404),
				Map.entry("/developers/requests/" + id + "/withdraw", 404));
		acts.forEach((path, expected) -> assertThat(visitor(role).post(path, form).status()).as(path)
			.isEqualTo(develops ? expected : 403));
		assertThat(visitor(role)
			.post("/developers/keys", Map.of("form", UUID.randomUUID().toString(), "scopes", "READ", "validDays", "7"))
			.status()).as("a choice that the form does not offer").isIn(400, 403);
		assertThat(visitor(role).post("/developers/deliveries/redeliver", Map.of("ids", id)).status())
			.isEqualTo(develops ? 404 : 403);
		assertThat(visitor(role).post("/developers/requests/" + id + "/approve", Map.of()).status())
			.isEqualTo(decides ? 404 : 403);
		assertThat(visitor(role).post("/developers/requests/" + id + "/reject", Map.of("reason", "No")).status())
			.isEqualTo(decides ? 404 : 403);
	}

	@Test
	void theFirstKeyNeedsASecondPersonAndIsCreatedByTheFirst() {
		Team team = new Team("first-key");
		Visitor.Page asked = createKey(team.developer, "READ,PAY").follow();
		assertThat(asked.text()).contains("Another person, an owner or a checker, must approve it", "There is no key.");
		assertThat(createKey(team.developer, "READ").text()).contains("Such a request is waiting");
		UUID approval = approval(team.business);
		assertThat(team.developer.post("/developers/requests/" + approval + "/approve", Map.of()).status())
			.as("a developer decides nothing")
			.isEqualTo(403);
		assertThat(collect(team.developer, approval).text()).contains("The request is not approved");
		assertThat(team.checker.get("/developers/requests").text()).contains("First API key", "PAY, READ", "Pay Read",
				"Requested by Person developer", "Never expires", "Signature versions 1 and 2");
		assertThat(team.checker.get("/profile").document().select("nav a[href=/developers]")).isEmpty();
		assertThat(team.checker.get("/developers/requests")
			.submit("form[action=/developers/requests/" + approval + "/approve]", Map.of())
			.follow()
			.text()).contains("You approved it.");
		assertThat(collect(team.checker, approval).status()).isEqualTo(403);
		assertThat(collect(team.owner, approval).status()).as("it is the developer's").isEqualTo(404);
		Visitor.Page created = collect(team.developer, approval);
		String key = created.textOf("key-id");
		assertThat(this.portal.owner(ApiKeys.class).find(key).orElseThrow().rules().scopes())
			.containsExactlyInAnyOrder(KeyScope.READ, KeyScope.PAY);
		assertThat(new String(this.portal.owner(ApiKeys.class).find(key).orElseThrow().signingKey(),
				StandardCharsets.UTF_8))
			.isEqualTo(created.textOf("secret"));
		assertThat(collect(team.developer, approval).text()).as("once").contains("The request is not approved");
		assertThat(this.portal.mail().await("owner@first-key.example", "An API key was created").text()).contains(key);
		assertThat(team.owner.get("/audit").text()).contains("First API key requested", "Request approved",
				"API key created", key);
	}

	@Test
	void thePersonWhoAskedDoesNotAgree() {
		Team team = new Team("same-person");
		assertThat(createKey(team.owner, "READ").follow().text()).contains("must approve it within seven days");
		UUID approval = approval(team.business);
		assertThat(team.owner.post("/developers/requests/" + approval + "/approve", Map.of()).text())
			.contains("Your decision was not recorded");
		assertThat(team.checker.post("/developers/requests/" + approval + "/reject", Map.of("reason", "Not yet"))
			.follow()
			.text()).contains("The request is closed.", "There is no request.");
		assertThat(team.owner.get("/developers/requests").textOf("rejected")).contains("First API key READ.",
				"Rejected by Person checker on", "Not yet");
		assertThat(team.owner.get("/audit?act=DEVELOPER_REQUEST_REFUSED").text()).contains("Not yet");
		assertThat(collect(team.owner, approval).text()).contains("The request is not approved");
	}

	@Test
	void aSecretIsShownOnceAndOneFormMakesOneKey() {
		Team team = new Team("one-form");
		this.portal.owner(ApiKeys.class).issue(team.business);
		String form = formOf(team.developer.get("/developers"), "form#create-key");
		Map<String, String> fields = Map.of("form", form, "scopes", "READ");
		List<Visitor.Page> answers = Stream
			.of(CompletableFuture.supplyAsync(() -> team.developer.post("/developers/keys", fields)),
					CompletableFuture.supplyAsync(() -> team.developer.post("/developers/keys", fields)))
			.map(CompletableFuture::join)
			.toList();
		assertThat(answers).extracting(Visitor.Page::status).containsExactlyInAnyOrder(200, 302);
		Visitor.Page shown = answers.stream().filter((page) -> page.status() == 200).findFirst().orElseThrow();
		assertThat(shown.header("Cache-Control")).contains("no-store");
		String secret = shown.textOf("secret");
		assertThat(secret).startsWith("sk_");
		assertThat(team.developer.get("/developers").text()).contains("This form was already submitted");
		assertThat(this.portal.owner(ApiKeys.class).list(team.business)).hasSize(2);
		for (String page : List.of("/developers", "/audit", "/profile", "/developers/requests")) {
			assertThat(team.owner.get(page).body()).as(page).doesNotContain(secret);
		}
		assertThat(this.portal.mail().await("owner@one-form.example", "An API key was created").html())
			.doesNotContain(secret);
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM merchant_session_attributes WHERE position(:secret::bytea IN attribute_bytes) > 0")
			.param("secret", secret.getBytes(StandardCharsets.UTF_8))
			.query(Integer.class)
			.single()).as("in no session").isZero();
		assertThat(createKey(team.developer, "READ").text()).contains("You have two keys. Revoke one first.");
		assertThat(createKey(team.developer, "").text()).contains("Choose at least one scope.");
	}

	@Test
	void aKeyIsRotatedWithOverlapAndRevokedAtOnce() {
		Team team = new Team("rotation");
		String old = this.portal.owner(ApiKeys.class).issue(team.business).apiKey();
		Visitor.Page listed = team.developer.get("/developers");
		assertThat(listed.document().select("#key-table label").eachText()).as("what the hours are of")
			.containsOnly("When the old key expires");
		assertThat(listed.document().select("#key-table label").eachAttr("for"))
			.isEqualTo(listed.document().select("#key-table select").eachAttr("id"));
		Visitor.Page rotated = listed.submit("form[action=/developers/keys/" + old + "/rotate]", Map.of("hours", "1"));
		String successor = rotated.textOf("key-id");
		assertThat(this.portal.owner(ApiKeys.class).list(team.business)).satisfiesExactly(
				(first) -> assertThat(first.rules().expiresAt()).isBetween(Instant.now().plus(Duration.ofMinutes(55)),
						Instant.now().plus(Duration.ofMinutes(61))),
				(second) -> assertThat(second.rules().expiresAt()).isNull());
		Visitor.Page page = team.developer.get("/developers");
		assertThat(
				page.document().select("#key-table a[href='http://reference.localhost/docs/?key=" + successor + "']"))
			.hasSize(1);
		page.submit("form[action=/developers/keys/" + old + "/revoke]", Map.of());
		assertThat(this.portal.owner(ApiKeys.class).list(team.business)).extracting("apiKey")
			.containsExactly(successor);
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM letter WHERE business_id = :id AND kind = 'KEY_CREATED'")
			.param("id", team.business)
			.query(Integer.class)
			.single()).as("owner and developer").isEqualTo(2);
	}

	@Test
	void ipRulesWarnBeforeTheyLockThePersonOut() {
		Team team = new Team("ip");
		Visitor.Page warned = addRule(team.developer, "203.0.113.7");
		assertThat(warned.textOf("warning")).contains("Your own address, 127.0.0.1, could not call the API");
		assertThat(warned.submit("#warning form", Map.of()).follow().text())
			.contains("must approve it within seven days");
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM ip_rule WHERE business_id = :id")
			.param("id", team.business)
			.query(Integer.class)
			.single()).as("before the second person agrees").isZero();
		assertThat(team.owner.post("/developers/requests/" + approval(team.business) + "/approve", Map.of())
			.follow()
			.text()).contains("You approved it.");
		assertThat(rules(team)).containsExactly("203.0.113.7/32");
		assertThat(addRule(team.developer, "127.0.0.0/8").follow().text()).contains("The IP rules are changed.");
		assertThat(addRule(team.developer, "127.0.0.0/8").text()).contains("This rule exists already.");
		assertThat(addRule(team.developer, "127.0.0.1/8").text()).contains("Enter an IP address");
		Visitor.Page removing = team.developer.post("/developers/ip-rules/remove", Map.of("network", "127.0.0.0/8"));
		assertThat(removing.textOf("warning")).contains("Your own address");
		removing.submit("#warning form", Map.of());
		assertThat(rules(team)).containsExactly("203.0.113.7/32");
		assertThat(team.developer.post("/developers/ip-rules/remove", Map.of("network", "203.0.113.7/32"))
			.textOf("warning")).contains("every address");
		assertThat(this.portal.mail().await("owner@ip.example", "The IP rules were changed").text()).contains("IP rule",
				"for Asha Traders");
	}

	@Test
	void theWebhookAddressIsCheckedLikeADelivery() {
		TestPortal.Copy strict = this.portal.start(Audience.MERCHANT, FreePorts.next(), this.merchants.url(),
				"--hundi.webhook.allow-http=false");
		Team team = new Team("webhook-check");
		Visitor developer = team.developer.at(strict.url());
		Map<String, String> refused = Map.of("https://10.0.0.1/hooks", "private or reserved IP address",
				"https://localhost/hooks", "private or reserved IP address", "http://8.8.8.8/hooks",
				"must begin with https://", "https://no-such-host.invalid/", "The host name cannot be resolved.",
				"https://a:b@8.8.8.8/", "Enter a complete address", "nonsense", "Enter a complete address");
		refused.forEach((url, text) -> assertThat(setAddress(developer, url).text()).as(url).contains(text));
		assertThat(setAddress(developer, "https://8.8.8.8/hooks").textOf("secret")).startsWith("whsec_");
		String longest = "https://8.8.8.8/" + "h".repeat(1_984);
		assertThat(setAddress(developer, longest).textOf("secret")).as("of 2,000 characters").startsWith("whsec_");
		assertThat(team.owner.get("/audit").text()).contains("Webhook endpoint added", longest);
		strict.context().close();
	}

	@Test
	void aTestEventIsSeenInTheLogWithItsAttemptsAndRedelivered() {
		Team team = new Team("log");
		Visitor.Page saved = setAddress(team.developer, "http://localhost:9/hooks");
		String secret = saved.textOf("secret");
		assertThat(team.developer.get("/developers/webhooks").body()).contains("http://localhost:9/hooks")
			.doesNotContain(secret);
		assertThat(setAddress(team.developer, "http://localhost:9/hooks").text())
			.contains("You have already added this endpoint.");
		Visitor.Page rotated = team.developer.get("/developers/webhooks").submit("form.rotate", Map.of("hours", "24"));
		assertThat(rotated.textOf("secret")).startsWith("whsec_").isNotEqualTo(secret);
		Visitor.Page sent = team.developer.get("/developers/webhooks").submit("form.test", Map.of());
		String path = sent.location();
		assertThat(sent.follow().text()).contains("The test event is on its way", "There was no attempt yet.",
				"\"event\":\"Test\"");
		answer(team.business, 503, "<b>busy</b>");
		Visitor.Page detail = team.developer.get(path);
		assertThat(detail.textOf("attempt-table")).contains("503", "<b>busy</b>", "7 ms");
		assertThat(detail.textOf("delivery-state")).isEqualTo("Failed");
		String id = path.substring(path.lastIndexOf('/') + 1);
		assertThat(team.developer.get("/developers/deliveries?state=FAILED&event=Test&subject=" + id)
			.document()
			.select("#delivery-table tbody tr")).hasSize(1);
		assertThat(team.developer.get("/developers/deliveries?state=DELIVERED").text())
			.contains("There is no delivery.");
		assertThat(team.developer.get("/developers/deliveries?from=2020-01-01&to=2020-01-02").text())
			.contains("There is no delivery.");
		assertThat(team.developer.get("/developers/deliveries?subject=x").text()).contains("Enter a complete id.");
		Visitor.Page again = team.developer.get("/developers/deliveries").submit("#redeliver", Map.of("ids", id));
		assertThat(again.follow().text()).contains("1 of 1 will be redelivered.");
		assertThat(team.developer.get(path).textOf("delivery-state")).isEqualTo("Pending");
		answer(team.business, 200, "thanks");
		assertThat(team.developer.get(path).textOf("attempt-table")).contains("503", "200", "thanks");
		assertThat(team.developer.get("/developers/deliveries").submit("#redeliver", Map.of()).follow().text())
			.contains("Select 1 to 50 deliveries.");
		assertThat(team.owner.get("/audit").text())
			.contains("Webhook endpoint added", "Webhook secret rotated", "Test event sent", "Webhooks redelivered")
			.doesNotContain(secret);
		assertThat(new VerifyAudit(this.portal.jdbc(), Optional.empty()).verify().problems()).isEmpty();
	}

	@Test
	void eachOfFiveEndpointsHasItsOwnSecretEventsAndTests() {
		Team team = new Team("five");
		Set<String> secrets = new HashSet<>();
		for (int i = 1; i <= 5; i++) {
			secrets.add(setAddress(team.developer, "http://localhost:9/" + i).textOf("secret"));
		}
		assertThat(secrets).hasSize(5);
		Visitor.Page full = team.developer.get("/developers/webhooks");
		assertThat(full.text()).contains("You have five endpoints.");
		assertThat(team.developer
			.post("/developers/webhooks",
					Map.of("form", UUID.randomUUID().toString(), "url", "http://localhost:9/6", "events", "Failed"))
			.text()).contains("You have five endpoints. Remove one first.");
		assertThat(full.submit("form.subscriptions", Map.of("events", "Queued,LowBalance")).follow().text())
			.contains("The webhook endpoints are changed.");
		assertThat(
				full.submit("form.subscriptions", Map.of("events", "Failed")).document().select(".events-error").text())
			.startsWith("The events of this endpoint were changed since you opened the page.");
		Visitor.Page changed = team.developer.get("/developers/webhooks");
		assertThat(changed.document().select("form.subscriptions").get(0).select("input[checked]").eachAttr("value"))
			.containsExactly("Queued", "LowBalance");
		assertThat(changed.document()
			.select("form.subscriptions")
			.reversed()
			.get(0)
			.select("input[checked]")
			.eachAttr("value")).containsExactly("Initiated", "Successful", "Failed");
		assertThat(team.developer.post(changed.document().select("form.subscriptions").attr("action"), Map.of()).text())
			.contains("Choose at least one event.");
		assertThat(team.developer
			.post(changed.document().select("form.subscriptions").attr("action"), Map.of("events", "Unknown"))
			.status()).isEqualTo(400);
		String last = changed.document().select("form.test").reversed().get(0).attr("action");
		assertThat(team.developer.post(last, Map.of("form", UUID.randomUUID().toString())).follow())
			.satisfies((sent) -> assertThat(sent.textOf("delivery-endpoint")).isEqualTo("http://localhost:9/5"));
		Visitor.Page log = team.developer.get("/developers/deliveries");
		assertThat(log.textOf("delivery-table")).contains("http://localhost:9/5");
		String first = changed.document().select("form.test").get(0).attr("action").split("/")[3];
		assertThat(team.developer.get("/developers/deliveries?endpoint=" + first).text())
			.contains("There is no delivery.");
		changed.submit("form.remove", Map.of());
		assertThat(team.developer.get("/developers/webhooks").document().select(".endpoint h2").eachText())
			.containsExactly("http://localhost:9/2", "http://localhost:9/3", "http://localhost:9/4",
					"http://localhost:9/5");
		assertThat(team.owner.get("/audit").text()).contains("Webhook events changed", "Webhook endpoint removed");
	}

	@Test
	void theIdsOfAnotherBusinessAreUnknown() {
		Team own = new Team("own");
		Team other = new Team("other");
		String key = this.portal.owner(ApiKeys.class).issue(other.business).apiKey();
		setAddress(other.developer, "http://localhost:9/hooks");
		Visitor.Page webhooks = other.developer.get("/developers/webhooks");
		String endpoint = webhooks.document().select("form.remove").attr("action").replace("/remove", "");
		String path = webhooks.submit("form.test", Map.of()).location();
		addRule(other.developer, "127.0.0.1");
		UUID approval = approval(other.business);
		String form = UUID.randomUUID().toString();
		assertThat(own.developer.get(path).status()).isEqualTo(404);
		assertThat(own.developer
			.post("/developers/deliveries/redeliver", Map.of("ids", path.substring(path.lastIndexOf('/') + 1)))
			.status()).isEqualTo(404);
		assertThat(own.developer.get("/developers/deliveries").text()).contains("There is no delivery.");
		for (String act : List.of("/developers/keys/" + key + "/rotate", "/developers/keys/" + key + "/revoke",
				"/developers/requests/" + approval + "/create", "/developers/requests/" + approval + "/withdraw",
				"/developers/requests/" + approval + "/approve", "/developers/requests/" + approval + "/reject",
				endpoint + "/events", endpoint + "/remove", endpoint + "/secret", endpoint + "/test")) {
			assertThat(own.owner.post(act, Map.of("form", form, "reason", "No", "events", "Failed")).status()).as(act)
				.isEqualTo(404);
		}
		assertThat(other.developer.get("/developers/webhooks").document().select(".endpoint h2").eachText())
			.containsExactly("http://localhost:9/hooks");
		assertThat(this.portal.owner(ApiKeys.class).list(other.business)).extracting("apiKey").containsExactly(key);
	}

	@Test
	void everyActNeedsAFreshSecondFactorAndKeepsTheForm() {
		Team team = new Team("step-up");
		this.portal.change(this.merchants, team.developerMember, (authentication) -> Rights
			.authentication((SignedIn) Objects.requireNonNull(authentication.getPrincipal()), Instant.EPOCH));
		String form = UUID.randomUUID().toString();
		for (String act : List.of("/developers/keys/pk_x/rotate", "/developers/keys/pk_x/revoke",
				"/developers/ip-rules", "/developers/ip-rules/remove", "/developers/webhooks",
				"/developers/webhooks/" + form + "/secret", "/developers/webhooks/" + form + "/test",
				"/developers/webhooks/" + form + "/events", "/developers/webhooks/" + form + "/remove",
				"/developers/requests/" + form + "/withdraw")) {
			assertThat(team.developer.post(act, Map.of("form", form)).text()).as(act).contains("Confirm your identity");
		}
		assertThat(team.developer.post("/developers/deliveries/redeliver", Map.of("ids", form)).text())
			.contains("Confirm your identity");
		Visitor.Page asked = createKey(team.developer, "READ");
		assertThat(asked.text()).contains("Confirm your identity");
		assertThat(asked.submit("form:has(#code)", Map.of("confirmation-code", team.developerMember.code()))
			.follow()
			.text()).contains("must approve it within seven days");
		assertThat(team.developer.get("/developers").status()).as("looking needs none").isEqualTo(200);
	}

	@Test
	void theDatabaseDoesNotGiveSigningKeysToThePortal() {
		Set<String> columns = Set.copyOf(this.portal.jdbc().sql("""
				SELECT column_name FROM information_schema.column_privileges
				 WHERE grantee = 'hundi_portal_merchant' AND table_name = 'api_key' AND privilege_type = 'SELECT'
				""").query(String.class).list());
		assertThat(columns).contains("api_key", "scopes").doesNotContain("signing_key_ciphertext");
	}

	/** Records an attempt as the process that sends webhooks does. */
	private void answer(UUID business, int status, String body) {
		WebhookDeliveries deliveries = this.portal.owner(WebhookDeliveries.class);
		for (ClaimedDelivery claimed : deliveries.claim(10, 10, Map.of(), Duration.ofMinutes(1))) {
			deliveries.record(List.of(new RecordedAttempt(claimed.deliveryId(), claimed.claimId(), Instant.now(),
					Duration.ofMillis(7), new Answer(status, body.getBytes(StandardCharsets.UTF_8)), null,
					(status == 200) ? new Next.Delivered() : new Next.Failed())));
		}
		assertThat(this.portal.jdbc()
			.sql("SELECT count(*) FROM webhook_delivery WHERE business_id = :id AND state = 'PENDING'")
			.param("id", business)
			.query(Integer.class)
			.single()).isZero();
	}

	private static Visitor.Page createKey(Visitor visitor, String scopes) {
		String form = formOf(visitor.get("/developers"), "form#create-key");
		Map<String, String> fields = scopes.isEmpty() ? Map.of("form", form) : Map.of("form", form, "scopes", scopes);
		String token = visitor.get("/profile").document().select("meta[name=csrf-token]").attr("content");
		StringBuilder body = new StringBuilder("_csrf=" + token + "&form=" + fields.get("form"));
		Stream.of(scopes.split(","))
			.filter((scope) -> !scope.isEmpty())
			.forEach((scope) -> body.append("&scopes=" + scope));
		return visitor.postForm("/developers/keys", body.toString());
	}

	private static Visitor.Page collect(Visitor visitor, UUID approval) {
		return visitor.post("/developers/requests/" + approval + "/create",
				Map.of("form", UUID.randomUUID().toString()));
	}

	private static Visitor.Page addRule(Visitor visitor, String network) {
		return visitor.post("/developers/ip-rules", Map.of("network", network));
	}

	private static Visitor.Page setAddress(Visitor visitor, String url) {
		return visitor.get("/developers/webhooks").submit("#webhook-form", Map.of("url", url));
	}

	private static String formOf(Visitor.Page page, String selector) {
		return Objects.requireNonNull(page.document().selectFirst(selector + " input[name=form]"), page.body()).val();
	}

	private List<String> rules(Team team) {
		return this.portal.jdbc()
			.sql("SELECT network::text FROM ip_rule WHERE business_id = :id ORDER BY network")
			.param("id", team.business)
			.query(String.class)
			.list();
	}

	private UUID approval(UUID business) {
		return this.portal.jdbc()
			.sql("SELECT approval_id FROM approval WHERE business_id = :id ORDER BY approval_id DESC LIMIT 1")
			.param("id", business)
			.query(UUID.class)
			.single();
	}

	private Visitor visitor(Role role) {
		return this.people.as(role);
	}

	/** A business of its own with three people. */
	private final class Team {

		private final UUID business = DevelopersIntegrationTests.this.portal.business();

		private final Member developerMember;

		private final Visitor owner;

		private final Visitor checker;

		private final Visitor developer;

		Team(String name) {
			this.developerMember = member("developer@" + name, Role.DEVELOPER);
			this.owner = Visitor.signedIn(DevelopersIntegrationTests.this.merchants.url(),
					member("owner@" + name, Role.OWNER));
			this.checker = Visitor.signedIn(DevelopersIntegrationTests.this.merchants.url(),
					member("checker@" + name, Role.CHECKER));
			this.developer = Visitor.signedIn(DevelopersIntegrationTests.this.merchants.url(), this.developerMember);
		}

		private Member member(String address, Role role) {
			return DevelopersIntegrationTests.this.portal.person(address + ".example", this.business, role);
		}

	}

}
