package dev.hundi.installation;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.hundi.digest.Sha256;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

import org.springframework.jdbc.core.simple.JdbcClient;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The way of the first ADMIN into an installation. Alone, because the link is logged, and
 * an application that starts in another test resets the log.
 */
@Isolated
class ManageStaffIntegrationTests {

	private static final Pattern LINK = Pattern.compile("https://staff\\.example\\.com/invitation/([A-Za-z0-9_-]{43})");

	private static final String ORIGIN = "--hundi.portal.origin=https://staff.example.com";

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final PrintStream console = System.out;

	private final ByteArrayOutputStream output = new ByteArrayOutputStream();

	@BeforeEach
	void capture() {
		System.setOut(new PrintStream(this.output, true, UTF_8));
	}

	@AfterEach
	void close() {
		System.setOut(this.console);
		this.database.close();
	}

	@Test
	void invitesTheFirstAdminAndRecordsIt() {
		assertThat(run("invite", "first@example.com", ORIGIN)).isZero();
		List<String> tokens = tokens();
		assertThat(tokens).hasSize(1);
		assertThat(this.jdbc.sql("""
				SELECT email || ' ' || purpose || ' ' || audience || ' ' || array_to_string(roles, ',')
				  FROM open_invitation(:hash) WHERE invited_by IS NULL AND business_id IS NULL
				""").param("hash", hash(tokens.getFirst())).query(String.class).single())
			.isEqualTo("first@example.com JOIN STAFF ADMIN");
		assertThat(acts()).containsExactly("PERSON_INVITED {\"roles\": [\"ADMIN\"]}");

		assertThat(run("invite", "corrected@example.com", ORIGIN)).isZero();
		assertThat(tokens()).hasSize(2);
		assertThat(this.jdbc.sql("SELECT email FROM invitation WHERE used_at IS NULL AND withdrawn_at IS NULL")
			.query(String.class)
			.list()).as("one link is valid at a time").containsExactly("corrected@example.com");
		assertThat(acts()).containsExactly("PERSON_INVITED {\"roles\": [\"ADMIN\"]}", "INVITATION_WITHDRAWN ",
				"PERSON_INVITED {\"roles\": [\"ADMIN\"]}");
	}

	@Test
	void refusesOnceTheStaffHasAnAdmin() {
		UUID person = person("a@example.com");
		grant(person, "OPERATOR");
		assertThat(run("invite", "first@example.com", ORIGIN)).as("no ADMIN yet").isZero();
		grant(person, "ADMIN");
		assertThat(run("invite", "second@example.com", ORIGIN)).isEqualTo(1);
		assertThat(this.output.toString(UTF_8)).contains("The staff has an ADMIN");
		assertThat(tokens()).hasSize(1);
		assertThat(this.jdbc.sql("SELECT email FROM invitation").query(String.class).list())
			.containsExactly("first@example.com");
	}

	/** No other ADMIN can help the only one. */
	@Test
	void recoversAnAdminAndRecordsIt() {
		UUID admin = person("only@example.com");
		grant(admin, "ADMIN");
		assertThat(run("recover", "Only@example.com", ORIGIN)).isZero();
		assertThat(run("recover", "only@example.com", ORIGIN)).isZero();
		List<String> tokens = tokens();
		assertThat(tokens).hasSize(2);
		assertThat(this.jdbc.sql("SELECT count(*) FROM open_invitation(:hash)")
			.param("hash", hash(tokens.getFirst()))
			.query(Long.class)
			.single()).as("a newer link ends it").isZero();
		assertThat(this.jdbc.sql(
				"SELECT email || ' ' || purpose || ' ' || audience FROM open_invitation(:hash) WHERE person_id = :admin")
			.param("hash", hash(tokens.getLast()))
			.param("admin", admin)
			.query(String.class)
			.single()).isEqualTo("only@example.com RECOVER STAFF");
		assertThat(acts()).containsExactly("RECOVERY_STARTED ", "RECOVERY_STARTED ");
	}

	@Test
	void recoversNoOtherPerson() {
		grant(person("operator@example.com"), "OPERATOR");
		assertThat(run("recover", "operator@example.com", ORIGIN)).isEqualTo(1);
		assertThat(run("recover", "unknown@example.com", ORIGIN)).isEqualTo(1);
		assertThat(this.output.toString(UTF_8)).contains(
				"No ADMIN of the staff has the e-mail address operator@example.com",
				"An ADMIN recovers others on the page Team");
		assertThat(run("recover", "operator@example.com")).isEqualTo(2);
		assertThat(this.jdbc.sql("SELECT count(*) FROM invitation").query(Long.class).single()).isZero();
	}

	private UUID person(String email) {
		UUID person = UUID.randomUUID();
		this.jdbc.sql("INSERT INTO person (person_id, audience, email, person_name) VALUES (:id, 'STAFF', :email, 'A')")
			.param("id", person)
			.param("email", email)
			.update();
		return person;
	}

	@Test
	void rejectsWrongWordsAddressesAndSettings() {
		assertThat(run("invite", ORIGIN)).isEqualTo(2);
		assertThat(run("remove", "first@example.com", ORIGIN)).isEqualTo(2);
		assertThat(run("invite", "first", ORIGIN)).isEqualTo(2);
		assertThat(run("invite", "first@example.com")).isEqualTo(2);
		assertThat(run("invite", "first@example.com", ORIGIN + "/staff")).isEqualTo(2);
		assertThat(run("invite", "first@example.com", ORIGIN, "--hundi.portal.orgin=x")).isNotZero();
		assertThat(run("invite", "first@example.com", ORIGIN, "--dry-run")).isEqualTo(2);
		assertThat(run("invite", "first@example.com", ORIGIN, "--help")).isZero();
		assertThat(this.jdbc.sql("SELECT count(*) FROM invitation").query(Long.class).single()).isZero();
	}

	private int run(String... args) {
		return ManageStaff.run(
				Stream
					.concat(Arrays.stream(args),
							Stream.of("--hundi.database.url=" + this.database.url(),
									"--hundi.database.username=postgres", "--hundi.database.password=postgres"))
					.toArray(String[]::new));
	}

	private void grant(UUID person, String role) {
		this.jdbc.sql("INSERT INTO staff_role (person_id, role) VALUES (:person, :role)")
			.param("person", person)
			.param("role", role)
			.update();
	}

	private List<String> acts() {
		return this.jdbc.sql("""
				SELECT act || ' ' || coalesce(after_value::text, '') FROM audit_event
				 WHERE chain = 'staff' AND person_id IS NULL ORDER BY sequence
				""").query(String.class).list();
	}

	private List<String> tokens() {
		Matcher links = LINK.matcher(this.output.toString(UTF_8));
		return links.results().map((link) -> link.group(1)).toList();
	}

	private static byte[] hash(String token) {
		return Sha256.digest(token);
	}

}
