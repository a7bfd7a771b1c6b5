package dev.hundi.portal.wallet;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.audit.AuditTrail;
import dev.hundi.filestore.FileStore;
import dev.hundi.list.Page;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.time.India;
import dev.hundi.walletexport.ExportFormat;
import dev.hundi.walletexport.ExportLimits;
import dev.hundi.walletexport.ExportRequest;
import dev.hundi.walletexport.ExportRequestResult;
import dev.hundi.walletexport.ExportStatus;
import dev.hundi.walletexport.RequestExport;
import dev.hundi.walletexport.WalletExport;
import dev.hundi.walletexport.WalletExports;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Statements: asked for here, written by batch-jobs, downloaded here. */
@MerchantOnly
@Controller
class StatementsEndpoint {

	/** Monthly statements of three years in two formats. */
	private static final int MONTHLY = 72;

	private final CurrentPerson current;

	private final RequestExport requests;

	private final WalletExports exports;

	private final FileStore files;

	private final AuditTrail audit;

	private final TransactionOperations transactions;

	StatementsEndpoint(CurrentPerson current, RequestExport requests, WalletExports exports, FileStore files,
			AuditTrail audit, TransactionOperations transactions) {
		this.current = current;
		this.requests = requests;
		this.exports = exports;
		this.files = files;
		this.audit = audit;
		this.transactions = transactions;
	}

	@GetMapping("/wallet/statements")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String page(Model model) {
		show(model);
		model.addAttribute("monthly", this.exports.monthly(this.current.businessId(), MONTHLY));
		model.addAttribute("formats", ExportFormat.values());
		return "wallet/statements";
	}

	/** The list while files are being written. */
	@GetMapping("/wallet/statements/live")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String live(Model model) {
		show(model);
		return "wallet/statements :: asked";
	}

	@PostMapping("/wallet/statements")
	@Transactional
	@PreAuthorize(Rights.READS_MONEY)
	public String ask(@RequestParam(defaultValue = "") String from, @RequestParam(defaultValue = "") String to,
			@RequestParam(defaultValue = "PDF") ExportFormat format, RedirectAttributes flash) {
		Optional<Days> days = Days.of(from, to);
		if (days.isEmpty()) {
			flash.addFlashAttribute("problem", "wallet.days.invalid");
			return "redirect:/wallet/statements";
		}
		LocalDate first = days.get().from();
		if (first != null && first.isAfter(India.dateOf(Instant.now()))) {
			flash.addFlashAttribute("problem", "wallet.days.future");
			return "redirect:/wallet/statements";
		}
		ExportRequest request = new ExportRequest(this.current.businessId(), format, null, days.get().window());
		switch (this.requests.request(request, ExportLimits.DEFAULT)) {
			case ExportRequestResult.Accepted(WalletExport export) -> {
				this.audit.record(this.current.businessId(), this.current.actor(), "STATEMENT_ASKED",
						export.exportId().toString(), Map.of(),
						Map.of("from", from, "to", to, "format", format.name()));
				flash.addFlashAttribute("notice", "wallet.statements.asked");
			}
			case ExportRequestResult.TooMany many -> flash.addFlashAttribute("problem", "wallet.statements.many");
			case ExportRequestResult.NoBusiness() -> throw notFound();
		}
		return "redirect:/wallet/statements";
	}

	/** Sends outside a transaction: a slow reader would hold a connection. */
	@GetMapping("/wallet/statements/{id}/file")
	@PreAuthorize(Rights.READS_MONEY)
	public void file(@PathVariable UUID id, HttpServletResponse response) throws IOException {
		Optional<WalletExport> stored = Objects.requireNonNull(
				this.transactions.execute((transaction) -> this.exports.find(this.current.businessId(), id)));
		WalletExport export = stored.filter((found) -> found.status() == ExportStatus.DONE)
			.orElseThrow(StatementsEndpoint::notFound);
		WalletExport.File file = Optional.ofNullable(export.file()).orElseThrow(StatementsEndpoint::notFound);
		Optional<FileChannel> content = (file.storedAs() != null) ? this.files.open(file.storedAs()) : Optional.empty();
		if (content.isEmpty()) {
			this.transactions.executeWithoutResult((transaction) -> this.exports.lost(export.businessId(), id));
			response.sendError(HttpStatus.NOT_FOUND.value());
			return;
		}
		try (FileChannel channel = content.get(); OutputStream out = response.getOutputStream()) {
			response.setContentType(export.format().mediaType());
			response.setContentLengthLong(file.sizeBytes());
			response.setHeader(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"" + file.name() + "\"");
			Channels.newInputStream(channel).transferTo(out);
		}
	}

	private void show(Model model) {
		List<WalletExport> asked = this.exports.list(this.current.businessId(), Page.FIRST);
		model.addAttribute("exports", asked);
		model.addAttribute("open", asked.stream().anyMatch((export) -> export.status().isOpen()));
	}

	private static ResponseStatusException notFound() {
		return new ResponseStatusException(HttpStatus.NOT_FOUND);
	}

}
