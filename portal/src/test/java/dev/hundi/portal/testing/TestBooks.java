package dev.hundi.portal.testing;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.operator.ClaimedRequest;
import dev.hundi.operator.RequestKind;
import dev.hundi.reconciliation.ClaimedRun;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.ReconcileDay;
import dev.hundi.reconciliation.ReconciliationRun;
import dev.hundi.reconciliation.ReconciliationRuns;
import dev.hundi.reconciliation.ReconciliationStep;
import dev.hundi.reconciliation.ReportFormat;
import dev.hundi.reconciliation.RuleVersions;
import dev.hundi.reconciliation.RulesTrial;
import dev.hundi.time.India;
import dev.hundi.wallet.NodalAccount;
import dev.hundi.wallet.NodalAccounts;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Bank statements, and closings as batch-jobs makes them, in the database of the portals.
 * Money moves today; the day that is closed is tomorrow, so that a test may run across
 * midnight.
 */
public final class TestBooks {

	private final TestPortal portal;

	private final LocalDate day = India.dateOf(Instant.now()).plusDays(1);

	private final List<Line> lines = new ArrayList<>();

	private long closingPaise;

	private record Line(String direction, long amountPaise, String kind, @Nullable String utr,
			@Nullable String account) {
	}

	/** Begins the books with an empty statement of today. */
	public TestBooks(TestPortal portal) {
		this.portal = portal;
		portal.transactions()
			.executeWithoutResult((transaction) -> portal.owner(NodalAccounts.class)
				.activate(new NodalAccount("Hundi Payouts", "SBOX0000001", "Sandbox Bank", "Fort", "NODAL",
						List.of("IMPS", "NEFT"))));
		statement(this.day.minusDays(1));
	}

	public LocalDate day() {
		return this.day;
	}

	/** A line of the next statement. */
	public void line(String direction, long amountPaise, String kind, @Nullable String utr, @Nullable String account) {
		this.lines.add(new Line(direction, amountPaise, kind, utr, account));
	}

	/** Inserts the statement of the day with all lines so far. */
	public void statement() {
		statement(this.day);
	}

	private void statement(LocalDate date) {
		this.portal.transactions().executeWithoutResult((transaction) -> insert(date));
	}

	private void insert(LocalDate date) {
		UUID id = UUID.randomUUID();
		JdbcClient jdbc = this.portal.owner(JdbcClient.class);
		long account = jdbc.sql("SELECT nodal_account_id FROM nodal_account WHERE active").query(Long.class).single();
		long credits = sum("CREDIT");
		long debits = sum("DEBIT");
		jdbc.sql(
				"""
						INSERT INTO bank_statement (bank_statement_id, nodal_account_id, business_date, statement_reference, format, source,
						                            file_name, sha256, opening_paise, closing_paise)
						VALUES (?, ?, ?, ?, 'CSV', 'UPLOAD', 'bank.csv', sha256(?), ?, ?)
						""")
			.params(id, account, date, "S" + id, id.toString().getBytes(StandardCharsets.UTF_8), this.closingPaise,
					this.closingPaise + credits - debits)
			.update();
		for (int i = 0; i < this.lines.size(); i++) {
			Line line = this.lines.get(i);
			jdbc.sql(
					"""
							INSERT INTO bank_statement_line (bank_statement_id, line_number, nodal_account_id, business_date, direction,
							       amount_paise, booked_on, value_on, kind, utr, counterparty_account)
							VALUES (:id, :number, :account, :date, :direction, :paise, :date, :date, :kind, :utr, :other)
							""")
				.param("id", id)
				.param("number", i + 1)
				.param("account", account)
				.param("date", date)
				.param("direction", line.direction)
				.param("paise", line.amountPaise)
				.param("kind", line.kind)
				.param("utr", line.utr)
				.param("other", line.account)
				.update();
		}
		jdbc.sql("""
				UPDATE bank_statement SET line_count = ?, credit_paise = ?, debit_paise = ? WHERE bank_statement_id = ?
				""").params(this.lines.size(), credits, debits, id).update();
		this.closingPaise += credits - debits;
		this.lines.clear();
	}

	private long sum(String direction) {
		return this.lines.stream()
			.filter((line) -> line.direction.equals(direction))
			.mapToLong(Line::amountPaise)
			.sum();
	}

	/** Requests the day; nothing runs yet. The day before is closed and signed first. */
	public ReconciliationRun request(boolean dry, String by) {
		if (!dry) {
			closeDayBefore(by);
		}
		return request(this.day, dry, by);
	}

	private ReconciliationRun request(LocalDate date, boolean dry, String by) {
		return runs().request(date, dry, by, Instant.now().plus(Duration.ofDays(3)));
	}

	private void closeDayBefore(String by) {
		LocalDate before = this.day.minusDays(1);
		if (runs().newest(1_000).stream().allMatch(ReconciliationRun::dry)) {
			request(before, false, by);
			signOff(finish(claim()).runId(), "day.before@example.com");
		}
	}

	/** Claims the requested run, as batch-jobs does. */
	public ClaimedRun claim() {
		return runs().claim(Duration.ofMinutes(5)).orElseThrow();
	}

	/** Records that a run is at a step. */
	public void progress(ClaimedRun run, ReconciliationStep step) {
		runs().progress(run, step, step.ordinal());
	}

	/** Runs a claimed run to its end. */
	public ReconciliationRun finish(ClaimedRun run) {
		ReconcileDay day = this.portal.owner(ReconcileDay.class);
		if (run.dry()) {
			day.dryRun(run);
		}
		else {
			for (ReconciliationStep step : ReconciliationStep.values()) {
				progress(run, step);
				day.run(step, run);
			}
		}
		runs().done(run);
		return runs().find(run.runId()).orElseThrow();
	}

	/** Requests the day and runs it to its end. */
	public ReconciliationRun close(String by) {
		request(false, by);
		return finish(claim());
	}

	/** Signs a run off, with reports that contain their format. */
	public void signOff(long runId, String by) {
		runs().signOff(runId, runs().find(runId).orElseThrow().completedAt(), by, (run) -> {
			Map<ReportFormat, byte[]> files = new EnumMap<>(ReportFormat.class);
			for (ReportFormat format : ReportFormat.values()) {
				files.put(format, ("report " + format).getBytes(StandardCharsets.UTF_8));
			}
			return files;
		});
	}

	/**
	 * Carries out the request of a trial of rules on the day.
	 * @return id of the request
	 */
	public UUID carryOutTrial() {
		ClaimedRequest claimed = this.portal.claimed(RequestKind.READ_RULES_TRIAL);
		RulesTrial trial = this.portal.owner(ReconcileDay.class)
			.tryRules(this.day, RuleVersions.readRules(claimed.arguments().path("rules").toString()));
		this.portal.carriedOut(claimed.requestId(), JsonMapper.shared().writeValueAsString(Map.of("trial", trial)));
		return claimed.requestId();
	}

	/** The only open break of a type. */
	public OpenBreak onlyBreak(String type) {
		List<OpenBreak> found = this.portal.owner(Breaks.class).list(type, false, 10);
		if (found.size() != 1) {
			throw new AssertionError("Breaks of " + type + ": " + found);
		}
		return found.getFirst();
	}

	private ReconciliationRuns runs() {
		return this.portal.owner(ReconciliationRuns.class);
	}

}
