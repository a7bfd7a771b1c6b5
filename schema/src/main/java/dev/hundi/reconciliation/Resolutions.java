package dev.hundi.reconciliation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

import dev.hundi.time.NamedDay;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Resolutions of breaks and statements: proposed by a maker, decided by a checker.
 */
@Repository
public class Resolutions {

	private final JdbcClient jdbc;

	private final MoneyOfBreaks money;

	Resolutions(JdbcClient jdbc) {
		this.jdbc = jdbc;
		this.money = new MoneyOfBreaks(jdbc);
	}

	/**
	 * Stores a proposal; nothing else happens yet. What the bank has reported to the
	 * contrary of a refund is in the history of its break, so that another person sees it
	 * before the approval.
	 * @throws IllegalStateException if a break is unknown or closed, the match is
	 * unknown, the breaks to match differ or exceed the cap of the action, they are to be
	 * carried into the past or too far ahead, or something of the statement to withdraw
	 * is signed off
	 */
	@Transactional
	public Resolution propose(NewResolution wanted, ResolutionCaps caps) {
		ResolvedStatement statement = wanted.statement();
		long account = (statement != null) ? accountOf(statement)
				: wanted.breakIds().isEmpty() ? account() : accountOf(wanted.breakIds());
		this.money.requireWithinCap(wanted.action(), wanted.breakIds(), caps);
		this.money.requireRestorable(wanted.action(), wanted.breakIds());
		if (wanted.action() == NewResolution.Action.MATCH) {
			this.money.requireEqual(wanted.breakIds());
		}
		requireAhead(account, wanted.carryTo());
		if (statement != null && wanted.action() == NewResolution.Action.WITHDRAW_STATEMENT) {
			requireNotSigned(statement.bankStatementId());
		}
		Long matchId = wanted.matchId();
		if (matchId != null
				&& !this.jdbc.sql("SELECT EXISTS (SELECT FROM reconciliation_match_item WHERE match_id = :id)")
					.param("id", matchId)
					.query(Boolean.class)
					.single()) {
			throw new IllegalStateException("There is no match " + matchId);
		}
		if (matchId != null) {
			requireRevocable(matchId);
		}
		long id = this.jdbc
			.sql("""
					INSERT INTO reconciliation_resolution (nodal_account_id, action, break_ids, business_id, carry_to, revokes_match_id,
					                                       reason, evidence, maker, bank_statement_id, replacement_file_id,
					                                       uncovered_to_suspense)
					VALUES (:account, :action, :breaks, :business, :carryTo, :match, :reason, :evidence, :by, :statement, :replacement,
					        :toSuspense)
					RETURNING resolution_id
					""")
			.param("account", account)
			.param("action", wanted.action().name())
			.param("breaks", wanted.breakIds().toArray(Long[]::new))
			.param("business", wanted.businessId())
			.param("carryTo", wanted.carryTo())
			.param("match", matchId)
			.param("reason", wanted.reason().strip())
			.param("evidence", wanted.evidence().strip())
			.param("by", wanted.by().strip())
			.param("statement", (statement != null) ? statement.bankStatementId() : null)
			.param("replacement", (statement != null) ? statement.replacementFileId() : null)
			.param("toSuspense", statement != null && statement.toSuspense())
			.query(Long.class)
			.single();
		if (wanted.action() == NewResolution.Action.REFUND_UNPAID) {
			RefundUnpaid.propose(this.jdbc, wanted.breakIds().getFirst(), wanted.by().strip());
		}
		return find(id).orElseThrow();
	}

	/**
	 * Checks that a match can be taken apart.
	 * @throws IllegalStateException if it refunded a payout, which stays Failed, or is of
	 * a posting and its reversal: apart, they would look like money that has moved
	 */
	void requireRevocable(long matchId) {
		if (this.jdbc
			.sql("SELECT EXISTS (SELECT FROM reconciliation_match_item WHERE match_id = :match AND rule = 'REVOKED')")
			.param("match", matchId)
			.query(Boolean.class)
			.single()) {
			throw new IllegalStateException(
					"Match " + matchId + " is of a posting and its reversal, which cancel each other out");
		}
		if (this.jdbc
			.sql("""
					SELECT EXISTS (SELECT FROM reconciliation_resolution WHERE match_id = :match AND action = 'REFUND_UNPAID')
					""")
			.param("match", matchId)
			.query(Boolean.class)
			.single()) {
			throw new IllegalStateException("Match " + matchId + " refunded a payout, which stays Failed");
		}
	}

	/**
	 * Checks that a break is carried to a day that is neither closed nor over, nor
	 * further ahead than people plan.
	 * @throws IllegalStateException if it is
	 */
	void requireAhead(long account, @Nullable LocalDate carryTo) {
		if (carryTo == null) {
			return;
		}
		LocalDate first = this.jdbc.sql("""
				SELECT greatest(collected_to + 1, (now() AT TIME ZONE 'Asia/Kolkata')::date)
				  FROM reconciliation_book WHERE nodal_account_id = :account
				""").param("account", account).query(LocalDate.class).single();
		if (carryTo.isBefore(first)) {
			throw new IllegalStateException(
					"carryTo %s is in the past; the first possible day is %s".formatted(carryTo, first));
		}
		if (NamedDay.isTooFar(carryTo, first)) {
			throw new IllegalStateException(
					"carryTo %s is more than %d years ahead".formatted(carryTo, NamedDay.YEARS_AHEAD));
		}
	}

	/**
	 * Checks that nothing of a statement is signed off.
	 * @throws IllegalStateException if something is
	 */
	void requireNotSigned(UUID bankStatementId) {
		if (isSigned(bankStatementId)) {
			throw new IllegalStateException(
					"Something of statement " + bankStatementId + " belongs to a signed-off day");
		}
	}

	/** SQL: whether something of a statement {@code %1$s} is signed off. */
	private static final String IS_SIGNED = """
			EXISTS (SELECT FROM reconciliation_run signed
			         WHERE signed.state = 'SIGNED' AND signed.run_id IN (
			           SELECT run_id FROM reconciliation_statement WHERE bank_statement_id = %1$s
			           UNION ALL
			           SELECT run_id FROM reconciliation_match_item WHERE bank_statement_id = %1$s))
			""";

	/** Whether something of a statement is signed off, so that it cannot be withdrawn. */
	@Transactional(readOnly = true)
	public boolean isSigned(UUID bankStatementId) {
		return this.jdbc.sql("SELECT " + IS_SIGNED.formatted(":id"))
			.param("id", bankStatementId)
			.query(Boolean.class)
			.single();
	}

	private long account() {
		return this.jdbc.sql("SELECT nodal_account_id FROM nodal_account WHERE active").query(Long.class).single();
	}

	private long accountOf(ResolvedStatement statement) {
		UUID replacement = statement.replacementFileId();
		if (replacement != null
				&& !this.jdbc.sql("SELECT EXISTS (SELECT FROM statement_file WHERE statement_file_id = :id)")
					.param("id", replacement)
					.query(Boolean.class)
					.single()) {
			throw new IllegalStateException("There is no file " + replacement);
		}
		return this.jdbc.sql("SELECT nodal_account_id FROM bank_statement WHERE bank_statement_id = :id")
			.param("id", statement.bankStatementId())
			.query(Long.class)
			.optional()
			.orElseThrow(() -> new IllegalStateException("There is no statement " + statement.bankStatementId()));
	}

	private long accountOf(List<Long> breakIds) {
		List<Long> accounts = this.jdbc.sql("""
				SELECT nodal_account_id FROM reconciliation_break WHERE break_id = ANY (:breaks) AND closed_on IS NULL
				""").param("breaks", breakIds.toArray(Long[]::new)).query(Long.class).list();
		if (accounts.size() != breakIds.size() || accounts.stream().distinct().count() != 1) {
			throw new IllegalStateException("Not all of the breaks " + breakIds + " are open breaks of one account");
		}
		return accounts.getFirst();
	}

	/**
	 * Rejects a resolution.
	 * @throws IllegalStateException if it is decided or the checker is its maker
	 */
	@Transactional
	public Resolution reject(long resolutionId, String checker) {
		this.jdbc.sql("""
				SELECT b.nodal_account_id FROM reconciliation_book b
				  JOIN reconciliation_resolution r ON r.nodal_account_id = b.nodal_account_id
				 WHERE r.resolution_id = :id FOR UPDATE OF b
				""").param("id", resolutionId).query(Long.class).optional();
		decide(resolutionId, "REJECTED", checker);
		return find(resolutionId).orElseThrow();
	}

	/**
	 * Compare-and-set of a decision by another person than the maker. The decision
	 * belongs to the newest run, unless that is signed: then to the next one.
	 */
	void decide(long resolutionId, String decision, String checker) {
		if (this.jdbc
			.sql("""
					UPDATE reconciliation_resolution r
					   SET decision = :decision, checker = :checker, checked_at = now(),
					       run_id = (SELECT run.run_id FROM reconciliation_run run
					                   JOIN reconciliation_book b ON b.nodal_account_id = run.nodal_account_id AND b.collected_to = run.business_date
					                  WHERE run.nodal_account_id = r.nodal_account_id AND NOT run.is_dry AND run.state <> 'SIGNED')
					 WHERE resolution_id = :id AND decision IS NULL AND lower(btrim(maker)) <> lower(btrim(:checker))
					""")
			.param("id", resolutionId)
			.param("decision", decision)
			.param("checker", checker.strip())
			.update() != 1) {
			throw new IllegalStateException(find(resolutionId).map(Resolutions::whyNotDecided)
				.orElse("There is no resolution " + resolutionId));
		}
	}

	private static String whyNotDecided(Resolution resolution) {
		String decision = resolution.decided().decision();
		return (decision != null)
				? "Resolution %d is already %s by %s".formatted(resolution.resolutionId(), decision,
						resolution.decided().checker())
				: "Resolution %d was requested by %s; another person must decide".formatted(resolution.resolutionId(),
						resolution.maker());
	}

	/** Assigns decisions made since the previous run was signed to a run. */
	void assignTo(ClaimedRun run) {
		this.jdbc.sql("""
				UPDATE reconciliation_resolution SET run_id = :runId
				 WHERE nodal_account_id = :account AND decision IS NOT NULL AND run_id IS NULL
				""").param("runId", run.runId()).param("account", run.accountId()).update();
	}

	public Optional<Resolution> find(long resolutionId) {
		return this.jdbc.sql("SELECT * FROM reconciliation_resolution WHERE resolution_id = :id")
			.param("id", resolutionId)
			.query(Resolutions::read)
			.optional();
	}

	/** The newest first. */
	public List<Resolution> newest(boolean waiting, int limit) {
		return this.jdbc.sql("""
				SELECT * FROM reconciliation_resolution WHERE NOT :waiting OR decision IS NULL
				 ORDER BY resolution_id DESC LIMIT :limit
				""").param("waiting", waiting).param("limit", limit).query(Resolutions::read).list();
	}

	/**
	 * Releases and withdrawals of statements that wait for a decision, newest first.
	 * @param before only those before this one; {@link Long#MAX_VALUE} from the newest
	 */
	public List<Resolution> waitingForStatements(long before, int limit) {
		return this.jdbc.sql("""
				SELECT * FROM reconciliation_resolution
				 WHERE decision IS NULL AND bank_statement_id IS NOT NULL AND resolution_id < :before
				 ORDER BY resolution_id DESC LIMIT :limit
				""").param("before", before).param("limit", limit).query(Resolutions::read).list();
	}

	/**
	 * The newest resolutions of a break, and those that revoke a match of it, whether
	 * people or a rule made the match.
	 */
	@Transactional(readOnly = true)
	public List<Resolution> ofBreak(long breakId) {
		return this.jdbc
			.sql("""
					SELECT * FROM reconciliation_resolution r
					 WHERE break_ids @> ARRAY[:id::bigint]
					    OR revokes_match_id IN (
					         SELECT match_id FROM reconciliation_resolution WHERE break_ids @> ARRAY[:id::bigint]
					         UNION ALL
					         SELECT m.match_id FROM reconciliation_break b
					           JOIN reconciliation_match_item m ON m.bank_statement_id = b.bank_statement_id AND m.line_number = b.line_number
					          WHERE b.break_id = :id
					         UNION ALL
					         SELECT m.match_id FROM reconciliation_break b
					           JOIN reconciliation_match_item m ON m.transaction_id = b.transaction_id
					          WHERE b.break_id = :id)
					    OR (action = 'REVOKE' AND EXISTS (
					         SELECT FROM reconciliation_revoked_item i JOIN reconciliation_break b ON b.break_id = :id
					          WHERE i.resolution_id = r.resolution_id
					            AND (i.transaction_id = b.transaction_id
					                 OR (i.bank_statement_id = b.bank_statement_id AND i.line_number = b.line_number))))
					 ORDER BY resolution_id DESC LIMIT 50
					""")
			.param("id", breakId)
			.query(Resolutions::read)
			.list();
	}

	/**
	 * Those of some resolutions that can only be rejected: one of their breaks is closed
	 * meanwhile, the match to revoke is signed off or gone, the statement to withdraw is
	 * signed off or withdrawn, or the one to release is not held any more.
	 */
	@Transactional(readOnly = true)
	public Set<Long> onlyRejectable(Collection<Resolution> resolutions) {
		return Set.copyOf(this.jdbc
			.sql("""
					SELECT resolution_id FROM reconciliation_resolution r
					 WHERE resolution_id = ANY (:ids) AND decision IS NULL
					   AND (EXISTS (SELECT FROM reconciliation_break b WHERE b.break_id = ANY (r.break_ids) AND b.closed_on IS NOT NULL)
					        OR (action = 'REVOKE' AND NOT EXISTS (
					              SELECT FROM reconciliation_match_item m LEFT JOIN reconciliation_run run ON run.run_id = m.run_id
					               WHERE m.match_id = r.revokes_match_id AND run.state IS DISTINCT FROM 'SIGNED'))
					        OR EXISTS (SELECT FROM bank_statement s
					                    WHERE s.bank_statement_id = r.bank_statement_id
					                      AND CASE action WHEN 'WITHDRAW_STATEMENT' THEN s.status = 'WITHDRAWN' OR %s
					                                      ELSE s.status <> 'HELD' END))
					"""
				.formatted(IS_SIGNED.formatted("r.bank_statement_id")))
			.param("ids", resolutions.stream().map(Resolution::resolutionId).toArray(Long[]::new))
			.query(Long.class)
			.list());
	}

	private static Resolution read(ResultSet row, int number) throws SQLException {
		return new Resolution(row.getLong("resolution_id"), NewResolution.Action.valueOf(row.getString("action")),
				List.of((Long[]) row.getArray("break_ids").getArray()), row.getObject("business_id", UUID.class),
				row.getObject("carry_to", LocalDate.class), row.getObject("revokes_match_id", Long.class),
				statement(row),
				new Resolution.Request(row.getString("reason"), row.getString("evidence"), row.getString("maker"),
						Timestamps.instant(row, "made_at")),
				new Resolution.Decision(row.getString("decision"), row.getString("checker"),
						Timestamps.nullable(row, "checked_at"), row.getObject("run_id", Long.class)),
				new Resolution.Outcome(row.getObject("amount_paise", Long.class),
						row.getObject("transaction_id", UUID.class), row.getObject("match_id", Long.class)));
	}

	private static @Nullable ResolvedStatement statement(ResultSet row) throws SQLException {
		UUID id = row.getObject("bank_statement_id", UUID.class);
		return (id == null) ? null : new ResolvedStatement(id, row.getObject("replacement_file_id", UUID.class),
				row.getBoolean("uncovered_to_suspense"));
	}

}
