package dev.hundi.statement;

import java.io.IOException;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Loads a file of bank statements in one transaction: its statements, their lines and the
 * problems found in them. Then decides which statements are accepted.
 */
@Component
public class LoadStatements {

	/** Notification channel; the payload is account and date of a loaded statement. */
	public static final String LOADED = "hundi_statement_loaded";

	private final JdbcTemplate jdbc;

	private final ArrangeStatements arrange;

	LoadStatements(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
		this.arrange = new ArrangeStatements(JdbcClient.create(jdbc));
	}

	/**
	 * Loads the content of a claimed file and ends the claim.
	 * @return lines loaded
	 * @throws RejectedStatementException if the file is invalid; then, as for the other
	 * exceptions, nothing of it is loaded and the claim is kept
	 * @throws IOException if the file cannot be read
	 * @throws IllegalStateException if the claim is lost
	 */
	@Transactional(rollbackFor = Exception.class)
	public int load(ClaimedStatementFile file, StatementFormat format, StatementContent content)
			throws RejectedStatementException, IOException {
		StatementLoad load = new StatementLoad(this.jdbc, file, format);
		try {
			content.readInto(load);
		}
		finally {
			load.abandon();
		}
		if (load.statements() == 0) {
			throw new RejectedStatementException(null, "The file contains no statement");
		}
		load.accounts().forEach(this.arrange::arrange);
		int ended = this.jdbc.update("""
				UPDATE statement_file
				   SET status = 'LOADED', claim_id = NULL, due_at = NULL, ended_at = now(), failure = NULL
				 WHERE statement_file_id = ? AND claim_id = ?
				""", file.statementFileId(), file.claimId());
		if (ended != 1) {
			throw new IllegalStateException("The claim expired; another process may load the file");
		}
		return load.lines();
	}

}
