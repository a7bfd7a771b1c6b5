package dev.hundi.startup;

import java.util.List;
import java.util.UUID;

import dev.hundi.list.SearchPhrase;
import dev.hundi.payout.PayoutHits;
import dev.hundi.payout.SealedBuckets;
import dev.hundi.person.Role;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Migrations of a populated database. {@link #BASELINE} is the schema that the data is
 * written for. A migration that changes rows adds a step to {@link #migrateInSteps},
 * which inserts them in the version before it, and a test of what became of them. An
 * upgrade takes seconds, so one has the rows of many tests; a test whose rows others
 * would change has an upgrade of its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UpgradeIntegrationTests {

	private static final String BASELINE = "015";

	private static final UUID BUSINESS = UUID.fromString("01a1fecf-0000-7000-8000-000000000001");

	private static final UUID PAYOUT = UUID.fromString("01a1fecf-c834-78a8-be6d-796f3a19372c");

	private static final UUID OTHER_BUSINESS = UUID.fromString("01a1fecf-0000-7000-8000-000000000003");

	private final TestDatabase database = TestDatabase.empty();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	@SuppressWarnings("NullAway.Init")
	private Uploads uploads;

	@BeforeAll
	void migrateInSteps() {
		migrateTo("017", this.database);
		this.jdbc.sql(POPULATE_RESOLUTIONS).update();
		this.jdbc.sql(POPULATE_STATEMENTS).update();
		migrateTo("106", this.database);
		this.jdbc.sql(POPULATE_INVITATIONS).update();
		migrateTo("133", this.database);
		this.jdbc.sql(POPULATE_RETURNED_CASE).update();
		migrateTo("171", this.database);
		this.jdbc.sql(POPULATE_REJECTED_STATEMENTS).update();
		migrateTo("177", this.database);
		this.uploads = uploads();
		migrateTo("180", this.database);
		this.jdbc.sql(POPULATE_TAGS).update();
		migrateTo("202", this.database);
		this.jdbc.sql(POPULATE_REFERENCES).update();
		Migrations.migrate(this.database.dataSource(), TestDatabase.PASSWORDS);
	}

	@AfterAll
	void close() {
		this.database.close();
	}

	@Test
	void preservesEveryRowAndRuleOfTheBaseline() {
		try (TestDatabase database = TestDatabase.empty()) {
			migrateTo(BASELINE, database);
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			List<String> rules = triggers(jdbc);
			assertThat(rules).isNotEmpty();
			jdbc.sql(POPULATE_MONEY).update();
			jdbc.sql(POPULATE_WEBHOOKS).update();
			jdbc.sql(POPULATE_SEARCH).update();
			List<String> before = contents(jdbc);

			Migrations.migrate(database.dataSource(), TestDatabase.PASSWORDS);

			assertThat(contents(jdbc)).containsExactlyElementsOf(before);
			assertThat(triggers(jdbc)).containsAll(rules);
			assertThat(jdbc.sql("SELECT rule FROM money_violation").query(String.class).list()).isEmpty();
			assertThat(hits(jdbc, "D-8200")).containsExactly(UUID.fromString("01a1fecf-0000-7000-8000-000000008200"));
			assertThat(hits(jdbc, "rd-8100")).containsExactly(UUID.fromString("01a1fecf-0000-7000-8000-000000008100"));
			SealedBuckets.seal(database.dataSource(), 8_192);
			assertThat(jdbc.sql("SELECT bucket_id FROM search_bucket WHERE payout_ids IS NOT NULL")
				.query(Integer.class)
				.list()).containsExactly(1);
			assertThat(hits(jdbc, "D-8200")).containsExactly(UUID.fromString("01a1fecf-0000-7000-8000-000000008200"));
			assertThat(hits(jdbc, "rd-8100")).containsExactly(UUID.fromString("01a1fecf-0000-7000-8000-000000008100"));
		}
	}

	private static List<UUID> hits(JdbcClient jdbc, String phrase) {
		PayoutHits hits = new PayoutHits(new SearchPhrase(phrase));
		return hits.bind(jdbc.sql(hits.all()), BUSINESS).query(UUID.class).list();
	}

	/** A decision stands in the report of the first run that could contain it. */
	@Test
	void assignsDecidedResolutionsToTheirRuns() {
		assertThat(this.jdbc.sql(
				"SELECT resolution_id || ' ' || coalesce(run_id::text, 'none') FROM reconciliation_resolution ORDER BY 1")
			.query(String.class)
			.list()).containsExactly("1 2", "2 none", "3 none");
	}

	/** Two forms of one UTR were posted: one of them takes the canonical form. */
	@Test
	void convertsUtrsToTheirCanonicalForm() {
		try (TestDatabase database = TestDatabase.empty()) {
			migrateTo(BASELINE, database);
			JdbcClient jdbc = JdbcClient.create(database.dataSource());
			jdbc.sql(POPULATE_MONEY).update();
			jdbc.sql(POPULATE_UTRS).update();

			Migrations.migrate(database.dataSource(), TestDatabase.PASSWORDS);

			assertThat(jdbc.sql("""
					SELECT 'payout ' || utr FROM payout
					UNION ALL
					SELECT 'event ' || utr FROM payout_event WHERE utr IS NOT NULL
					UNION ALL
					SELECT concat_ws(' ', 'line', line_number, utr, virtual_account_number) FROM bank_statement_line
					UNION ALL
					SELECT concat_ws(' ', 'top-up', right(transaction_id::text, 1), reference) FROM ledger_transaction
					 WHERE kind = 'TOPUP'
					 ORDER BY 1
					""").query(String.class).list()).containsExactly("event abc-123", "line 1 TWEF6CF816 HUNDI00000001",
					"line 2", "payout ABC123", "top-up 1 U1", "top-up 3 U2", "top-up 4 TWEF6CF816",
					"top-up 5 Twef6cf816", "top-up 6 u1");
		}
	}

	/** Statements that a run has collected are accepted; others are arranged later. */
	@Test
	void acceptsTheStatementsThatAreCollected() {
		assertThat(this.jdbc.sql(
				"SELECT concat_ws(' ', statement_reference, page, status, day_position) FROM bank_statement ORDER BY 1")
			.query(String.class)
			.list()).containsExactly("S 2 ACCEPTED 1", "S 3 ACCEPTED 2", "T 1 LOADED");
	}

	/** Other texts in quotes, such as the namespace of a file, stay. */
	@Test
	void masksTheCellsOfStatementsThatWereRejected() {
		String masked = "Not a date: \"aaaa aaaaa, 99 aa\"";
		assertThat(this.jdbc.sql("SELECT reason FROM bank_statement_problem ORDER BY line_number")
			.query(String.class)
			.list()).containsExactly(masked, "Not camt.053 of version 02 to 13: \"urn:camt.054\"");
		assertThat(this.jdbc.sql("SELECT failure FROM statement_file").query(String.class).single())
			.isEqualTo("Line 7, column Date: " + masked);
		assertThat(this.jdbc.sql("SELECT detail FROM reconciliation_break").query(String.class).single())
			.isEqualTo("File day.csv was rejected: Line 7, column Date: " + masked);
		assertThatThrownBy(() -> this.jdbc.sql("UPDATE bank_statement_problem SET reason = 'x'").update())
			.hasMessageContaining("bank_statement_problem");
	}

	/** Each stays a tag of its place, and others are not touched. */
	@Test
	void stripsTheTagsOfPayouts() {
		assertThat(this.jdbc
			.sql("SELECT array_to_string(tags, '|') FROM payout_detail WHERE business_id = ? ORDER BY purpose")
			.param(BUSINESS)
			.query(String.class)
			.list()).containsExactly("one|two words|three", "kept|two words", "");
	}

	@Test
	void recordsReferencesThatOlderTextsContain() {
		assertThat(this.jdbc
			.sql("SELECT by_hand_only FROM reconciliation_open_line NATURAL JOIN reconciliation_named_reference")
			.query(Boolean.class)
			.single()).isTrue();
		assertThat(this.jdbc.sql("UPDATE beneficiary SET status = 0, vpa = vpa WHERE vpa IS NOT NULL").update())
			.isOne();
	}

	/** Also an address in other letters; the open invitation has no person. */
	@Test
	void namesThePersonOfAUsedInvitation() {
		assertThat(this.jdbc.sql("""
				SELECT i.email || ' ' || coalesce(p.person_name, 'none')
				  FROM invitation i LEFT JOIN person p ON p.person_id = i.used_by
				 ORDER BY 1
				""").query(String.class).list()).containsExactly("Asha@example.com Asha", "bina@example.com none");
	}

	/** A GSTIN contains the PAN, and the summary of an approval is never erased. */
	@Test
	void opensReturnedCasesAndNamesIdsInApprovals() {
		assertThat(this.jdbc.sql("SELECT requirement FROM onboarding_requirement WHERE open ORDER BY 1")
			.query(String.class)
			.list()).containsExactly("GSTIN", "PAN");
		assertThat(this.jdbc.sql("SELECT kind || ' ' || summary FROM approval WHERE maker_id = ? ORDER BY 1")
			.param(PAYOUT)
			.query(String.class)
			.list()).containsExactly("BULK_RELEASE salaries of Asha", "KYC_APPROVAL " + OTHER_BUSINESS,
					"KYC_APPROVAL Onboarding of a business", "OWNER_RECOVERY " + PAYOUT);
	}

	/** What waits for people when the rules about them change. */
	@Test
	void namesMakersOfOpenApprovalsAndEndsDelegationsWithoutRoles() {
		String maker = "SELECT a.maker_id FROM approval a JOIN payout_hold h USING (approval_id) WHERE h.payout_id = :id";
		assertThat(this.jdbc.sql(maker).param("id", this.uploads.ofPerson()).query(UUID.class).single())
			.isEqualTo(this.uploads.uploader());
		assertThat(this.jdbc.sql(maker).param("id", this.uploads.ofKey()).query(UUID.class).list()).containsOnlyNulls();
		assertThat(this.jdbc.sql("SELECT ended_at IS NOT NULL FROM approval_delegation").query(Boolean.class).list())
			.containsExactly(true, true);
		assertThatThrownBy(() -> this.jdbc.sql("""
				UPDATE approval SET maker_id = NULL
				 WHERE approval_id = (SELECT approval_id FROM payout_hold WHERE payout_id = ?)
				""").param(this.uploads.ofPerson()).update()).as("what was asked for does not change")
			.isInstanceOf(DataIntegrityViolationException.class);
	}

	/** Payouts of files that wait for approval, and two delegations. */
	private Uploads uploads() {
		TestBusiness business = TestBusiness.create(this.database);
		UUID uploader = business.person(Role.CHECKER);
		UUID left = business.person(Role.CHECKER);
		Uploads made = new Uploads(uploader, held(this.jdbc, business, "person:" + uploader),
				held(this.jdbc, business, "pk_of_the_upload"));
		this.jdbc
			.sql("""
					INSERT INTO approval_delegation (business_id, from_person, to_person, starts_at, ends_at)
					VALUES (:id, :left, :uploader, now(), now() + interval '9 days'), (:id, :uploader, :left, now(), now() + interval '9 days');
					DELETE FROM membership WHERE person_id = :left
					""")
			.param("id", business.id())
			.param("left", left)
			.param("uploader", uploader)
			.update();
		return made;
	}

	/**
	 * Payouts of files.
	 *
	 * @param uploader a person
	 * @param ofPerson of the file that the person uploaded
	 * @param ofKey of a file that came with an API key
	 */
	private record Uploads(UUID uploader, UUID ofPerson, UUID ofKey) {
	}

	/** A payout of a file that waits for its approval. */
	private static UUID held(JdbcClient jdbc, TestBusiness business, String uploadedBy) {
		UUID payout = business.payout(60_00, 0, 0);
		jdbc.sql(
				"""
						SET session_replication_role = replica;
						INSERT INTO bulk_file (business_id, bulk_file_id, file_name, format, size_bytes, sha256, release_mode, status,
						                       changed_by, uploaded_by, released_by, people_needed, released_at)
						VALUES ('%1$s', '%2$s', 'rent.csv', 'CSV', 1, sha256('%2$s'), 'VALID_ROWS', 'RELEASING', '%3$s', '%3$s', '%3$s', 1, now());
						UPDATE payout SET source = 'BULK', bulk_file_id = '%2$s', bulk_row_number = 1 WHERE payout_id = '%2$s';
						SET session_replication_role = origin;
						INSERT INTO payout_hold (business_id, payout_id, reason) VALUES ('%1$s', '%2$s', 'APPROVAL');
						UPDATE payout SET held = true WHERE payout_id = '%2$s'
						"""
					.formatted(business.id(), payout, uploadedBy))
			.update();
		return payout;
	}

	private static void migrateTo(String version, TestDatabase database) {
		RuntimeRoles.prepare(database.dataSource(), TestDatabase.PASSWORDS);
		Flyway.configure()
			.configuration(Migrations.flyway(database.dataSource()).getConfiguration())
			.target(version)
			// Grants refer to objects of later versions.
			.repeatableSqlMigrationPrefix("none")
			.validateMigrationNaming(false)
			.load()
			.migrate();
	}

	private static List<String> contents(JdbcClient jdbc) {
		return jdbc
			.sql("""
					SELECT concat_ws(' ', 'movement', sequence, total_credit_paise, credit_count, created_at) FROM wallet_movement
					UNION ALL
					SELECT concat_ws(' ', 'wallet', balance_paise, last_sequence, total_credit_paise, updated_at) FROM wallet
					UNION ALL
					SELECT concat_ws(' ', 'payout', payout_id, status, created_at, total_debit_paise) FROM payout
					UNION ALL
					SELECT concat_ws(' ', 'event', payout_id, sequence, event_id, stage) FROM payout_event
					UNION ALL
					SELECT concat_ws(' ', 'entry', transaction_id, line, account_id, amount_paise) FROM ledger_entry
					UNION ALL
					SELECT concat_ws(' ', 'delivery', delivery_id, event_id, body, state, claimed_until) FROM webhook_delivery
					UNION ALL
					SELECT concat_ws(' ', 'attempt', delivery_id, attempt_number, response_status) FROM webhook_attempt
					UNION ALL
					SELECT concat_ws(' ', 'bucket', business_id, from_payout_id, payouts) FROM search_bucket
					UNION ALL
					SELECT concat_ws(' ', 'search', count(*), md5(string_agg(text, ' ' ORDER BY payout_id, part))) FROM payout_search
					 ORDER BY 1
					""")
			.query(String.class)
			.list();
	}

	private static List<String> triggers(JdbcClient jdbc) {
		return jdbc.sql("""
				SELECT tgrelid::regclass || ' ' || tgname FROM pg_trigger
				 WHERE NOT tgisinternal AND tgparentid = 0 AND tgenabled = 'O' ORDER BY 1
				""").query(String.class).list();
	}

	/** A top-up, a debit and another top-up. */
	private static final String POPULATE_MONEY = """
			SET session_replication_role = replica;
			INSERT INTO business (business_id, business_code, business_name)
			VALUES ('%1$s', 'BIZ00000001', 'Asha'), ('%2$s', 'BIZ00000002', 'Bina');
			INSERT INTO ledger_account (account_id, code, business_id) VALUES (77, 'wallet:%1$s', '%1$s');
			INSERT INTO wallet (business_id, account_id, balance_paise, last_sequence, total_credit_paise, credit_count,
			                    virtual_account_number, updated_at)
			VALUES ('%1$s', 77, 140000, 3, 150000, 2, 'HUNDI00000001', to_timestamp(1700000010));
			INSERT INTO beneficiary (business_id, beneficiary_id, beneficiary_code, name, phone_number, account_number, ifsc)
			VALUES ('%1$s', '%2$s', 'BEN00000001', 'Ramesh', '9876543210', '123456789', 'HDFC0000001');
			INSERT INTO payout (business_id, payout_id, transaction_id, beneficiary_id, beneficiary_code, beneficiary_name,
			                    beneficiary_phone, account_number, ifsc, rail, amount_paise, commission_paise, gst_paise,
			                    status, last_sequence, response_message)
			VALUES ('%1$s', '%2$s', 'TXN202611210000000001', '%2$s', 'BEN00000001', 'Ramesh', '9876543210', '123456789',
			        'HDFC0000001', 'I', 10000, 0, 0, 4, 2, 'x');
			INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code,
			                          response_message)
			VALUES ('%1$s', '%2$s', 1, NULL, 3, 'CREATED', 'API', 'INITIATED', 'x'),
			       ('%1$s', '%2$s', 2, 3, 4, 'WALLET_DEBITED', 'DEBIT', 'WALLET_DEBITED', 'x');
			INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id, reference)
			VALUES ('%1$s', '00000000-0000-7000-8000-000000000001', 'TOPUP', NULL, 'U1'),
			       ('%1$s', '00000000-0000-7000-8000-000000000002', 'PAYOUT_DEBIT', '%2$s', NULL),
			       ('%1$s', '00000000-0000-7000-8000-000000000003', 'TOPUP', NULL, 'U2');
			INSERT INTO ledger_entry (business_id, transaction_id, line, account_id, amount_paise)
			VALUES ('%1$s', '00000000-0000-7000-8000-000000000001', 1, 77, 100000),
			       ('%1$s', '00000000-0000-7000-8000-000000000001', 2, 1, -100000),
			       ('%1$s', '00000000-0000-7000-8000-000000000002', 1, 77, -10000),
			       ('%1$s', '00000000-0000-7000-8000-000000000002', 2, 11, 10000),
			       ('%1$s', '00000000-0000-7000-8000-000000000003', 1, 77, 50000),
			       ('%1$s', '00000000-0000-7000-8000-000000000003', 2, 1, -50000);
			INSERT INTO wallet_movement (business_id, sequence, type, direction, amount_paise, balance_before_paise,
			                             balance_after_paise, total_credit_paise, credit_count, ledger_transaction_id,
			                             payout_id, description, created_at)
			VALUES ('%1$s', 1, 'TOPUP', 'CREDIT', 100000, 0, 100000, 100000, 1, '00000000-0000-7000-8000-000000000001', NULL,
			        'x', to_timestamp(1700000000)),
			       ('%1$s', 2, 'PAYOUT_DEBIT', 'DEBIT', 10000, 100000, 90000, 100000, 1,
			        '00000000-0000-7000-8000-000000000002', '%2$s', 'x', to_timestamp(1700000010)),
			       ('%1$s', 3, 'TOPUP', 'CREDIT', 50000, 90000, 140000, 150000, 2, '00000000-0000-7000-8000-000000000003',
			        NULL, 'x', to_timestamp(1700000010));
			SET session_replication_role = origin;
			"""
		.formatted(BUSINESS, PAYOUT);

	private static final String POPULATE_UTRS = """
			SET session_replication_role = replica;
			UPDATE payout SET utr = 'abc-123';
			INSERT INTO payout_event (business_id, payout_id, sequence, from_status, status, stage, source, response_code,
			                          response_message, utr)
			VALUES ('%1$s', '%2$s', 3, 4, 11, 'SUCCESS', 'BANK', 'SUCCESS', 'x', 'abc-123');
			INSERT INTO ledger_transaction (business_id, transaction_id, kind, payout_id, reference)
			VALUES ('%1$s', '00000000-0000-7000-8000-000000000004', 'TOPUP', NULL, 'twef6cf816'),
			       ('%1$s', '00000000-0000-7000-8000-000000000005', 'TOPUP', NULL, 'Twef6cf816'),
			       ('%1$s', '00000000-0000-7000-8000-000000000006', 'TOPUP', NULL, 'u1');
			INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction,
			                                 amount_paise, booked_on, value_on, kind, utr, virtual_account_number)
			VALUES ('%2$s', 1, 1, '2026-11-20', 'CREDIT', 700, '2026-11-20', '2026-11-20', 'CREDIT', 'twef6cf816',
			        'hundi00000001'),
			       ('%2$s', 2, 1, '2026-11-20', 'CREDIT', 700, '2026-11-20', '2026-11-20', 'CREDIT', NULL, '-');
			SET session_replication_role = origin;
			"""
		.formatted(BUSINESS, PAYOUT);

	private static final String POPULATE_RESOLUTIONS = """
			INSERT INTO nodal_account (account_holder_name, ifsc, bank_name, branch_name, account_type, supported_modes)
			VALUES ('Hundi', 'SBOX0000001', 'Sandbox Bank', 'Fort', 'NODAL', '{IMPS}');
			INSERT INTO reconciliation_run (nodal_account_id, business_date, requested_by, state, due_at)
			VALUES (1, '2026-11-19', 'Asha', 'DONE', NULL), (1, '2026-11-20', 'Asha', 'DONE', NULL);
			INSERT INTO reconciliation_resolution (nodal_account_id, action, break_ids, reason, evidence, maker, made_at, decision, checker, checked_at)
			VALUES (1, 'SUSPENSE', '{1}', 'Clear', 'Letter', 'Asha', '2026-11-20T09:00Z', 'APPROVED', 'Bharat', '2026-11-21T09:00Z'),
			       (1, 'SUSPENSE', '{1}', 'Clear', 'Letter', 'Asha', '2026-11-20T09:00Z', 'REJECTED', 'Bharat', '2026-11-22T09:00Z'),
			       (1, 'SUSPENSE', '{1}', 'Clear', 'Letter', 'Asha', '2026-11-20T09:00Z', NULL, NULL, NULL)
			""";

	private static final String POPULATE_TAGS = """
			ALTER TABLE payout_detail DISABLE TRIGGER ALL;
			INSERT INTO payout_detail (business_id, payout_id, purpose, tags)
			VALUES ('%1$s', uuidv7(), 'A', ARRAY[' one', U&'two words\\3000', 'three']),
			       ('%1$s', uuidv7(), 'B', ARRAY['kept', 'two words']), ('%1$s', uuidv7(), 'C', '{}');
			ALTER TABLE payout_detail ENABLE TRIGGER ALL
			""".formatted(BUSINESS);

	private static final String POPULATE_REFERENCES = """
			INSERT INTO beneficiary (business_id, beneficiary_code, name, phone_number, vpa) VALUES ('%1$s', 'BEN00000009', 'A', '9876543210', 'x.hnd00000000000000000000000000@upi');
			INSERT INTO reconciliation_open_line (bank_statement_id, line_number, nodal_account_id, business_date, booked_on, signed_paise, kind, reference)
			VALUES ('%1$s', 1, 1, '2026-11-01', '2026-11-01', 100, 'RETURN', 'HND00000000000000000000000000')
			"""
		.formatted(BUSINESS);

	private static final String POPULATE_REJECTED_STATEMENTS = """
			SET session_replication_role = replica;
			INSERT INTO statement_file (sha256, file_name, stored_as, source, status, due_at, ended_at, failure, size_bytes)
			VALUES (sha256('a'), 'day.csv', 'a', 'UPLOAD', 'REJECTED', NULL, now(), 'Line 7, column Date: Not a date: "Ravi Kumār, 42 Rd"', 1);
			INSERT INTO bank_statement_problem (kind, file_name, line_number, reason)
			VALUES ('REJECTED', 'day.csv', 7, 'Not a date: "Ravi Kumār, 42 Rd"'),
			       ('REJECTED', 'day.xml', 8, 'Not camt.053 of version 02 to 13: "urn:camt.054"');
			INSERT INTO reconciliation_break (nodal_account_id, break_key, type, difference_paise, amount_paise, line_count, entry_count, detail,
			                                  opened_on)
			SELECT 1, 'file:' || statement_file_id, 'STATEMENT_GAP', 0, 0, 0, 0, 'File ' || file_name || ' was rejected: ' || failure, '2026-11-20'
			  FROM statement_file;
			SET session_replication_role = origin
			""";

	private static final String POPULATE_INVITATIONS = """
			INSERT INTO business (business_id, business_code, business_name)
			VALUES ('%1$s', 'BIZ00000001', 'Asha Traders');
			INSERT INTO person (audience, email, person_name)
			VALUES ('MERCHANT', 'asha@example.com', 'Asha'), ('MERCHANT', 'bina@example.com', 'Bina');
			INSERT INTO invitation (token_hash, purpose, audience, email, business_id, roles, expires_at, used_at)
			VALUES (sha256('used'), 'JOIN', 'MERCHANT', 'Asha@example.com', '%1$s', '{OWNER}', now() + interval '1 hour', now()),
			       (sha256('open'), 'JOIN', 'MERCHANT', 'bina@example.com', '%1$s', '{MAKER}', now() + interval '1 hour', NULL);
			"""
		.formatted(BUSINESS);

	/** The PAN is refused; the last of two proposals is that of the case. */
	private static final String POPULATE_RETURNED_CASE = """
			SET session_replication_role = replica;
			INSERT INTO business (business_id, business_code, business_name) VALUES ('%1$s', 'BIZ00000003', 'Chitra Traders');
			INSERT INTO person (person_id, audience, email, person_name) VALUES ('%2$s', 'MERCHANT', 'chitra@example.com', 'Chitra');
			INSERT INTO onboarding_case (business_id, state, submitted_at, approval_id) VALUES ('%1$s', 'IN_REVIEW', now(), '%2$s');
			INSERT INTO onboarding_requirement (business_id, requirement, state, value, reason_code, open)
			VALUES ('%1$s', 'PAN', 'REFUSED', 'AABFA1234F', 'ILLEGIBLE', true),
			       ('%1$s', 'GSTIN', 'ACCEPTED', '09AABFA1234F1ZX', NULL, false), ('%1$s', 'CITY', 'ACCEPTED', 'Agra', NULL, false);
			INSERT INTO approval (approval_id, kind, content_hash, summary, maker_id, rule, people_needed, expires_at)
			VALUES ('%2$s', 'KYC_APPROVAL', sha256('2'), 'Asha Traders', '%2$s', 'x', 1, now() + interval '1 hour'),
			       ('%1$s', 'KYC_APPROVAL', sha256('1'), 'Asha Traders', '%2$s', 'x', 1, now() + interval '1 hour'),
			       (uuidv7(), 'OWNER_RECOVERY', sha256('OWNER_RECOVERY|%2$s'), 'asha@example.com', '%2$s', 'x', 1, now() + interval '1 hour'),
			       (uuidv7(), 'BULK_RELEASE', sha256('4'), 'salaries of Asha', '%2$s', 'x', 1, now() + interval '1 hour');
			SET session_replication_role = origin;
			"""
		.formatted(OTHER_BUSINESS, PAYOUT);

	private static final String POPULATE_STATEMENTS = """
			SET session_replication_role = replica;
			INSERT INTO bank_statement (nodal_account_id, business_date, statement_reference, page, format, source, file_name, sha256,
			                            file_position, opening_paise, closing_paise, line_count, credit_paise, debit_paise)
			SELECT 1, '2026-11-20', reference, page, 'CAMT053', 'UPLOAD', 'x', sha256('x'), page, 0, 5, 0, 0, 0
			  FROM (VALUES ('S', 3), ('S', 2), ('T', 1)) AS of_day (reference, page);
			INSERT INTO reconciliation_statement (bank_statement_id, run_id)
			SELECT bank_statement_id, 1 FROM bank_statement WHERE statement_reference = 'S';
			SET session_replication_role = origin;
			""";

	/** A claimed delivery with two attempts, and one that is due. */
	private static final String POPULATE_WEBHOOKS = """
			SET session_replication_role = replica;
			INSERT INTO webhook_endpoint (business_id, endpoint_id, url, secret_ciphertext)
			VALUES ('%1$s', '%1$s', 'https://example.com/', '');
			INSERT INTO webhook_delivery (delivery_id, business_id, endpoint_id, payout_id, event_id, event, body,
			                              attempt_count, counted_attempts, due_at, claim_id, claimed_until)
			VALUES ('%2$s', '%1$s', '%1$s', '%2$s', (SELECT event_id FROM payout_event WHERE sequence = 1), 'Initiated',
			        '{}', 2, 2, now(), uuidv7(), now()),
			       (uuidv7(), '%1$s', '%1$s', '%2$s', (SELECT event_id FROM payout_event WHERE sequence = 2), 'Successful',
			        '{}', 0, 0, now(), NULL, NULL);
			INSERT INTO webhook_attempt (delivery_id, attempt_number, started_at, duration_ms, response_status)
			VALUES ('%2$s', 1, now(), 10, 500), ('%2$s', 2, now(), 10, 500);
			SET session_replication_role = origin;
			"""
		.formatted(BUSINESS, PAYOUT);

	/** Two full buckets of one business, and one of another. */
	private static final String POPULATE_SEARCH = """
			INSERT INTO search_bucket (business_id, from_payout_id, payouts)
			VALUES ('%1$s', '00000000-0000-0000-0000-000000000000', 8192),
			       ('%1$s', '01a1fecf-0000-7000-8000-000000008193', 8),
			       ('%2$s', '00000000-0000-0000-0000-000000000000', 3);
			INSERT INTO payout_search (business_id, payout_id, part, text, bucket_id)
			SELECT CASE WHEN n <= 8200 THEN '%1$s'::uuid ELSE '%2$s' END,
			       ('01a1fecf-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 0, 'ord-' || n,
			       CASE WHEN n <= 8192 THEN 1 WHEN n <= 8200 THEN 2 ELSE 3 END
			  FROM generate_series(1, 8203) AS n
			 ORDER BY md5(n::text);
			""".formatted(BUSINESS, PAYOUT);

}
