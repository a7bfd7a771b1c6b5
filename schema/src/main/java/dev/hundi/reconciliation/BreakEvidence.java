package dev.hundi.reconciliation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hundi.audit.Actor;
import dev.hundi.audit.AuditTrail;
import dev.hundi.onboarding.DocumentVault;
import dev.hundi.onboarding.OnboardingDocument;
import dev.hundi.onboarding.ScanState;
import dev.hundi.secret.SecretPlace;
import dev.hundi.time.Timestamps;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Files that people attach to breaks, stored as onboarding documents are. They are shown
 * as pictures of their pages, and each picture is recorded in the staff's chain.
 */
@Repository
public class BreakEvidence {

	/** Folder of the files in the file store. */
	public static final String FOLDER = "evidence";

	private static final Pattern STORED = Pattern
		.compile(FOLDER + "/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\\.original|-\\d+\\.page)");

	private static final String SELECT = """
			SELECT evidence_id, break_id, file_name, media_type, size_bytes, encode(sha256, 'hex') AS sha256, scan_state,
			       coalesce(page_count, 0) AS pages, by_whom, created_at
			  FROM reconciliation_evidence
			""";

	private final JdbcClient jdbc;

	private final ObjectProvider<DocumentVault> vault;

	private final AuditTrail audit;

	BreakEvidence(JdbcClient jdbc, ObjectProvider<DocumentVault> vault, AuditTrail audit) {
		this.jdbc = jdbc;
		this.vault = vault;
		this.audit = audit;
	}

	/** Those of some stored files that belong to no evidence, or to an erased one. */
	@Transactional(readOnly = true)
	public Collection<String> unreferenced(List<String> names) {
		Map<UUID, List<String>> filesOf = names.stream()
			.map(STORED::matcher)
			.filter(Matcher::matches)
			.collect(Collectors.groupingBy((file) -> UUID.fromString(file.group(1)),
					Collectors.mapping(Matcher::group, Collectors.toList())));
		this.jdbc.sql("""
				SELECT evidence_id FROM reconciliation_evidence
				 WHERE evidence_id = ANY (:ids) AND scan_state NOT IN ('INFECTED', 'UNREADABLE')
				""")
			.param("ids", filesOf.keySet().toArray(UUID[]::new))
			.query(UUID.class)
			.list()
			.forEach(filesOf::remove);
		return filesOf.values().stream().flatMap(List::stream).toList();
	}

	/**
	 * A file about a break.
	 *
	 * @param breakId the break that it was attached to
	 * @param sha256 of the file before encryption, lower-case hex
	 * @param pages 0 unless it is shown
	 * @param by e-mail address of the person
	 */
	public record File(UUID evidenceId, long breakId, OnboardingDocument.File file, String sha256, ScanState scanState,
			int pages, String by, Instant at) {

		/** Where its key is encrypted for. */
		public SecretPlace place() {
			return SecretPlace.evidence(this.breakId, this.evidenceId);
		}

		/** How a resolution names it. */
		public String citation() {
			return this.file.name() + ", SHA-256 " + this.sha256;
		}

	}

	/** The files of a break and of those that it continues, oldest first. */
	@Transactional(readOnly = true)
	public List<File> of(long breakId) {
		return this.jdbc
			.sql("""
					WITH RECURSIVE chain AS (
					  SELECT break_id, continues_break_id FROM reconciliation_break WHERE break_id = :id
					  UNION
					  SELECT b.break_id, b.continues_break_id FROM reconciliation_break b JOIN chain ON b.break_id = chain.continues_break_id
					)
					"""
					+ SELECT + " JOIN chain USING (break_id) ORDER BY created_at, evidence_id LIMIT :limit")
			.param("id", breakId)
			.param("limit", BreakNotes.MAX_NOTES)
			.query(BreakEvidence::file)
			.list();
	}

	/**
	 * Files that wait for the virus scan, oldest first: their ids have the order of time.
	 * @param after the file to continue behind, or null
	 */
	@Transactional(readOnly = true)
	public List<File> quarantined(@Nullable UUID after, int limit) {
		return this.jdbc.sql(SELECT + """
				 WHERE scan_state = 'QUARANTINED' AND (:after::uuid IS NULL OR evidence_id > :after::uuid)
				 ORDER BY evidence_id LIMIT :limit
				""").param("after", after).param("limit", limit).query(BreakEvidence::file).list();
	}

	/** The encrypted key of a file; empty if it is erased. */
	@Transactional(readOnly = true)
	public Optional<byte[]> key(UUID evidenceId) {
		return this.jdbc.sql(
				"SELECT key_ciphertext FROM reconciliation_evidence WHERE evidence_id = :id AND key_ciphertext IS NOT NULL")
			.param("id", evidenceId)
			.query((row, number) -> row.getBytes(1))
			.optional();
	}

	/**
	 * Attaches a stored file, in the transaction that audits it.
	 * @return false if the break has a file with this content, or as many as it may have
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public boolean attach(File file, byte[] keyCiphertext) {
		return this.jdbc
			.sql("""
					INSERT INTO reconciliation_evidence (evidence_id, break_id, file_name, media_type, size_bytes, sha256, key_ciphertext,
					                                     scan_state, page_count, by_whom)
					SELECT :id, :break, :name, :type, :size, :sha256, :key, :scan, :pages, :by
					 WHERE (SELECT count(*) FROM reconciliation_evidence WHERE break_id = :break) < :most
					ON CONFLICT DO NOTHING
					""")
			.param("id", file.evidenceId())
			.param("break", file.breakId())
			.param("name", file.file().name())
			.param("type", file.file().mediaType())
			.param("size", file.file().sizeBytes())
			.param("sha256", HexFormat.of().parseHex(file.sha256()))
			.param("key", keyCiphertext)
			.param("scan", file.scanState().name())
			.param("pages", file.scanState().isShown() ? file.pages() : null)
			.param("by", file.by())
			.param("most", BreakNotes.MAX_NOTES)
			.update() == 1;
	}

	/**
	 * Ends the quarantine of a file.
	 * @param state what the scan found; an infected or unreadable file is erased
	 * @return false if its quarantine ended before
	 */
	@Transactional
	public boolean scanned(UUID evidenceId, ScanState state, int pages) {
		return this.jdbc
			.sql("""
					UPDATE reconciliation_evidence
					   SET scan_state = :state, page_count = :pages, key_ciphertext = CASE WHEN :shown THEN key_ciphertext END
					 WHERE evidence_id = :id AND scan_state = 'QUARANTINED'
					""")
			.param("id", evidenceId)
			.param("state", state.name())
			.param("pages", state.isShown() ? pages : null)
			.param("shown", state.isShown())
			.update() == 1;
	}

	/**
	 * The picture of a page as PNG; empty if there is none.
	 * @param page from 1
	 */
	@Transactional
	public Optional<byte[]> view(File file, int page, Actor actor) {
		Optional<byte[]> key = key(file.evidenceId());
		if (key.isEmpty() || page < 1 || page > file.pages()) {
			return Optional.empty();
		}
		try (InputStream picture = this.vault.getObject().open(file.place(), key.get()).readPage(page).orElse(null)) {
			if (picture == null) {
				return Optional.empty();
			}
			byte[] content = picture.readAllBytes();
			this.audit.record(null, actor, "BREAK_EVIDENCE_VIEWED", file.evidenceId().toString(), Map.of(),
					Map.of("break", file.breakId(), "page", page));
			return Optional.of(content);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Page %d of %s cannot be read".formatted(page, file.evidenceId()), ex);
		}
	}

	private static File file(ResultSet row, int number) throws SQLException {
		return new File(row.getObject("evidence_id", UUID.class), row.getLong("break_id"),
				new OnboardingDocument.File(row.getString("file_name"), row.getString("media_type"),
						row.getLong("size_bytes")),
				row.getString("sha256"), ScanState.valueOf(row.getString("scan_state")), row.getInt("pages"),
				row.getString("by_whom"), Timestamps.instant(row, "created_at"));
	}

}
