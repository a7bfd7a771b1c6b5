package dev.hundi.batch.statement.intake;

import java.io.IOException;
import java.util.List;
import java.util.UUID;

import dev.hundi.batch.statement.common.Texts;
import dev.hundi.statement.BankStatements;
import dev.hundi.statement.LoadedStatement;
import dev.hundi.statement.ReceivedStatementFile;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementProblem;
import dev.hundi.statement.StatementSource;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * {@code /internal/statements}: operators upload statement files here and read how they
 * were loaded.
 */
@RestController
@RequestMapping("/internal/statements")
class OperateStatements {

	private static final Logger logger = LoggerFactory.getLogger(OperateStatements.class);

	private static final int MAX_ROWS = 1_000;

	private final ReceiveStatements receive;

	private final StatementFiles files;

	private final BankStatements statements;

	OperateStatements(ReceiveStatements receive, StatementFiles files, BankStatements statements) {
		this.receive = receive;
		this.files = files;
		this.statements = statements;
	}

	/**
	 * Stores the body as a file.
	 * @param account account of the file, required if the file does not name it
	 */
	@PostMapping("/files")
	Taken take(@RequestParam String name, @RequestParam(required = false) @Nullable String account,
			HttpServletRequest request) throws IOException {
		String number = Texts.account(account);
		if (account != null && number == null) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "Not an account number: " + account);
		}
		try {
			StatementFiles.Receipt receipt = this.receive.receive(request.getInputStream(), name,
					StatementSource.UPLOAD, number, ReceiveStatements.Trust.OPERATOR);
			logger.info("An operator uploaded {} as {}", receipt.file().fileName(), receipt.file().statementFileId());
			return new Taken(receipt.file(), !receipt.stored());
		}
		catch (ReceiveStatements.TooLargeException ex) {
			throw new ResponseStatusException(HttpStatus.CONTENT_TOO_LARGE, ex.getMessage());
		}
	}

	@GetMapping("/files")
	List<ReceivedStatementFile> files(@RequestParam(defaultValue = "100") int limit) {
		return this.files.latest(Math.clamp(limit, 1, MAX_ROWS));
	}

	@GetMapping("/files/{statementFileId}")
	ReceivedStatementFile file(@PathVariable UUID statementFileId) {
		return this.files.find(statementFileId)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND,
					"File " + statementFileId + " does not exist"));
	}

	@GetMapping
	List<LoadedStatement> statements(@RequestParam(defaultValue = "100") int limit) {
		return this.statements.latest(Math.clamp(limit, 1, MAX_ROWS));
	}

	@GetMapping("/problems")
	List<StatementProblem> problems(@RequestParam(defaultValue = "100") int limit) {
		return this.statements.problems(Math.clamp(limit, 1, MAX_ROWS));
	}

	/**
	 * A stored file.
	 *
	 * @param known whether the same bytes had been received before
	 */
	record Taken(ReceivedStatementFile file, boolean known) {
	}

}
