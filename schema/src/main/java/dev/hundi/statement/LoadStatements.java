package dev.hundi.statement;

import java.io.IOException;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Loads a file of statements whole, in one transaction: its statements, their lines and
 * what does not add up stand at once or not at all.
 */
@Component
public class LoadStatements {

	/** Told account and date of each statement that was loaded. */
	public static final String LOADED = "hundi_statement_loaded";

	private final JdbcTemplate jdbc;

	LoadStatements(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Loads the content of a claimed file and ends the claim.
	 * @return lines loaded
	 * @throws RejectedStatementException if the file is not as it must be; then nothing
	 * of it is loaded, and the claim stands
	 * @throws IOException if the file cannot be read; then too
	 * @throws IllegalStateException if the claim is no longer ours; then too
	 */
	@Transactional(rollbackFor = Exception.class)
	public int load(ClaimedStatementFile file, StatementFormat format, StatementContent content)
			throws RejectedStatementException, IOException {
		StatementLoad loading = new StatementLoad(this.jdbc, file, format);
		try {
			content.readInto(loading);
		}
		finally {
			loading.abandon();
		}
		if (loading.statements() == 0) {
			throw new RejectedStatementException(null, "There is no statement in it");
		}
		int ended = this.jdbc.update("""
				UPDATE statement_file
				   SET status = 'LOADED', claim_id = NULL, due_at = NULL, ended_at = now(), failure = NULL
				 WHERE statement_file_id = ? AND claim_id = ?
				""", file.statementFileId(), file.claimId());
		if (ended != 1) {
			throw new IllegalStateException("The claim ran out; another copy loads the file");
		}
		return loading.lines();
	}

}
