package dev.hundi.portal.command;

import java.io.IOException;
import java.nio.channels.Channels;
import java.time.LocalDate;
import java.util.UUID;

import dev.hundi.portal.session.StaffOnly;

import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code /commands/reconciliation/ledger}: trial balance and journal as files. */
@StaffOnly
@RestController
@RequestMapping("/commands/reconciliation/ledger")
class LedgerCommands {

	private final ExportLedger export;

	LedgerCommands(ExportLedger export) {
		this.export = export;
	}

	/**
	 * Asks for a file, which is then at {@code /files/REQUEST}.
	 * @param business code of a business, or blank for all
	 */
	@GetMapping("/{content}.{format}")
	public ResponseEntity<RequestCommands.Accepted> ask(@PathVariable String content, @PathVariable String format,
			@RequestParam LocalDate from, @RequestParam LocalDate to,
			@RequestParam(defaultValue = "") String business) {
		ExportLedger.Content wanted = switch (content) {
			case "trial-balance" -> ExportLedger.Content.TRIAL_BALANCE;
			case "journal" -> ExportLedger.Content.JOURNAL;
			default -> throw CommandErrors.missing(content + " of the ledger, only trial-balance and journal");
		};
		ExportLedger.Format as = switch (format) {
			case "csv" -> ExportLedger.Format.CSV;
			case "xml" -> ExportLedger.Format.XML;
			default -> throw CommandErrors.missing(content + " in " + format + ", only csv and xml");
		};
		return RequestCommands.accepted(this.export.ask(wanted, as, from, to, business));
	}

	@GetMapping("/files/{requestId}")
	public ResponseEntity<Resource> file(@PathVariable UUID requestId) throws IOException {
		ExportLedger.LedgerFile file = this.export.open(requestId)
			.orElseThrow(() -> CommandErrors.missing("file of request " + requestId));
		return ResponseEntity.ok()
			.header(HttpHeaders.CONTENT_TYPE, file.mediaType())
			.contentLength(file.sizeBytes())
			.body(new InputStreamResource(Channels.newInputStream(file.content())));
	}

}
