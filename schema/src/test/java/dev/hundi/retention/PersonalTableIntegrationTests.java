package dev.hundi.retention;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * No column of the database holds personal data without a rule that ends it: each column
 * whose name or comment speaks of such data is in {@link PersonalTable} or listed here
 * with the reason why it stays.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PersonalTableIntegrationTests {

	private static final Pattern NAME = Pattern.compile("account|vpa|phone|email|(^|_)name$|holder|narration|address"
			+ "|network|counterparty|cells|body|snapshot|search|^text$|metadata|description|evidence|(^|_)note$|detail"
			+ "|maker|checker|owner|_by$|by_whom|problem$|person|subject");

	private static final Pattern COMMENT = Pattern.compile("(?i)personal data");

	/** Columns of these names hold none in any table. */
	private static final Map<String, String> NEVER_PERSONAL = Map.ofEntries(Map.entry("account_id", "of the ledger"),
			Map.entry("nodal_account_id", "of our own bank account"), Map.entry("account_type", "a kind"),
			Map.entry("bank_name", "a bank"), Map.entry("branch_name", "a bank"),
			Map.entry("file_name", "named by a merchant or a bank; documented as free of personal data"),
			Map.entry("virtual_account_number", "of a merchant's wallet"), Map.entry("job_name", "Spring Batch"),
			Map.entry("step_name", "Spring Batch"), Map.entry("parameter_name", "Spring Batch"),
			Map.entry("table_name", "a table"), Map.entry("found_by", "a kind of identifier"),
			Map.entry("described_by", "a row number"), Map.entry("reported_by", "a kind of message"),
			Map.entry("erased_at", "a time"), Map.entry("installed_by", "a database role"),
			Map.entry("by_hand_only", "a flag"), Map.entry("kind_from_narration", "a flag"));

	/** Stay as long as the books: audit of who decided what, and data of merchants. */
	private static final Map<String, String> KEPT = Map.ofEntries(Map.entry("bank_calendar", "name of a holiday"),
			Map.entry("bank_calendar_change", "audit of two people"),
			Map.entry("bank_conflict", "audit of a manual review"),
			Map.entry("beneficiary_verification.settled_by", "audit of a manual review"),
			Map.entry("name_verification.requested_by", "API or a person of the portal"),
			Map.entry("bulk_file", "API keys and jobs, not people"), Map.entry("bulk_file_event", "the same"),
			Map.entry("business", "a merchant, registered for GST"), Map.entry("flyway_schema_history", "migrations"),
			Map.entry("ip_rule", "networks of a merchant"), Map.entry("nodal_account", "our own bank account"),
			Map.entry("personal_data_request", "audit"), Map.entry("reconciliation_break", "audit"),
			Map.entry("reconciliation_break_event", "audit"), Map.entry("reconciliation_figure", "name of a figure"),
			Map.entry("reconciliation_resolution", "audit of two people"),
			Map.entry("reconciliation_run", "audit of two people"), Map.entry("reconciliation_run_break", "signed"),
			Map.entry("reconciliation_violation", "the key of a row"), Map.entry("search_progress", "name of an index"),
			Map.entry("sweep_progress", "name of a sweep"), Map.entry("stream_gap", "what was missing"),
			Map.entry("statement_file.account_number", "our own bank account"),
			Map.entry("wallet_movement", "kind and UTR of a movement; the payee is in payout"),
			Map.entry("approval", "audit of two people"), Map.entry("approval_decision", "the same"),
			Map.entry("approval_checker", "the same"), Map.entry("payout_rule", "the same"),
			Map.entry("payout_detail.maker_id", "the same"), Map.entry("audit_event", "audit"),
			Map.entry("invitation", "audit of who joined"), Map.entry("membership", "people of the portal, no payees"),
			Map.entry("staff_role", "the same"),
			Map.entry("onboarding_requirement", "records of identity of merchants"),
			Map.entry("onboarding_principal", "the same"), Map.entry("onboarding_document", "the same"),
			Map.entry("onboarding_note", "the same"), Map.entry("person", "people of the portal"),
			Map.entry("person_device", "the same"), Map.entry("person_password", "the same"),
			Map.entry("person_totp", "the same"), Map.entry("recovery_code", "the same"),
			Map.entry("submitted_form", "the same"), Map.entry("operator_request", "the same"),
			Map.entry("access_token", "the same"), Map.entry("saved_view", "the same"),
			Map.entry("user_entities", "the same"), Map.entry("device_login", "ends after ten minutes"),
			Map.entry("merchant_session", "ends after eight hours"),
			Map.entry("merchant_session_attributes", "the same"), Map.entry("staff_session", "the same"),
			Map.entry("staff_session_attributes", "the same"), Map.entry("approval_delegation", "audit of two people"),
			Map.entry("bank_switch", "audit"), Map.entry("reconciliation_comment", "audit"),
			Map.entry("reconciliation_evidence", "audit"), Map.entry("statement_profile", "audit of two people"),
			Map.entry("reconciliation_rules", "audit of two people"),
			Map.entry("payout_columns", "people of the portal"),
			Map.entry("bank_statement_problem.column_name", "a column of a file"));

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	@AfterAll
	void close() {
		this.database.close();
	}

	@Test
	void everyColumnWithPersonalDataHasARule() {
		List<String> undeclared = new ArrayList<>();
		for (Column column : columns()) {
			if (column.isPersonal() && !column.isDeclared()) {
				undeclared.add(column.table() + "." + column.name());
			}
		}
		assertThat(undeclared).as("declare it in PersonalTable with a rule of ErasureRule, or here with a reason")
			.isEmpty();
	}

	@Test
	void findsNewColumns() {
		this.jdbc.sql("CREATE TABLE payee_note (payee_phone text, other text)").update();
		this.jdbc.sql("COMMENT ON COLUMN payee_note.other IS 'Personal data: an identity card.'").update();
		try {
			assertThat(columns().stream().filter((column) -> column.table().equals("payee_note"))).hasSize(2)
				.allMatch((column) -> column.isPersonal() && !column.isDeclared());
		}
		finally {
			this.jdbc.sql("DROP TABLE payee_note").update();
		}
	}

	@Test
	void declaresOnlyColumnsThatExist() {
		Set<String> existing = new TreeSet<>();
		columns().forEach((column) -> existing.add(column.table() + "." + column.name()));
		for (PersonalTable table : PersonalTable.values()) {
			assertThat(existing)
				.containsAll(table.columns().stream().map((column) -> table.table() + "." + column).toList());
		}
		KEPT.keySet()
			.forEach((kept) -> assertThat(existing)
				.anyMatch((column) -> column.equals(kept) || column.startsWith(kept + ".")));
	}

	/** Each table and step is explained, so that the document cannot be forgotten. */
	@Test
	void theDocumentNamesEveryTableAndStep() throws IOException {
		String document = Files.readString(Path.of("..", "docs", "personal-data.md"));
		for (PersonalTable table : PersonalTable.values()) {
			assertThat(document).contains("`" + table.table() + "`");
		}
		for (ErasureRule rule : ErasureRule.values()) {
			assertThat(document).contains("`" + rule.stepName() + "`");
		}
	}

	private List<Column> columns() {
		return this.jdbc.sql("""
				SELECT c.relname AS table, a.attname AS name, coalesce(col_description(c.oid, a.attnum), '') AS comment
				  FROM pg_class c
				  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
				 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
				 ORDER BY 1, a.attnum
				""").query(Column.class).list();
	}

	private record Column(String table, String name, String comment) {

		boolean isPersonal() {
			return NAME.matcher(this.name).find() || COMMENT.matcher(this.comment).find();
		}

		boolean isDeclared() {
			return NEVER_PERSONAL.containsKey(this.name) || KEPT.containsKey(this.table)
					|| KEPT.containsKey(this.table + "." + this.name)
					|| List.of(PersonalTable.values())
						.stream()
						.anyMatch((table) -> table.table().equals(this.table) && table.columns().contains(this.name));
		}

	}

}
