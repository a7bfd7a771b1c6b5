package dev.hundi.audit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.filestore.FileStore;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Records acts and then changes the tables as their superuser. */
class AuditIntegrationTests {

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final TransactionTemplate transactions = new TransactionTemplate(
			new JdbcTransactionManager(this.database.dataSource()));

	private final AuditTrail trail = new AuditTrail(this.jdbc);

	@SuppressWarnings("NullAway.Init")
	private UUID business;

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path directory;

	@BeforeEach
	void recordActs() {
		this.business = TestBusiness.create(this.database).id();
		for (int i = 1; i <= 5; i++) {
			record(this.business, "ROLE_GRANTED", "person " + i, Map.of(),
					Map.of("role", "MAKER", "note", "a,1:b \u20b9"));
		}
		record(null, "STAFF_INVITED", null, Map.of("roles", List.of()), Map.of("roles", List.of("ADMIN")));
		assertThat(verify()).isEmpty();
	}

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void chainsEachBusinessAndTheStaffApart() {
		assertThat(this.trail.list(this.business, null, null, Long.MAX_VALUE, 10)).hasSize(5)
			.first()
			.satisfies((event) -> assertThat(event.sequence()).isEqualTo(5));
		assertThat(this.trail.list(null, null, null, Long.MAX_VALUE, 10)).singleElement()
			.satisfies((event) -> assertThat(event.act()).isEqualTo("STAFF_INVITED"));
		assertThat(this.trail.list(this.business, null, null, 3, 10)).extracting(AuditEvent::sequence)
			.containsExactly(2L, 1L);
		assertThat(this.trail.acts(this.business)).containsExactly("ROLE_GRANTED");
	}

	/** The name of a business may have 200 characters, and what is about it more. */
	@Test
	void recordsTheBeginningOfALongObject() {
		record(this.business, "CHANGE_PROPOSED", "\ud83d\ude00" + "n".repeat(209), Map.of(), Map.of());
		assertThat(this.trail.list(this.business, "CHANGE_PROPOSED", null, Long.MAX_VALUE, 10)).singleElement()
			.satisfies((event) -> assertThat(event.object()).isEqualTo("\ud83d\ude00" + "n".repeat(199)));
		assertThat(verify()).isEmpty();
	}

	@Test
	void namesAnAlteredRow() {
		asSuperuser("UPDATE audit_event SET act = 'NOTHING_SEEN' WHERE sequence = 3 AND business_id = :business");
		assertThat(verify()).containsExactly(
				"chain %s: event 3 was altered: its hash does not match its content".formatted(this.business));
	}

	@Test
	void namesARowThatWasAlteredWithANewHash() {
		asSuperuser("UPDATE audit_event SET act = 'NOTHING_SEEN' WHERE sequence = 3 AND business_id = :business",
				"UPDATE audit_event e SET hash = hash_audit_event(e) WHERE sequence = 3 AND business_id = :business");
		assertThat(verify())
			.containsExactly("chain %s: event 4 was inserted or rewritten: it does not follow the event before it"
				.formatted(this.business));
	}

	@Test
	void namesADeletedRow() {
		asSuperuser("DELETE FROM audit_event WHERE sequence = 2 AND business_id = :business");
		assertThat(verify()).containsExactly("chain %s: event 2 is missing".formatted(this.business));
	}

	@Test
	void namesDeletedRowsAtTheEnd() {
		asSuperuser("DELETE FROM audit_event WHERE sequence > 3 AND business_id = :business");
		assertThat(verify()).containsExactly("chain %s: events 4 to 5 are missing".formatted(this.business));
	}

	@Test
	void namesAnInsertedRow() {
		asSuperuser("""
				INSERT INTO audit_event (chain, sequence, business_id, happened_at, act, previous_hash, hash)
				SELECT chain, sequence + 1, business_id, now(), 'NEVER_HAPPENED', hash, sha256(hash)
				  FROM audit_event WHERE business_id = :business AND sequence = 5
				""",
				"UPDATE audit_event e SET hash = hash_audit_event(e) WHERE sequence = 6 AND business_id = :business");
		assertThat(verify())
			.containsExactly("chain %s: event 6 was inserted: the chain ends at event 5".formatted(this.business));
	}

	/**
	 * Who may change the database can make the chain consistent again, but not the signed
	 * files.
	 */
	@Test
	void namesAChainThatWasRewrittenAfterACheckpoint() throws Exception {
		AuditCheckpoints checkpoints = checkpoints();
		String file = checkpoints.write(Instant.parse("2026-11-22T10:00:00Z"));
		assertThat(verify(checkpoints)).isEmpty();
		asSuperuser("UPDATE audit_event SET act = 'NOTHING_SEEN' WHERE sequence = 5 AND business_id = :business",
				"UPDATE audit_event e SET hash = hash_audit_event(e) WHERE sequence = 5 AND business_id = :business",
				"""
						UPDATE audit_chain c SET last_hash = e.hash FROM audit_event e
						 WHERE e.chain = c.chain AND e.sequence = c.last_sequence AND e.business_id = :business
						""");
		assertThat(verify()).isEmpty();
		assertThat(verify(checkpoints))
			.containsExactly("chain %s: event 5 differs from checkpoint %s".formatted(this.business, file));
		checkpoints.write(Instant.parse("2026-11-22T11:00:00Z"));
		assertThat(checkpoints.verifySince(Instant.parse("2026-11-22T11:00:00Z"))).as("a later one of the day")
			.containsExactly("chain %s: event 5 differs from checkpoint %s".formatted(this.business, file));
		assertThat(checkpoints.verifySince(Instant.parse("2026-11-23T00:00:00Z"))).isEmpty();
		Path stored = this.directory.resolve("files").resolve(file);
		Files.writeString(stored, Files.readString(stored).replace("staff 1", "staff 2"));
		assertThat(verify(checkpoints)).containsExactly("checkpoint " + file + ": the signature is not valid");
	}

	@Test
	void laterCheckpointsOfADayHaveOnlyChainsThatGrew() throws Exception {
		AuditCheckpoints checkpoints = checkpoints();
		assertThat(chainsIn(checkpoints.write(Instant.parse("2026-11-22T00:00:00Z")))).contains("staff",
				this.business.toString());
		assertThat(chainsIn(checkpoints.write(Instant.parse("2026-11-22T01:00:00Z")))).isEmpty();
		record(this.business, "ROLE_REVOKED", "person 5", Map.of(), Map.of());
		assertThat(chainsIn(checkpoints.write(Instant.parse("2026-11-22T02:00:00Z"))))
			.containsExactly(this.business.toString());
		assertThat(chainsIn(checkpoints.write(Instant.parse("2026-11-22T03:00:00Z")))).isEmpty();
		assertThat(chainsIn(checkpoints.write(Instant.parse("2026-11-23T00:00:00Z")))).contains("staff",
				this.business.toString());
		assertThat(verify(checkpoints)).isEmpty();
	}

	private List<String> chainsIn(String checkpoint) throws Exception {
		try (Stream<String> lines = Files.lines(this.directory.resolve("files").resolve(checkpoint))) {
			return lines.skip(1)
				.map((line) -> line.substring(0, line.indexOf(' ')))
				.filter((first) -> !first.equals("signature"))
				.toList();
		}
	}

	@Test
	void refusesChangesWithoutSuperuser() {
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> this.jdbc.sql("UPDATE audit_event SET act = 'NOTHING_SEEN'").update())
			.withMessageContaining("audit_event is append-only: UPDATE refused");
		assertThatExceptionOfType(DataAccessException.class)
			.isThrownBy(() -> this.jdbc.sql("DELETE FROM audit_event").update())
			.withMessageContaining("append-only");
	}

	@Test
	void writesTheEventInTheTransactionOfTheAct() {
		this.transactions.executeWithoutResult((status) -> {
			this.trail.record(this.business, Actor.INSTALLATION, "ROLE_REVOKED", null, Map.of(), Map.of());
			status.setRollbackOnly();
		});
		assertThat(this.trail.list(this.business, "ROLE_REVOKED", null, Long.MAX_VALUE, 10)).isEmpty();
		assertThat(verify()).isEmpty();
	}

	private void record(@Nullable UUID businessId, String act, @Nullable String object, Map<String, ?> before,
			Map<String, ?> after) {
		this.transactions.executeWithoutResult((status) -> this.trail.record(businessId,
				new Actor(null, "mark", "192.0.2.1"), act, object, before, after));
	}

	private void asSuperuser(String... statements) {
		this.transactions.executeWithoutResult((status) -> {
			this.jdbc.sql("SET LOCAL session_replication_role = replica").update();
			for (String statement : statements) {
				assertThat(this.jdbc.sql(statement).param("business", this.business).update()).isPositive();
			}
		});
	}

	private AuditCheckpoints checkpoints() {
		return new AuditCheckpoints(this.jdbc, new FileStore(this.directory.resolve("files")),
				CheckpointKey.openOrCreate(this.directory.resolve("checkpoint-key")));
	}

	private List<String> verify() {
		return new VerifyAudit(this.jdbc, Optional.empty()).verify().problems();
	}

	private List<String> verify(AuditCheckpoints checkpoints) {
		return new VerifyAudit(this.jdbc, Optional.of(checkpoints)).verify().problems();
	}

}
