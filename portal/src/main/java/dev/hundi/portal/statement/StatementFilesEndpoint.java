package dev.hundi.portal.statement;

import java.util.List;
import java.util.UUID;

import dev.hundi.portal.session.StaffOnly;
import dev.hundi.statement.ReceivedStatementFile;
import dev.hundi.statement.StatementFiles;
import org.jspecify.annotations.Nullable;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** All received files, page by page. */
@StaffOnly
@Controller
class StatementFilesEndpoint {

	private static final int ROWS = 50;

	private final StatementFiles files;

	StatementFilesEndpoint(StatementFiles files) {
		this.files = files;
	}

	@GetMapping("/statements/files")
	@PreAuthorize(StatementSections.READERS)
	public String page(@RequestParam(required = false) @Nullable UUID before, Model model) {
		List<ReceivedStatementFile> read = this.files.latest(before, ROWS + 1);
		List<ReceivedStatementFile> shown = read.subList(0, Math.min(ROWS, read.size()));
		model.addAttribute("files", shown);
		model.addAttribute("next", (read.size() > ROWS) ? shown.getLast().statementFileId() : null);
		return "statement/files";
	}

}
