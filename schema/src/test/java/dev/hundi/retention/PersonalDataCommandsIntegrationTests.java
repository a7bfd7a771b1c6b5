package dev.hundi.retention;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.PersonOfThePast;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import dev.hundi.walletexport.WalletExports;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PersonalDataCommandsIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TestBusiness business = TestBusiness.create(this.database);

	private final PersonOfThePast recent = PersonOfThePast.insert(this.database, this.business.id(), "recently",
			"300001", 1);

	private final PersonOfThePast other = PersonOfThePast.insert(this.database, this.business.id(), "otherwise",
			"300002", 1);

	private SingleConnectionDataSource session;

	private PersonalDataCommands commands;

	@BeforeEach
	void connect() {
		this.session = new SingleConnectionDataSource(this.database.url(), "postgres", "postgres", true);
		this.commands = new PersonalDataCommands(this.session,
				new RetentionPeriods(5, 8, Duration.ofDays(400), Duration.ofDays(90), Duration.ofDays(180), null));
	}

	@AfterEach
	void disconnect() {
		this.session.destroy();
	}

	@AfterAll
	void close() {
		this.database.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "account", "phone", "email" })
	void exportsEverythingAboutAPersonAndNothingAboutOthers(String by, @TempDir Path directory) throws IOException {
		Path file = directory.resolve("person.json");

		String report = run("export", by, this.recent, "--to", file.toString());

		assertThat(report).endsWith(file.toString());
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
		JsonNode exported = JsonMapper.shared().readTree(Files.readString(file));
		for (String table : this.recent.whereabouts(this.database)) {
			if (!table.equals("wallet_export")) {
				assertThat(exported.path(table).size()).as(table).isPositive();
			}
		}
		assertThat(exported.path("payout").get(0).path("payout_id").asString())
			.isEqualTo(this.recent.payoutId().toString());
		assertThat(exported.path("files").toString()).contains("statement/recently.dat", "MSG300001.xml");
		assertThat(Files.readString(file)).doesNotContain(this.other.name(), this.other.account(), this.other.phone());
		int requests = requests();
		assertThatIllegalStateException().isThrownBy(() -> run("export", by, this.recent, "--to", file.toString()));
		assertThat(requests()).as("an export that did not happen is not recorded").isEqualTo(requests);
	}

	@Test
	void showsBodiesOfWebhooksAsText(@TempDir Path directory) throws IOException {
		PersonOfThePast person = PersonOfThePast.insert(this.database, this.business.id(), "notified", "340001", 1);
		this.jdbc
			.sql("""
					DO $$ BEGIN
					  SET LOCAL session_replication_role = replica;
					  INSERT INTO webhook_delivery (business_id, endpoint_id, payout_id, event_id, event, body)
					  VALUES ('$business', gen_random_uuid(), '$payout', gen_random_uuid(), 'Failed',
					          convert_to('{"name":"आशा ₹"}', 'UTF8'));
					  INSERT INTO webhook_attempt (delivery_id, attempt_number, started_at, duration_ms, response_status, response_body)
					  SELECT delivery_id, 1, now(), 1, 200, '\\x4f4b5c0aff'::bytea FROM webhook_delivery WHERE payout_id = '$payout';
					END $$
					"""
				.replace("$business", this.business.id().toString())
				.replace("$payout", person.payoutId().toString()))
			.update();
		Path file = directory.resolve("person.json");

		run("export", "account", person, "--to", file.toString());
		this.jdbc
			.sql("""
					DO $$ BEGIN
					  SET LOCAL session_replication_role = replica;
					  DELETE FROM webhook_attempt WHERE delivery_id IN (SELECT delivery_id FROM webhook_delivery WHERE payout_id = '$payout');
					  DELETE FROM webhook_delivery WHERE payout_id = '$payout';
					END $$
					"""
				.replace("$payout", person.payoutId().toString()))
			.update();

		JsonNode exported = JsonMapper.shared().readTree(Files.readString(file));
		assertThat(exported.path("webhook_delivery").get(0).path("body").asString()).isEqualTo("{\"name\":\"आशा ₹\"}");
		assertThat(exported.path("webhook_attempt").get(0).path("response_body").asString()).as("OK and two bytes")
			.isEqualTo("OK\\\n\ufffd");
	}

	/** An account number has an owner at each bank, and ten digits may be anything. */
	@ParameterizedTest
	@CsvSource({ "account, 2", "phone, 6" })
	void findsNoRowsOfPeopleWithTheSameDigits(String by, int row, @TempDir Path directory) throws IOException {
		PersonOfThePast person = PersonOfThePast.insert(this.database, this.business.id(), by + "s", "33000" + row, 1);
		this.jdbc
			.sql("""
					DO $$ BEGIN
					  SET LOCAL session_replication_role = replica;
					  INSERT INTO bulk_row (business_id, bulk_file_id, row_number, status, cells, errors)
					  SELECT business_id, bulk_file_id, 10 + n, 'INVALID', cells,
					         '[{"column":"Rail","code":"REQUIRED","message":"Rail is required"}]' FROM bulk_file, (VALUES
					    (1, ARRAY['Stranger', '$account', 'ICIC0000001', '9811111111', 'A1']),
					    (2, ARRAY['Person', '$account', 'hdfc0000001', '9811111111', 'A2']),
					    (3, ARRAY['Stranger', '91$phone', 'ICIC0000001', '', 'A3']),
					    (4, ARRAY['Stranger', '123456789', 'ICIC0000001', '', 'INV-$phone']),
					    (5, ARRAY['Stranger', '123456789', 'ICIC0000001', '', '$phone']),
					    (6, ARRAY['Person', '123456789', 'ICIC0000001', '+91 97003-3000$row', 'A6'])) AS r (n, cells)
					   WHERE sha256 = sha256('$words');
					  UPDATE bulk_file SET headings = '{Name,Account No.,IFSC,Mobile,Reference}' WHERE sha256 = sha256('$words');
					  INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction,
					                                   amount_paise, booked_on, value_on, kind, utr, counterparty_account, counterparty_name)
					  SELECT bank_statement_id, 2, nodal_account_id, business_date, 'CREDIT', 10000, booked_on, value_on, 'CREDIT',
					         'UTRSTRANGER', counterparty_account, 'Stranger'
					    FROM bank_statement_line WHERE counterparty_account = '$account';
					END $$
					"""
				.replace("$account", person.account())
				.replace("$phone", person.phone())
				.replace("$row", String.valueOf(row))
				.replace("$word", by))
			.update();
		Path file = directory.resolve("person.json");

		run("export", by, person, "--to", file.toString());

		JsonNode exported = JsonMapper.shared().readTree(Files.readString(file));
		assertThat(exported.path("bulk_row").valueStream().map((found) -> found.path("row_number").asInt()))
			.containsExactlyInAnyOrder(1, 2, 10 + row);
		assertThat(Files.readString(file)).doesNotContain("Stranger");
	}

	@Test
	void erasesWhatNoLawRequiresAndSaysWhatItKeeps() {
		PersonOfThePast person = PersonOfThePast.insert(this.database, this.business.id(), "erasable", "310001", 1);
		List<String> before = person.whereabouts(this.database);
		int requests = requests();

		String dry = run("erase", "account", person);

		assertThat(dry).endsWith("Nothing was changed; repeat it with --execute.");
		assertThat(person.whereabouts(this.database)).isEqualTo(before);
		assertThat(requests()).isEqualTo(requests);

		String report = run("erase", "account", person, "--execute");

		String until = this.jdbc
			.sql("SELECT ((now() AT TIME ZONE 'Asia/Kolkata')::date + interval '4 years')::date::text")
			.query(String.class)
			.single();
		assertThat(report.lines().filter((line) -> line.startsWith("erase"))).hasSize(2)
			.anyMatch((line) -> line.contains(" payout ") && line.contains(person.payoutId().toString())
					&& line.endsWith("phone number and e-mail address, which no law requires"))
			.anyMatch((line) -> line.contains(" bulk_row ") && line.endsWith("of a row without a payout"));
		assertThat(report.lines().filter((line) -> line.startsWith("keep "))).hasSize(4)
			.anyMatch((line) -> line.contains(" beneficiary ") && line.contains("kept until " + until.substring(0, 4)))
			.anyMatch((line) -> line.contains(" payout ") && line.contains("kept until " + until.substring(0, 4)))
			.anyMatch((line) -> line.contains(" bulk_row ") && line.contains("order of a payout"))
			.anyMatch((line) -> line.contains(" bank_statement_line ") && line.contains("Companies Act"));
		assertThat(report).doesNotContain(person.name(), person.account(), person.phone(), person.email());
		assertThat(
				this.jdbc.sql("SELECT beneficiary_phone || ' ' || beneficiary_name FROM payout WHERE payout_id = :id")
					.param("id", person.payoutId())
					.query(String.class)
					.single())
			.isEqualTo("ERASED " + person.name());
		assertThat(this.business.violations()).isEmpty();
	}

	/**
	 * Interrupted anywhere, it is continued by calling it again; done, it finds nothing.
	 */
	@Test
	void isIdempotentAndAudited() {
		PersonOfThePast person = PersonOfThePast.insert(this.database, this.business.id(), "repeated", "310002", 1);
		run("erase", "phone", person, "--execute");
		int erasures = count("personal_data_erasure");

		String second = run("erase", "phone", person, "--execute");

		assertThat(second.lines()).noneMatch((line) -> line.startsWith("erase"));
		assertThat(count("personal_data_erasure")).isEqualTo(erasures);
		assertThat(this.jdbc.sql("""
				SELECT concat_ws(' ', r.kind, r.found_by, r.requested_by, r.reason) FROM personal_data_request r
				 ORDER BY request_id DESC LIMIT 1
				""").query(String.class).single()).isEqualTo("ERASURE PHONE Asha letter of 2026-11-20");
		assertThat(this.jdbc.sql(
				"SELECT string_agg(to_jsonb(e)::text || (SELECT string_agg(to_jsonb(r)::text, '') FROM personal_data_request r), '') FROM personal_data_erasure e")
			.query(String.class)
			.single()).doesNotContain(person.name(), person.account(), person.phone(), person.email());
	}

	/** Without its phrase it would contain the movements of everybody. */
	@Test
	void aFailedExportIsNotTriedAgainWithoutItsPhrase() {
		PersonOfThePast person = PersonOfThePast.insert(this.database, this.business.id(), "searched", "310003", 1);
		UUID export = this.jdbc
			.sql("""
					INSERT INTO wallet_export (business_id, kind, format, search, last_sequence, file_name, status, due_at, failure, completed_at)
					VALUES (:business, 'REQUESTED', 'CSV', :search, 0, 'wallet-BIZ00000000-20200101-20200102.csv', 'FAILED', NULL,
					        'the disk is full', now())
					RETURNING export_id
					""")
			.param("business", this.business.id())
			.param("search", person.account())
			.query(UUID.class)
			.single();

		assertThat(run("erase", "account", person, "--execute")).contains("erase wallet_export");

		assertThat(this.jdbc.sql("SELECT status || coalesce(search, '') FROM wallet_export WHERE export_id = :id")
			.param("id", export)
			.query(String.class)
			.single()).isEqualTo("EXPIRED");
		assertThat(OwnerBeans.bean(this.database.url(), null, WalletExports.class).retry(export)).isFalse();
	}

	/** Never paid and archived: nothing but the merchant's wish kept it. */
	@Test
	void erasesAnArchivedBeneficiaryThatWasNotPaid() {
		String email = "unpaid@mail.test";
		this.jdbc.sql("""
				WITH b AS (
				  INSERT INTO beneficiary (business_id, beneficiary_code, name, email, phone_number, vpa)
				  VALUES (:business, 'BEN32000100', 'Never Paid', :email, '9700320001', 'never@upi') RETURNING *
				)
				INSERT INTO beneficiary_event (business_id, beneficiary_id, sequence, kind, snapshot)
				SELECT business_id, beneficiary_id, 1, 'CREATED', beneficiary_snapshot(b::beneficiary) FROM b
				""").param("business", this.business.id()).param("email", email).update();
		List<String> words = new ArrayList<>(
				List.of("erase", "--email", email, "--by", "Asha", "--reason", "letter", "--execute"));
		assertThat(this.commands.run(words)).contains("erase it once the business has archived it");

		this.jdbc.sql("UPDATE beneficiary SET status = 0 WHERE email = :email").param("email", email).update();
		assertThat(this.commands.run(words)).contains("erase beneficiary ");

		assertThat(this.jdbc.sql("""
				SELECT b.name || ' ' || (e.snapshot ->> 'beneficiaryCode') || ' ' || (e.snapshot::text ~* 'never')
				  FROM beneficiary b JOIN beneficiary_event e USING (business_id, beneficiary_id)
				 WHERE b.beneficiary_code = 'BEN32000100'
				""").query(String.class).single()).isEqualTo("ERASED BEN32000100 false");
	}

	/** Even the owner changes protected rows only by an erasure that is due. */
	@ParameterizedTest
	@ValueSource(strings = {
			"UPDATE payout SET beneficiary_name = 'ERASED', account_number = 'ERASED', narration = NULL",
			"UPDATE payout SET beneficiary_phone = '9700000000' WHERE completed_at IS NOT NULL",
			"UPDATE payout SET beneficiary_email = 'a@b.test' WHERE completed_at IS NOT NULL",
			"UPDATE bank_statement_line SET counterparty_account = NULL, counterparty_name = NULL, narration = NULL",
			"UPDATE bank_statement_line SET amount_paise = 1",
			"UPDATE beneficiary_event SET snapshot = erased_snapshot(snapshot)",
			"UPDATE beneficiary_event SET kind = 'UPDATED'",
			"UPDATE bank_file_order SET beneficiary_name = 'ERASED', account_number = 'ERASED', narration = NULL",
			"SELECT erase_beneficiary(business_id, beneficiary_id) FROM beneficiary WHERE name = 'Kavita recently'",
			"UPDATE beneficiary SET erased_at = now()", "DELETE FROM personal_data_request" })
	void refusesToEraseTooEarly(String sql) {
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.jdbc.sql(sql).query((row) -> {
		}));
	}

	/** A caller of the functions cannot shorten the periods. */
	@Test
	void functionsKeepWhatTheLawRequires() {
		List<String> before = this.recent.whereabouts(this.database);
		this.jdbc.sql("""
				SELECT erase_payouts(to_timestamp(0), now(), 100), erase_beneficiaries(now(), 100),
				       erase_bulk_rows(to_timestamp(0), now(), 100), erase_bank_callbacks(now(), 100),
				       erase_statement_lines('2000-01-01', current_date, 100)
				""").query((row) -> {
		});
		assertThat(this.recent.whereabouts(this.database)).isEqualTo(before);
	}

	@Test
	void rejectsWrongWords() {
		for (String words : List.of("", "erase", "erase --vpa a@upi --by x --reason letter --email a@b.test",
				"export --phone 12 --by x --reason letter --to f", "erase --account 123456789 --by x --reason letter",
				"erase --phone 9876543210 --by x --reason letter --exec", "erase --phone 9876543210 --reason letter",
				"erase --phone 9876543210 --by x --reason 9876543210",
				"rewrite --phone 9876543210 --by x --reason letter")) {
			assertThatIllegalArgumentException().as(words)
				.isThrownBy(() -> this.commands.run(words.isEmpty() ? List.of() : List.of(words.split(" "))));
		}
	}

	private String run(String command, String by, PersonOfThePast person, String... more) {
		List<String> words = new ArrayList<>(List.of(command, "--by", "Asha", "--reason", "letter of 2026-11-20"));
		words.addAll(switch (by) {
			case "account" -> List.of("--account", person.account(), "--ifsc", PersonOfThePast.IFSC);
			case "phone" -> List.of("--phone", "+91" + person.phone());
			default -> List.of("--email", person.email().toUpperCase(Locale.ROOT));
		});
		words.addAll(List.of(more));
		return this.commands.run(words);
	}

	private int requests() {
		return count("personal_data_request");
	}

	private int count(String table) {
		return this.jdbc.sql("SELECT count(*) FROM " + table).query(Integer.class).single();
	}

}
