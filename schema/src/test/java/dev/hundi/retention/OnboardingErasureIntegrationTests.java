package dev.hundi.retention;

import java.util.List;
import java.util.UUID;

import dev.hundi.testing.OnboardingOfThePast;
import dev.hundi.testing.PersonOfThePast;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What identified a business ends five years after the relation, and not a day earlier,
 * whatever the caller asks for. Everything runs as the owner of the schema.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OnboardingErasureIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	@AfterAll
	void close() {
		this.database.close();
	}

	@Test
	void erasesEveryPartAndKeepsTheRows() {
		UUID business = TestBusiness.create(this.database).id();
		UUID document = UUID.randomUUID();
		PersonOfThePast person = OnboardingOfThePast.insert(this.database, business, "due", "500005", 5, document);
		assertThat(person.whereabouts(this.database)).containsExactly("name_verification", "onboarding_document",
				"onboarding_note", "onboarding_principal", "onboarding_requirement");
		assertThat(documentsWithoutKey(document)).isEmpty();

		assertThat(erase()).isEqualTo(1);

		assertThat(person.whereabouts(this.database)).isEmpty();
		assertThat(documentsWithoutKey(document)).containsExactly(document);
		assertThat(number("SELECT unerased_onboarding(now() - interval '5 years')")).isZero();
		assertThat(this.jdbc
			.sql("""
					SELECT (SELECT count(*) FROM onboarding_requirement WHERE business_id = :id AND state IN ('ACCEPTED', 'REFUSED'))
					     + (SELECT count(*) FROM onboarding_principal WHERE business_id = :id)
					     + (SELECT count(*) FROM onboarding_case WHERE business_id = :id AND state = 'APPROVED')
					""")
			.param("id", business)
			.query(Long.class)
			.single()).isEqualTo(8);
		assertThat(erase()).isZero();
		assertRefused("UPDATE business SET relation_ended_at = NULL WHERE business_id = '" + business + "'");
		assertRefused(
				"UPDATE onboarding_principal SET principal_name = 'Other' WHERE business_id = '" + business + "'");
	}

	@Test
	void keepsTheCaseForFiveYears() {
		UUID business = TestBusiness.create(this.database).id();
		PersonOfThePast person = OnboardingOfThePast.insert(this.database, business, "early", "500004", 4,
				UUID.randomUUID());
		List<String> everywhere = person.whereabouts(this.database);
		assertThat(erase()).isZero();
		assertRefused("UPDATE onboarding_case SET erased_at = now() WHERE business_id = '" + business + "'");
		assertRefused("UPDATE onboarding_principal SET pan = 'XXXPX0000X' WHERE business_id = '" + business + "'");
		assertRefused("UPDATE onboarding_note SET note = 'ERASED' WHERE business_id = '" + business + "'");
		assertThat(person.whereabouts(this.database)).isEqualTo(everywhere);
	}

	/** The relation is not over while money moves, even if the staff ended it earlier. */
	@Test
	void aLaterChangeOfTheWalletExtendsTheRelation() {
		TestBusiness business = TestBusiness.create(this.database);
		OnboardingOfThePast.insert(this.database, business.id(), "moved", "500006", 6, UUID.randomUUID());
		this.jdbc.sql("UPDATE wallet SET updated_at = now() WHERE business_id = :id")
			.param("id", business.id())
			.update();
		assertThat(erase()).isZero();
	}

	/** The clock of the database counts, so that an early date erases nothing. */
	@Test
	void theEndOfARelationIsNow() {
		UUID business = TestBusiness.create(this.database).id();
		assertThat(this.jdbc.sql("""
				UPDATE business SET api_access_enabled = false, relation_ended_at = now() - interval '9 years'
				 WHERE business_id = :id RETURNING relation_ended_at > now() - interval '1 minute'
				""").param("id", business).query(Boolean.class).single()).isTrue();
		assertRefused("UPDATE business SET api_access_enabled = true WHERE business_id = '" + business + "'");
	}

	@Test
	void aRelationWithOpenPayoutsOrABalanceDoesNotEnd() {
		TestBusiness paying = TestBusiness.create(this.database);
		paying.payout(100_00, 0, 0);
		TestBusiness rich = TestBusiness.create(this.database);
		this.jdbc.sql("ALTER TABLE wallet DISABLE TRIGGER USER").update();
		this.jdbc.sql("UPDATE wallet SET balance_paise = 1 WHERE business_id = :id").param("id", rich.id()).update();
		this.jdbc.sql("ALTER TABLE wallet ENABLE TRIGGER USER").update();
		for (TestBusiness business : List.of(paying, rich)) {
			assertRefused(
					"UPDATE business SET api_access_enabled = false, relation_ended_at = now() WHERE business_id = '"
							+ business.id() + "'");
		}
	}

	@Test
	void erasesACaseThatWasNeverSubmittedWithItsPeople() {
		UUID business = TestBusiness.create(this.database).id();
		UUID document = UUID.randomUUID();
		UUID personId = UUID.randomUUID();
		PersonOfThePast person = OnboardingOfThePast.insertDraft(this.database, business, "draft", "700001", 31,
				document, personId);
		assertThat(person.whereabouts(this.database)).contains("invitation", "onboarding_principal", "person",
				"user_entities");
		assertThat(number("SELECT unerased_onboarding_drafts(now() - interval '30 days')")).isPositive();
		assertThat(number("SELECT erase_onboarding_drafts(now() - interval '32 days', 100)")).isZero();

		assertThat(number("SELECT erase_onboarding_drafts('infinity', 100)")).isEqualTo(1);

		assertThat(person.whereabouts(this.database)).isEmpty();
		assertThat(documentsWithoutKey(document)).containsExactly(document);
		assertThat(number("SELECT unerased_onboarding_drafts(now() - interval '30 days')")).isZero();
		assertThat(number("SELECT count(*) FROM person_password WHERE person_id = '" + personId + "'")).isZero();
		assertThat(number("SELECT count(*) FROM person_device WHERE person_id = '" + personId + "'")).isZero();
		assertThat(number("SELECT count(*) FROM membership WHERE business_id = '" + business + "'")).isOne();
		assertRefused(
				"INSERT INTO onboarding_requirement (business_id, requirement) VALUES ('" + business + "', 'WEBSITE')");
		assertRefused("UPDATE onboarding_requirement SET value = 'x' WHERE business_id = '" + business
				+ "' AND value IS NULL");
		assertThat(number("SELECT erase_onboarding_drafts('infinity', 100)")).isZero();
	}

	/** A person of two drafts ends with the second one. */
	@Test
	void keepsPeopleWithAnotherBusiness() {
		UUID business = TestBusiness.create(this.database).id();
		UUID other = TestBusiness.create(this.database).id();
		UUID personId = UUID.randomUUID();
		PersonOfThePast person = OnboardingOfThePast.insertDraft(this.database, business, "both", "700002", 40,
				UUID.randomUUID(), personId);
		this.jdbc.sql("INSERT INTO membership (person_id, business_id, role) VALUES (:person, :business, 'OWNER')")
			.param("person", personId)
			.param("business", other)
			.update();
		assertThat(number("SELECT erase_onboarding_drafts('infinity', 100)")).isEqualTo(1);
		assertThat(person.whereabouts(this.database)).containsExactlyInAnyOrder("person", "user_entities");
		assertThat(number("SELECT unerased_onboarding_drafts(now() - interval '30 days')")).isZero();
	}

	/** A person who left the team of a draft belongs to no business. */
	@Test
	void erasesPeopleWhoLeftTheTeamOfADraft() {
		UUID business = TestBusiness.create(this.database).id();
		UUID personId = UUID.randomUUID();
		PersonOfThePast person = OnboardingOfThePast.insertDraft(this.database, business, "left", "700004", 40,
				UUID.randomUUID(), personId);
		leave(personId, business);
		assertThat(number("SELECT erase_onboarding_drafts('infinity', 100)")).isEqualTo(1);
		assertThat(person.whereabouts(this.database)).isEmpty();
		assertThat(number("SELECT count(*) FROM person_password WHERE person_id = '" + personId + "'")).isZero();
		this.jdbc.sql("UPDATE person SET person_name = 'Meera left' WHERE person_id = :id")
			.param("id", personId)
			.update();
		assertThat(number("SELECT unerased_onboarding_drafts(now() - interval '30 days')")).as("the proof").isOne();
		this.jdbc.sql("UPDATE person SET person_name = 'ERASED' WHERE person_id = :id").param("id", personId).update();
	}

	/** What a person did for a business that is no draft stays under its name. */
	@Test
	void keepsPeopleWhoLeftAnotherBusinessToo() {
		UUID business = TestBusiness.create(this.database).id();
		UUID other = TestBusiness.create(this.database).id();
		UUID personId = UUID.randomUUID();
		PersonOfThePast person = OnboardingOfThePast.insertDraft(this.database, business, "leaver", "700005", 40,
				UUID.randomUUID(), personId);
		leave(personId, business);
		this.jdbc
			.sql("""
					INSERT INTO invitation (token_hash, purpose, audience, email, business_id, roles, expires_at, used_at, used_by)
					VALUES (sha256('other'), 'JOIN', 'MERCHANT', 'leaver@mail.test', :business, ARRAY['OWNER'], now(), now(), :person)
					""")
			.param("business", other)
			.param("person", personId)
			.update();
		assertThat(number("SELECT erase_onboarding_drafts('infinity', 100)")).isEqualTo(1);
		assertThat(person.whereabouts(this.database)).contains("person", "user_entities");
		assertThat(number("SELECT unerased_onboarding_drafts(now() - interval '30 days')")).isZero();
	}

	/**
	 * The people who are in an erased draft nevertheless came before the database refused
	 * them.
	 */
	@Test
	void nobodyJoinsAnErasedDraftAndWhoDidIsErasedToo() {
		UUID business = TestBusiness.create(this.database).id();
		OnboardingOfThePast.insertDraft(this.database, business, "lapsed", "700006", 70, UUID.randomUUID(),
				UUID.randomUUID());
		assertThat(number("SELECT erase_onboarding_drafts('infinity', 100)")).isEqualTo(1);
		UUID late = UUID.randomUUID();
		this.jdbc.sql("INSERT INTO person (person_id, audience, email, person_name) VALUES (?, 'MERCHANT', ?, 'Late')")
			.params(late, "late@mail.test")
			.update();
		String invitation = """
				INSERT INTO invitation (token_hash, purpose, audience, email, business_id, roles, created_at, expires_at, used_at, used_by)
				VALUES (sha256('late'), 'JOIN', 'MERCHANT', 'late@mail.test', '%s', ARRAY['OWNER'], now() - interval '31 days', now() - interval '30 days', now() - interval '31 days', '%s')
				"""
			.formatted(business, late);
		String membership = """
				INSERT INTO membership (person_id, business_id, role, granted_at) VALUES ('%s', '%s', 'OWNER', now() - interval '31 days')
				"""
			.formatted(late, business);
		for (String statement : List.of(invitation, membership)) {
			assertThatExceptionOfType(DataIntegrityViolationException.class)
				.isThrownBy(() -> this.jdbc.sql(statement).update())
				.withMessageContaining("is erased");
		}
		withoutTriggers(invitation, membership);
		assertThat(number("SELECT unerased_onboarding_drafts(now() - interval '30 days')")).isPositive();
		assertThat(number("SELECT erase_onboarding_drafts('infinity', 100)")).isEqualTo(1);
		assertThat(number("SELECT unerased_onboarding_drafts(now() - interval '30 days')")).isZero();
		assertThat(number("SELECT count(*) FROM person WHERE email = 'late@mail.test'")).isZero();
		assertThat(number("SELECT erase_onboarding_drafts('infinity', 100)")).isZero();
	}

	/** Its documents are erased after five years; that does not make it a draft. */
	@Test
	void keepsPeopleOfARelationThatEnded() {
		UUID draft = TestBusiness.create(this.database).id();
		UUID ended = TestBusiness.create(this.database).id();
		UUID personId = UUID.randomUUID();
		PersonOfThePast person = OnboardingOfThePast.insertDraft(this.database, draft, "former", "700007", 40,
				UUID.randomUUID(), personId);
		OnboardingOfThePast.insert(this.database, ended, "ended", "700008", 5, UUID.randomUUID());
		withoutTriggers("INSERT INTO membership (person_id, business_id, role) VALUES ('%s', '%s', 'OWNER')"
			.formatted(personId, ended));
		assertThat(erase()).isEqualTo(1);
		assertThat(number("SELECT erase_onboarding_drafts('infinity', 100)")).isEqualTo(1);
		assertThat(person.whereabouts(this.database)).contains("person", "user_entities");
		assertThat(number("SELECT unerased_onboarding_drafts(now() - interval '30 days')")).as("the proof").isZero();
	}

	private void withoutTriggers(String... statements) {
		new TransactionTemplate(new JdbcTransactionManager(this.database.dataSource()))
			.executeWithoutResult((status) -> {
				this.jdbc.sql("SET LOCAL session_replication_role = replica").update();
				List.of(statements).forEach((statement) -> this.jdbc.sql(statement).update());
			});
	}

	/** Not the caller but the database decides how long a draft is kept at least. */
	@Test
	void keepsDraftsThatWereUsedInTheLastThirtyDays() {
		UUID business = TestBusiness.create(this.database).id();
		PersonOfThePast person = OnboardingOfThePast.insertDraft(this.database, business, "young", "700003", 29,
				UUID.randomUUID(), UUID.randomUUID());
		List<String> everywhere = person.whereabouts(this.database);
		assertThat(number("SELECT erase_onboarding_drafts('infinity', 100)")).isZero();
		assertRefused("UPDATE onboarding_case SET erased_at = now() WHERE business_id = '" + business + "'");
		assertThat(person.whereabouts(this.database)).isEqualTo(everywhere);
	}

	private void leave(UUID personId, UUID business) {
		this.jdbc.sql("ALTER TABLE membership DISABLE TRIGGER USER").update();
		this.jdbc.sql("DELETE FROM membership WHERE person_id = :person AND business_id = :business")
			.param("person", personId)
			.param("business", business)
			.update();
		this.jdbc.sql("ALTER TABLE membership ENABLE TRIGGER USER").update();
	}

	private long erase() {
		return number("SELECT erase_onboarding('infinity', 100)");
	}

	private long number(String sql) {
		return this.jdbc.sql(sql).query(Long.class).single();
	}

	private List<UUID> documentsWithoutKey(UUID document) {
		return this.jdbc.sql("SELECT erased_documents(ARRAY[:id::uuid])")
			.param("id", document)
			.query(UUID.class)
			.list();
	}

	private void assertRefused(String sql) {
		assertThatExceptionOfType(DataIntegrityViolationException.class).isThrownBy(() -> this.jdbc.sql(sql).update());
	}

}
