package dev.hundi.portal;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.hundi.business.ApiKeys;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Desk;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.testing.TestDay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A page that is still open acts on what was removed in another tab: the list is shown,
 * and a sentence names what was removed. What another business has stays unknown.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RemovedMeanwhileIntegrationTests {

	private final TestPortal portal = TestPortal.shared();

	private final TestPortal.Copy merchants = TestPortal.sharedCopy(Audience.MERCHANT);

	private final Desk desk = new Desk(this.portal, this.merchants, "removed");

	private final Visitor stranger = Visitor.signedIn(this.merchants.url(),
			this.portal.person("stranger@removed.example", this.portal.business(), Role.OWNER));

	@Test
	void aSavedViewIsNamed() {
		Visitor owner = this.desk.as(Role.OWNER);
		owner.post("/payouts/views", Map.of("name", "Failed {0} & 'large'", "state", "FAILED"));
		Visitor.Page open = owner.get("/payouts");
		String link = open.document().select("#views a:containsOwn(large)").attr("href");
		String remove = "form[action=" + link + "/remove]";
		assertThat(open.submit(remove, Map.of()).follow().textOf("notice")).isEqualTo("The view is removed.");
		for (Supplier<Visitor.Page> click : List.<Supplier<Visitor.Page>>of(() -> owner.get(link),
				() -> open.submit(remove, Map.of()))) {
			Visitor.Page answer = click.get();
			assertThat(answer.location()).isEqualTo("/payouts");
			assertThat(answer.follow().textOf("problem")).isEqualTo(
					"The saved view Failed {0} & 'large' does not exist any more. You or another person of your business removed it.");
		}
		assertThat(this.stranger.get(link).status()).isEqualTo(404);
		assertThat(this.stranger.post(link + "/remove", Map.of()).status()).isEqualTo(404);
	}

	/** Its link works for all people of the business, also after it is saved again. */
	@Test
	void aViewThatIsSavedAgainKeepsItsLink() {
		Visitor owner = this.desk.as(Role.OWNER);
		owner.post("/payouts/views", Map.of("name", "Of the week", "state", "FAILED"));
		String link = owner.get("/payouts").document().select("#views a:containsOwn(Of the week)").attr("href");
		owner.post("/payouts/views", Map.of("name", "of the Week", "state", "PENDING"));
		assertThat(owner.get(link).location()).isEqualTo("/payouts?state=PENDING");
		assertThat(owner.get("/payouts").document().select("#views a:containsOwn(the Week)").eachAttr("href"))
			.containsExactly(link);
	}

	@Test
	void aWebhookEndpointIsNamed() {
		Visitor developer = this.desk.as(Role.DEVELOPER);
		developer.get("/developers/webhooks").submit("#webhook-form", Map.of("url", "http://localhost:9/removed"));
		Visitor.Page open = developer.get("/developers/webhooks");
		String endpoint = open.document().select("form.remove").attr("action").replace("/remove", "");
		assertThat(open.submit("form.remove", Map.of()).follow().textOf("notice"))
			.isEqualTo("The webhook endpoints are changed.");
		for (String form : List.of("form.remove", "form.subscriptions", "form.rotate", "form.test")) {
			Visitor.Page answer = open.submit(form, Map.of());
			assertThat(answer.location()).as(form).isEqualTo("/developers/webhooks");
			assertThat(answer.follow().textOf("problem"))
				.isEqualTo("The webhook endpoint http://localhost:9/removed was removed already. Nothing was changed.");
		}
		for (String act : List.of("/remove", "/events", "/secret", "/test")) {
			assertThat(this.stranger.post(endpoint + act, Map.of("form", endpoint.split("/")[3])).status()).as(act)
				.isEqualTo(404);
		}
	}

	@Test
	void aKeyAndAnIpRuleAreNamed() {
		Visitor developer = this.desk.as(Role.DEVELOPER);
		String key = this.portal.owner(ApiKeys.class).issue(this.desk.id()).apiKey();
		Visitor.Page keys = developer.get("/developers");
		String revoke = "form[action=/developers/keys/" + key + "/revoke]";
		keys.submit(revoke, Map.of()).follow();
		assertThat(keys.submit(revoke, Map.of()).follow().textOf("problem"))
			.isEqualTo("Key " + key + " is revoked already. Nothing was changed.");
		assertThat(this.stranger.post("/developers/keys/" + key + "/revoke", Map.of()).status()).isEqualTo(404);
		this.portal.jdbc()
			.sql("INSERT INTO ip_rule (business_id, network) VALUES (:id, '127.0.0.0/8'), (:id, '203.0.113.7/32')")
			.param("id", this.desk.id())
			.update();
		Visitor.Page rules = developer.get("/developers/ip-rules");
		String remove = "#ip-rules form:has(input[value=203.0.113.7/32])";
		rules.submit(remove, Map.of()).follow();
		assertThat(rules.submit(remove, Map.of()).follow().textOf("problem"))
			.isEqualTo("Rule 203.0.113.7/32 was removed already. Nothing was changed.");
	}

	@Test
	void aDelegationIsNamed() {
		Member colleague = this.portal.person("colleague@removed.example", this.desk.id(), Role.VIEWER);
		Visitor checker = this.desk.as(Role.CHECKER);
		String today = TestDay.inIndia(Duration.ofMinutes(1)).toString();
		checker.post("/approvals/away", Map.of("person", colleague.id().toString(), "from", today, "to", today));
		Visitor.Page open = checker.get("/approvals/rules");
		String end = open.document().select("form[action$=/end]").attr("action");
		assertThat(open.submit("form[action$=/end]", Map.of()).follow().textOf("notice"))
			.isEqualTo("The delegation is ended.");
		Visitor.Page answer = open.submit("form[action$=/end]", Map.of());
		assertThat(answer.location()).isEqualTo("/approvals/rules");
		assertThat(answer.follow().textOf("problem"))
			.isEqualTo("The delegation to Person colleague has ended already.");
		assertThat(this.stranger.post(end, Map.of()).status()).isEqualTo(404);
	}

	@Test
	void anInvitationIsNamedWithWhoWithdrewIt() {
		Visitor owner = this.desk.as(Role.OWNER);
		Visitor colleague = Visitor.signedIn(this.merchants.url(),
				this.portal.person("second-owner@removed.example", this.desk.id(), Role.OWNER));
		owner.post("/team/invitations", Map.of("email", "asha@removed.example", "roles", "MAKER"));
		Visitor.Page open = owner.get("/team");
		String form = "form[action$=/withdraw]";
		String withdraw = open.document().select(form).attr("action");
		assertThat(colleague.get("/team").submit(form, Map.of()).follow().textOf("notice")).isEqualTo("Done.");
		Visitor.Page answer = open.submit(form, Map.of());
		assertThat(answer.location()).isEqualTo("/team");
		assertThat(answer.follow().textOf("problem")).matches(
				"Person second-owner withdrew the invitation of asha@removed.example already, on \\d+ \\w+ \\d{4}, [\\d:]+ IST. Nothing was changed.");
		assertThat(this.stranger.post(withdraw, Map.of()).status()).isEqualTo(404);
	}

	@Test
	void anInvitationThatItsPersonUsedIsNamed() {
		Visitor owner = this.desk.as(Role.OWNER);
		this.portal.invite("joined@removed.example", this.desk.id(), Role.MAKER);
		Visitor.Page open = owner.get("/team");
		this.portal.jdbc().sql("UPDATE invitation SET used_at = now() WHERE email = 'joined@removed.example'").update();
		assertThat(open.submit("#open-invitations li:contains(joined@removed.example) form", Map.of())
			.follow()
			.textOf("problem")).startsWith("The invitation of joined@removed.example was used already, on ");
	}

	@Test
	void aTokenIsNamed() {
		Visitor operator = Visitor.signedIn(TestPortal.sharedCopy(Audience.STAFF).url(),
				this.portal.person("operator@removed.example", null, Role.OPERATOR));
		operator.post("/tokens",
				Map.of("name", "nightly {0} report", "scope", "READ", "groups", "WEBHOOKS", "validDays", "7"));
		Visitor.Page open = operator.get("/tokens");
		open.submit("form[action$=/revoke]", Map.of()).follow();
		Visitor.Page answer = open.submit("form[action$=/revoke]", Map.of());
		assertThat(answer.location()).isEqualTo("/tokens");
		assertThat(answer.follow().textOf("problem"))
			.matches("The token nightly \\{0} report was revoked already, on .+ IST. Nothing was changed.");
	}

	@Test
	void aPasskeyLeadsBackToTheProfile() {
		Member member = this.desk.member(Role.MAKER);
		passkey(member, "cmVtb3ZlZA");
		Visitor maker = Visitor.signedIn(this.merchants.url(), member);
		Visitor.Page open = maker.get("/profile");
		assertThat(open.submit("#passkey-table form[action$=/remove]", Map.of()).follow().textOf("notice"))
			.startsWith("The passkey is removed");
		for (String act : List.of("rename", "remove")) {
			Visitor.Page answer = open.submit("#passkey-table form[action$=/" + act + "]", Map.of());
			assertThat(answer.location()).as(act).isEqualTo("/profile");
			assertThat(answer.follow().textOf("problem"))
				.matches("You removed this passkey already, on .+ IST. Nothing was changed.");
		}
		assertThat(maker.post("/profile/passkeys/bm90LW1pbmU/remove", Map.of()).follow().textOf("problem"))
			.as("of another person")
			.isEqualTo("You do not have this passkey any more: it was removed already. Nothing was changed.");
	}

	@Test
	void aSessionLeadsBackToTheProfile() {
		Member member = this.desk.member(Role.MAKER);
		Visitor maker = Visitor.signedIn(this.merchants.url(), member);
		Visitor other = Visitor.signedIn(this.merchants.url(), member);
		Visitor.Page open = maker.get("/profile");
		String form = "#session-table form";
		assertThat(open.submit(form, Map.of()).follow().textOf("notice")).isEqualTo("The session is ended.");
		Visitor.Page answer = open.submit(form, Map.of());
		assertThat(answer.location()).isEqualTo("/profile");
		assertThat(answer.follow().textOf("problem")).matches("You ended this session already, on .+ IST.");
		Visitor third = Visitor.signedIn(this.merchants.url(), member);
		Visitor.Page before = maker.get("/profile");
		third.get("/profile").submit("form[action=/sign-out]", Map.of());
		assertThat(before.submit(form, Map.of()).follow().textOf("problem")).as("it signed out")
			.matches("You ended this session already, on .+ IST.");
		assertThat(maker.post("/profile/sessions/0000000000000000/end", Map.of()).follow().textOf("problem"))
			.isEqualTo("This session has ended already.");
		assertThat(other.get("/profile").location()).startsWith("/sign-in");
	}

	/** They end by their withdrawal, and the page says why a decision is not recorded. */
	@Test
	void proposedApprovalRulesLeadBackToTheList() {
		Visitor owner = this.desk.as(Role.OWNER);
		Member second = this.portal.person("second@removed.example", this.desk.id(), Role.CHECKER);
		owner.get("/approvals/rules")
			.submit("#propose", Map.of("above-0", "5000", "people-0", "1", "checkers-0", second.id().toString()));
		Visitor.Page open = Visitor.signedIn(this.merchants.url(), second).get("/approvals/rules");
		owner.get("/approvals/rules").submit("form[action$=/withdraw]", Map.of());
		Visitor.Page answer = open.submit("form[action$=/approve]", Map.of());
		assertThat(answer.location()).isEqualTo("/approvals/rules");
		assertThat(answer.follow().textOf("problem"))
			.startsWith("Your decision was not recorded: the proposal is closed");
	}

	private void passkey(Member member, String id) {
		this.portal.jdbc()
			.sql("""
					WITH owner AS (
					  INSERT INTO user_entities (id, name, display_name) VALUES (:id, :person, :id)
					)
					INSERT INTO user_credentials (credential_id, user_entity_user_id, public_key, signature_count, uv_initialized,
					                              backup_eligible, authenticator_transports, public_key_credential_type, backup_state,
					                              attestation_object, attestation_client_data_json, created, last_used, label)
					VALUES (:id, :id, '\\x00', 0, true, false, '', 'public-key', false, '\\x00', '\\x00', now(), now(), 'Key')
					""")
			.param("id", id)
			.param("person", member.id().toString())
			.update();
	}

}
