package dev.hundi.approval;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

import dev.hundi.startup.RuntimeRole;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * SQL that runs as the role of the merchants' portal while one person is signed in makes
 * and decides nothing in the name of another one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DecisionsOfOthersIntegrationTests {

	private static final String ASK = """
			INSERT INTO approval (approval_id, kind, business_id, content_hash, summary, maker_id, rule, people_needed, expires_at)
			VALUES ('%s', 'FIRST_API_KEY', '%s', sha256('x'), 'A', '%s', 'R', 1, now() + interval '1 hour')
			""";

	private static final String AGREE = """
			INSERT INTO approval_decision (approval_id, checker_id, decision, content_hash) VALUES ('%s', '%s', 'AGREE', sha256('x'))
			""";

	private static final String DELEGATE = """
			INSERT INTO approval_delegation (business_id, from_person, to_person, starts_at, ends_at)
			VALUES ('%s', '%s', '%s', now(), now() + interval '1 day')
			""";

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final UUID business = TestBusiness.create(this.database).id();

	private final UUID maker = person("MAKER");

	private final UUID checker = person("CHECKER");

	@AfterAll
	void close() {
		this.database.close();
	}

	@Test
	void noPersonAsksForAnother() throws SQLException {
		assertRefused(this.maker, ASK.formatted(UUID.randomUUID(), this.business, this.checker));
		run(this.maker, ASK.formatted(UUID.randomUUID(), this.business, this.maker));
	}

	@Test
	void noPersonDecidesForAnother() throws SQLException {
		UUID approval = approval(this.maker);
		assertRefused(this.maker, AGREE.formatted(approval, this.checker));
		run(this.checker, AGREE.formatted(approval, this.checker));
	}

	@Test
	void noPersonDelegatesTheRightOfAnother() throws SQLException {
		assertRefused(this.maker, DELEGATE.formatted(this.business, this.checker, this.maker));
		run(this.checker, DELEGATE.formatted(this.business, this.checker, this.maker));
	}

	@Test
	void noPersonWithdrawsForAnotherOrElsewhere() throws SQLException {
		UUID approval = approval(this.maker);
		UUID ofStaff = UUID.randomUUID();
		this.jdbc.sql(ASK.formatted(ofStaff, this.business, this.maker).replace("'" + this.business + "'", "NULL"))
			.update();
		String withdraw = "SELECT withdraw_approval('%s', '%s')";
		run(this.checker, withdraw.formatted(approval, this.maker));
		run(null, withdraw.formatted(approval, this.maker));
		run(this.maker, withdraw.formatted(ofStaff, this.maker));
		assertThat(state(approval)).isEqualTo("OPEN");
		assertThat(state(ofStaff)).isEqualTo("OPEN");
		run(this.maker, withdraw.formatted(approval, this.maker));
		assertThat(state(approval)).isEqualTo("WITHDRAWN");
	}

	private UUID approval(UUID by) {
		UUID id = UUID.randomUUID();
		this.jdbc.sql(ASK.formatted(id, this.business, by)).update();
		return id;
	}

	private String state(UUID approval) {
		return this.jdbc.sql("SELECT state FROM approval WHERE approval_id = ?")
			.param(approval)
			.query(String.class)
			.single();
	}

	private void assertRefused(UUID signedIn, String sql) {
		assertThatExceptionOfType(SQLException.class).isThrownBy(() -> run(signedIn, sql))
			.withMessageContaining("row-level security");
	}

	private void run(@Nullable UUID signedIn, String sql) throws SQLException {
		try (Connection connection = DriverManager.getConnection(this.database.url(),
				RuntimeRole.PORTAL_MERCHANT.roleName(), "trusted");
				Statement statement = connection.createStatement()) {
			statement.execute(
					"SELECT set_config('hundi.person_id', '%s', false), set_config('hundi.business_id', '%s', false)"
						.formatted((signedIn != null) ? signedIn : "", this.business));
			statement.execute(sql);
		}
	}

	private UUID person(String role) {
		UUID person = this.jdbc
			.sql("INSERT INTO person (audience, email, person_name) VALUES ('MERCHANT', ?, 'A') RETURNING person_id")
			.param(role + "@decisions.example")
			.query(UUID.class)
			.single();
		this.jdbc.sql("INSERT INTO membership (person_id, business_id, role) VALUES (?, ?, ?)")
			.params(person, this.business, role)
			.update();
		return person;
	}

}
