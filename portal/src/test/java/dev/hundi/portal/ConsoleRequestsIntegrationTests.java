package dev.hundi.portal;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import dev.hundi.operator.CarryOut;
import dev.hundi.operator.CarryOutRequests;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestOutcome;
import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.console.ConsoleRows;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.OneOfEachRole;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.startup.DatabaseSettings;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.Session;

import static org.assertj.core.api.Assertions.assertThat;

/** Jobs and dead letters: what the portal asks other processes for. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleRequestsIntegrationTests {

	private static final Set<Role> READERS = Set.of(Role.OPERATOR, Role.ADMIN, Role.AUDITOR);

	private static final String REASON = "the cause is corrected";

	private static final String TOPIC = "hundi.payout.v1";

	private static final Predicate<String> BENEFICIARIES = (act) -> act.contains("hundi.beneficiary.v1");

	private final TestPortal portal = new TestPortal();

	private final ConsoleRows rows = new ConsoleRows(this.portal.jdbc());

	@SuppressWarnings("NullAway.Init")
	private OneOfEachRole people;

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy staff;

	@BeforeAll
	void start() {
		this.staff = this.portal.start(Audience.STAFF);
		this.people = OneOfEachRole.ofStaff(this.portal, this.staff);
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	/** Roles × routes, every cell. */
	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.MATCH_ANY,
			names = "ONBOARDING|KYC_REVIEWER|KYC_APPROVER|FINANCE_MAKER|FINANCE_CHECKER|OPERATOR|AUDITOR|ADMIN")
	void aRoleReachesItsRoutesOnly(Role role) {
		for (String page : List.of("/console/jobs", "/console/dead-letters")) {
			assertThat(visitor(role).get(page).status()).as(page).isEqualTo(READERS.contains(role) ? 200 : 403);
		}
		assertThat(visitor(role).post("/console/dead-letters/read", Map.of()).status())
			.isEqualTo(READERS.contains(role) ? 302 : 403);
		for (String act : List.of("/console/jobs/1/restart", "/console/dead-letters/replay",
				"/console/dead-letters/discard", "/console/dead-letters/replay-all")) {
			assertThat(visitor(role).post(act, Map.of("topic", TOPIC)).status()).as(act)
				.isEqualTo((role == Role.OPERATOR) ? 302 : 403);
		}
	}

	/** Pages of the staff poll their own address while something waits. */
	@ParameterizedTest
	@ValueSource(
			strings = { "/console/jobs", "/console/dead-letters", "/statements", "/finance/breaks", "/finance/rules" })
	@SuppressWarnings("unchecked")
	void aPageThatUpdatesItselfDoesNotKeepItsSession(String page) {
		Member member = this.portal.person("unattended-" + page.replace('/', '-') + "@example.com", null,
				Role.FINANCE_MAKER, Role.OPERATOR);
		Visitor visitor = Visitor.signedIn(this.staff.url(), member);
		assertThat(visitor.get(page, "HX-Request", "true").status()).isEqualTo(200);
		FindByIndexNameSessionRepository<Session> sessions = this.staff.context()
			.getBean(FindByIndexNameSessionRepository.class);
		sessions.findByPrincipalName(member.id().toString()).values().forEach((session) -> {
			session.setAttribute("last-act-at", Instant.now().minus(Duration.ofMinutes(16)));
			sessions.save(session);
		});
		assertThat(visitor.get(page, "HX-Request", "true").header("HX-Redirect")).isEqualTo("/sign-in?ended");
		assertThat(visitor.get(page).location()).startsWith("/sign-in");
	}

	/** The process that carries it out may be down for hours. */
	@Test
	void whatAPersonAskedForIsNotCarriedOutAfterItsRole() {
		Member operator = this.portal.person("loses-a-role@example.com", null, Role.OPERATOR, Role.AUDITOR);
		Visitor asking = Visitor.signedIn(this.staff.url(), operator);
		asking.post("/console/dead-letters/discard", Map.of("topic", TOPIC, "offset", "4711", "reason", REASON));
		assertThat(visitor(Role.ADMIN)
			.post("/team/people/" + operator.id() + "/roles", Map.of("seen", "OPERATOR,AUDITOR", "roles", "AUDITOR"))
			.follow()
			.text()).contains("Done.");
		assertThat(this.portal.jdbc()
			.sql("SELECT kind || ' ' || state || ' ' || coalesce(failure, '') FROM operator_request WHERE person_id = ?")
			.param(operator.id())
			.query(String.class)
			.list()).containsExactly(
					"DISCARD_DEAD_LETTER REFUSED A role was taken from the person who asked, before this was carried out");
		assertThat(visitor(Role.AUDITOR).get("/console/dead-letters").text())
			.contains("A role was taken from the person who asked");
	}

	@Test
	void runsOfJobsAreListedWithTheirProgress() {
		run(1, 101, "housekeeping", "FAILED", "dueAt", "2026-11-22T00:00:00Z");
		run(1, 102, "housekeeping", "COMPLETED", "dueAt", "2026-11-22T00:00:00Z");
		run(2, 103, "wallet-export", "STARTED", "exportId", "e-17");
		run(3, 104, "reconciliation", "FAILED", "runId", "5");
		Visitor auditor = visitor(Role.AUDITOR);
		assertThat(lines(auditor.get("/console/jobs?job=WALLET_EXPORT"), "#runs")).singleElement()
			.asString()
			.contains("103", "exportId=e-17", "Running", "Steps: 1, read: 20, written: 10");
		Visitor.Page failed = auditor.get("/console/jobs?status=FAILED");
		assertThat(lines(failed, "#runs")).hasSize(2)
			.allMatch((line) -> line.contains("java.lang.IllegalStateException"));
		String restarts = "form[action$=/restart]";
		assertThat(failed.document().select(restarts)).as("an AUDITOR restarts nothing").isEmpty();
		assertThat(visitor(Role.OPERATOR).get("/console/jobs?status=FAILED")
			.document()
			.select(restarts)
			.eachAttr("action")).as("not run 101, which was repeated").containsExactly("/console/jobs/104/restart");
		assertThat(auditor.get("/console/jobs?job=HOUSEKEEPING&before=102").document().select("#runs tbody tr"))
			.hasSize(1);
		assertThat(auditor.get("/console/jobs?status=ABANDONED").text()).contains("There is no run.");
		assertThat(auditor.get("/console").textOf("waiting-jobs")).isEqualTo("1");
	}

	@Test
	void aRestartIsAskedForWithAReasonAndItsResultIsShown() {
		run(9, 109, "monthly-statements", "FAILED", "dueAt", "2026-11-22T00:00:00Z");
		Visitor operator = visitor(Role.OPERATOR);
		Visitor.Page page = operator.get("/console/jobs?job=MONTHLY_STATEMENTS");
		Visitor.Page refused = page.submit("#act-109", Map.of("reason", "x")).follow();
		assertThat(refused.text()).contains("Give a reason of 5 to 500 characters.");
		assertThat(refused.document().select("#act-109 textarea").text()).isEqualTo("x");
		Visitor.Page asked = page.submit("#act-109", Map.of("reason", REASON)).follow();
		assertThat(asked.text()).contains("The request was sent.");
		assertThat(asked.document().select("#live[hx-get]").attr("hx-get")).as("polled while it waits")
			.isEqualTo("/console/jobs?job=MONTHLY_STATEMENTS");
		assertThat(lines(asked, "#request-table").getFirst()).contains("Job restarted", "Person operator", REASON,
				"Waiting");
		try (Worker _ = new Worker(RequestKind.RESTART_JOB, (request) -> {
			assertThat(request.arguments().path("execution").asLong()).isIn(1L, 109L);
			return new RequestOutcome.Done(Map.of("job", "monthly-statements", "due", true));
		})) {
			Awaitility.await()
				.until(() -> operator.get("/console/jobs").document().select("#live[hx-get]").isEmpty()
						|| !operator.get("/console/jobs").text().contains("Waiting"));
		}
		assertThat(lines(operator.get("/console/jobs"), "#request-table").getFirst()).contains("Done",
				"monthly-statements");
		assertThat(this.rows.audited(null, "RESTART_JOB"))
			.anyMatch((after) -> after.contains("109") && after.contains(REASON));
	}

	@Test
	void deadLettersAreListedReplayedAndDiscarded() {
		Visitor operator = visitor(Role.OPERATOR);
		Map<String, Object> letter = letter(TOPIC, 7, "no such payout", "2026-11-20T10:00:00Z", true);
		Map<String, Object> never = letter("hundi.beneficiary.v1", 8, "no message", "2026-11-20T10:00:00Z", false);
		AtomicReference<List<Map<String, Object>>> listed = new AtomicReference<>(List.of(letter, never));
		Set<RequestKind> kinds = EnumSet.of(RequestKind.READ_DEAD_LETTERS, RequestKind.REPLAY_DEAD_LETTER,
				RequestKind.DISCARD_DEAD_LETTER, RequestKind.REPLAY_DEAD_LETTERS);
		Visitor.Page pending = operator.post("/console/dead-letters/read", Map.of("all", "false")).follow();
		assertThat(pending.text()).contains("stream-processors is reading the dead letters.");
		assertThat(pending.document().select("#live[hx-get*=reading]")).hasSize(1);
		String reading = pending.document().select("#read-state a").attr("href");
		try (Worker _ = new Worker(kinds, (request) -> switch (request.kind()) {
			case READ_DEAD_LETTERS -> new RequestOutcome.Done(Map.of("letters", listed.get()));
			case DISCARD_DEAD_LETTER -> new RequestOutcome.Refused("There is no dead letter 8 of it");
			default -> new RequestOutcome.Done(Map.of("replayed", 1));
		})) {
			Awaitility.await().until(() -> operator.get(reading).text().contains("As of"));
			Visitor.Page page = operator.get(reading);
			assertThat(lines(page, "#letters")).hasSize(2)
				.first()
				.asString()
				.contains(TOPIC, "no such payout", "k-7", "{\"sequence\":7}");
			assertThat(page.document().select("#letters tr:contains(Struct) button[formaction]")).as("not replayable")
				.isEmpty();
			assertThat(lines(operator.get("/console/dead-letters?topic=" + TOPIC), "#letters")).as("the last list")
				.hasSize(1);
			assertThat(page.submit("[id='letter-" + TOPIC + "-7']", Map.of("reason", "")).follow().text())
				.contains("Give a reason");
			Map<String, String> seven = Map.of("topic", TOPIC, "offset", "7", "reason", REASON);
			assertThat(operator.post("/console/dead-letters/replay", seven).follow().text())
				.contains("The request was sent.");
			page.submit("[id='letter-hundi.beneficiary.v1-8']", Map.of("reason", REASON));
			operator.post("/console/dead-letters/replay-all", Map.of("reason", REASON));
			Awaitility.await()
				.until(() -> !operator.get("/console/dead-letters")
					.document()
					.select("#request-table")
					.text()
					.contains("Waiting"));
			assertThat(lines(operator.get("/console/dead-letters"), "#letters")).as("without the replayed one")
				.singleElement()
				.asString()
				.contains("no message");
			listed.set(List.of(letter(TOPIC, 7, "after a loss of Kafka's data", "2046-11-20T10:00:00Z", true)));
			String again = operator.post("/console/dead-letters/read", Map.of("all", "false")).location();
			Awaitility.await().until(() -> operator.get(again).text().contains("As of"));
			assertThat(lines(operator.get(again), "#letters")).singleElement()
				.asString()
				.contains("after a loss of Kafka's data");
		}
		assertThat(lines(operator.get("/console/dead-letters"), "#request-table")).hasSizeGreaterThanOrEqualTo(3)
			.anyMatch((line) -> line.contains("Dead letter replayed") && line.contains("Done"))
			.anyMatch((line) -> line.contains("Dead letter discarded")
					&& line.contains("There is no dead letter 8 of it"))
			.anyMatch((line) -> line.contains("All dead letters replayed") && line.contains(REASON));
		assertThat(this.rows.audited(null, "REPLAY_DEAD_LETTER")).singleElement().asString().contains(TOPIC, REASON);
		assertThat(this.rows.audited(null, "DISCARD_DEAD_LETTER")).filteredOn(BENEFICIARIES).hasSize(1);
		assertThat(this.rows.audited(null, "REPLAY_DEAD_LETTERS")).hasSize(1);
		assertThat(operator.get("/console/dead-letters?reading=" + UUID.randomUUID()).status()).isEqualTo(404);
	}

	@Test
	void aListOfTheOldestSaysSoAlsoWithoutThoseDecidedOn() {
		Visitor operator = visitor(Role.OPERATOR);
		List<Map<String, Object>> letters = IntStream.range(0, 1_000)
			.mapToObj((offset) -> letter("hundi.full.v1", offset, "no message", "2026-11-20T10:00:00Z", false))
			.toList();
		try (Worker _ = new Worker(EnumSet.of(RequestKind.READ_DEAD_LETTERS, RequestKind.DISCARD_DEAD_LETTER),
				(request) -> new RequestOutcome.Done(Map.of("letters", letters)))) {
			operator.post("/console/dead-letters/discard",
					Map.of("topic", "hundi.full.v1", "offset", "5", "reason", REASON));
			String reading = operator.post("/console/dead-letters/read", Map.of("all", "false")).location();
			Awaitility.await()
				.until(() -> operator.get(reading).text().contains("As of")
						&& operator.get(reading).document().select("[id='letter-hundi.full.v1-5']").isEmpty());
			assertThat(operator.get(reading).text()).contains("Only the oldest 1,000 are listed.");
		}
	}

	private static Map<String, Object> letter(String topic, long offset, String reason, String putAt,
			boolean replayable) {
		return Map.of("topic", topic, "offset", offset, "key", "k-" + offset, "reason", reason, "firstSeen", putAt,
				"putAt", putAt, "replayable", replayable, "payload", replayable ? "{\"sequence\":7}" : "Struct{}");
	}

	/** A run of a job with one step, as Spring Batch records it. */
	private void run(long instance, long id, String job, String status, String parameter, String value) {
		this.rows.jdbc("""
				INSERT INTO batch_job_instance (job_instance_id, version, job_name, job_key) VALUES (?, 0, ?, md5(?))
				ON CONFLICT DO NOTHING
				""", instance, job, parameter + value);
		this.rows.jdbc(
				"""
						INSERT INTO batch_job_execution (job_execution_id, version, job_instance_id, create_time, start_time, end_time, status,
						                                 exit_code, exit_message)
						SELECT ?, 0, ?, now(), now(), CASE WHEN status <> 'STARTED' THEN now() END, status, status,
						       CASE WHEN status = 'FAILED' THEN 'java.lang.IllegalStateException: the disk is full' END
						  FROM (VALUES (?)) AS of (status)
						""",
				id, instance, status);
		this.rows.jdbc(
				"""
						INSERT INTO batch_job_execution_params (job_execution_id, parameter_name, parameter_type, parameter_value, identifying)
						VALUES (?, ?, 'java.lang.String', ?, 'Y')
						""",
				id, parameter, value);
		this.rows.jdbc(
				"""
						INSERT INTO batch_step_execution (step_execution_id, version, step_name, job_execution_id, create_time, start_time,
						                                  status, read_count, write_count)
						VALUES (?, 0, 'write-file', ?, now(), now(), 'STARTED', 20, 10)
						""",
				id, id);
	}

	private static List<String> lines(Visitor.Page page, String table) {
		return page.document().select(table + " tbody tr").eachText();
	}

	private Visitor visitor(Role role) {
		return this.people.as(role);
	}

	/** Another process, which carries requests out. */
	private final class Worker implements AutoCloseable {

		private final CarryOutRequests work;

		Worker(RequestKind kind, CarryOut act) {
			this(Set.of(kind), act);
		}

		Worker(Set<RequestKind> kinds, CarryOut act) {
			Map<RequestKind, CarryOut> acts = new EnumMap<>(RequestKind.class);
			kinds.forEach((kind) -> acts.put(kind, act));
			this.work = new CarryOutRequests(ConsoleRequestsIntegrationTests.this.portal.owner(OperatorRequests.class),
					ConsoleRequestsIntegrationTests.this.portal.transactions(),
					ConsoleRequestsIntegrationTests.this.portal.owner(DatabaseSettings.class), acts, Map.of());
			this.work.start();
		}

		@Override
		public void close() {
			this.work.stop();
		}

	}

}
