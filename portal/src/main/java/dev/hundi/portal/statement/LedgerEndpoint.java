package dev.hundi.portal.statement;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;

import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.RequestState;
import dev.hundi.portal.command.ExportLedger;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.time.India;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The general ledger: trial balance and journal of any period as files. */
@StaffOnly
@Controller
class LedgerEndpoint {

	private static final String PAGE = "redirect:/ledger";

	private final ExportLedger export;

	LedgerEndpoint(ExportLedger export) {
		this.export = export;
	}

	@GetMapping("/ledger")
	@PreAuthorize(StatementSections.READERS)
	public String page(Model model) {
		LocalDate month = India.dateOf(Instant.now()).withDayOfMonth(1);
		model.addAttribute("lastMonth", month.minusMonths(1));
		model.addAttribute("lastDay", month.minusDays(1));
		return show(model, "statement/ledger");
	}

	/** The list while files are written. */
	@GetMapping("/ledger/live")
	@PreAuthorize(StatementSections.READERS)
	public String live(Model model) {
		return show(model, "statement/ledger :: exports");
	}

	@PostMapping("/ledger")
	String ask(@RequestParam(required = false) ExportLedger.@Nullable Content content,
			@RequestParam(required = false) ExportLedger.@Nullable Format format,
			@RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate from,
			@RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate to,
			@RequestParam(defaultValue = "") String business, RedirectAttributes next) {
		next.addFlashAttribute("typedFrom", from);
		next.addFlashAttribute("typedTo", to);
		next.addFlashAttribute("typedBusiness", business);
		if (content == null || format == null || from == null || to == null) {
			next.addFlashAttribute("problem", "ledger.incomplete");
			return PAGE;
		}
		try {
			this.export.ask(content, format, from, to, business);
			next.addFlashAttribute("notice", "ledger.asked");
		}
		catch (IllegalArgumentException ex) {
			next.addFlashAttribute("problem", "ledger.invalid");
		}
		return PAGE;
	}

	@GetMapping("/ledger/{requestId}/file")
	@PreAuthorize(StatementSections.READERS)
	public void file(@PathVariable UUID requestId, HttpServletResponse response) throws IOException {
		ExportLedger.LedgerFile file = this.export.open(requestId)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		try (var channel = file.content(); OutputStream out = response.getOutputStream()) {
			response.setContentType(file.mediaType());
			response.setContentLengthLong(file.sizeBytes());
			response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + file.name() + "\"");
			Channels.newInputStream(channel).transferTo(out);
		}
	}

	private String show(Model model, String view) {
		List<OperatorRequest> asked = this.export.newest();
		model.addAttribute("exports", asked);
		model.addAttribute("waiting", asked.stream().anyMatch((one) -> one.state() == RequestState.PENDING));
		return view;
	}

}
