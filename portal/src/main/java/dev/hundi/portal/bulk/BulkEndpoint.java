package dev.hundi.portal.bulk;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

import dev.hundi.bulk.BulkFile;
import dev.hundi.bulk.BulkFiles;
import dev.hundi.bulk.BulkFormat;
import dev.hundi.bulk.BulkRow;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.BulkUploadResult;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.bulk.ReleaseMode;
import dev.hundi.bulk.RowStatus;
import dev.hundi.list.Page;
import dev.hundi.payout.PayoutFigures;
import dev.hundi.person.Role;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.web.UploadedName;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;

/** The pages of bulk files. */
@MerchantOnly
@Controller
class BulkEndpoint {

	private static final int ROWS = 50;

	private static final int MAX_NAME = 255;

	private static final int MAX_REFERENCE = 128;

	private final CurrentPerson current;

	private final BulkFiles files;

	private final NewPayees payees;

	private final DayTotals days;

	private final PayoutFigures payouts;

	private final ActOnFiles act;

	BulkEndpoint(CurrentPerson current, BulkFiles files, NewPayees payees, DayTotals days, PayoutFigures payouts,
			ActOnFiles act) {
		this.current = current;
		this.files = files;
		this.payees = payees;
		this.days = days;
		this.payouts = payouts;
		this.act = act;
	}

	@GetMapping("/bulk")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String page(@RequestParam(defaultValue = "0") long skip, Model model) {
		return list(skip, model);
	}

	@PostMapping("/bulk")
	@Transactional
	@PreAuthorize(Rights.MAKES)
	public String upload(@RequestParam(required = false) @Nullable MultipartFile file,
			@RequestParam(defaultValue = "VALID_ROWS") ReleaseMode mode,
			@RequestParam(defaultValue = "") String reference, Model model) throws IOException {
		String name = (file != null) ? UploadedName.of(file.getOriginalFilename()) : "";
		Optional<BulkFormat> format = format(name);
		String plain = reference.strip();
		model.addAttribute("typedMode", mode);
		model.addAttribute("typedReference", reference);
		if (file == null || file.isEmpty()) {
			return refuse("bulk.upload.empty", model);
		}
		if (format.isEmpty() || name.length() > MAX_NAME) {
			return refuse("bulk.upload.format", model);
		}
		if (plain.codePointCount(0, plain.length()) > MAX_REFERENCE) {
			return refuse("bulk.upload.reference", model);
		}
		try (InputStream content = file.getInputStream()) {
			return switch (this.act.upload(name, format.get(), mode, plain.isEmpty() ? null : plain, content)) {
				case BulkUploadResult.Accepted(BulkFile accepted) -> "redirect:/bulk/" + accepted.bulkFileId();
				case BulkUploadResult.Duplicate(BulkFile earlier) -> {
					model.addAttribute("earlier", earlier);
					yield refuse("bulk.upload.known", model);
				}
				case BulkUploadResult.TooManyFiles() -> refuse("bulk.upload.many", model);
			};
		}
	}

	@GetMapping("/bulk/{id}")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String file(@PathVariable UUID id, @RequestParam(required = false) @Nullable RowStatus rows,
			@RequestParam(defaultValue = "false") boolean warned, @RequestParam(defaultValue = "0") long skip,
			Model model) {
		BulkFile file = known(id);
		RowStatus status = (rows == null && !warned) ? RowStatus.INVALID : rows;
		Page page = new Page(ROWS, Math.clamp(skip, 0, Page.MAX_OFFSET));
		List<BulkRow> found = this.files.rows(file.businessId(), id, status, warned, page);
		model.addAttribute("rows", found);
		model.addAttribute("shown", status);
		model.addAttribute("warned", warned);
		model.addAttribute("statuses", RowStatus.values());
		model.addAttribute("next", (found.size() == ROWS) ? page.end() : null);
		if (file.status() == BulkStatus.AWAITING_RELEASE) {
			model.addAttribute("payees", this.payees.of(file.businessId(), id));
			model.addAttribute("day", this.days.with(file));
		}
		return show(file, model, "bulk/file");
	}

	/**
	 * The progress, which the page replaces until the file has ended. Once the file has
	 * another state the whole page is read again.
	 * @param was the state that the page shows
	 */
	@GetMapping("/bulk/{id}/live")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String live(@PathVariable UUID id, @RequestParam(required = false) @Nullable BulkStatus was,
			HttpServletResponse response, Model model) {
		BulkFile file = known(id);
		if (was != null && file.status() != was) {
			response.setHeader("HX-Refresh", "true");
		}
		return show(file, model, "bulk/file :: progress");
	}

	private String show(BulkFile file, Model model, String view) {
		model.addAttribute("file", file);
		model.addAttribute("rerun", this.files.rerunOf(file.businessId(), file.bulkFileId()).orElse(null));
		model.addAttribute("rerunnable", ActOnFiles.hasFailedRows(file));
		if (file.rows().released() > 0 && !file.status().isEnded()) {
			model.addAttribute("unapproved", this.payouts.unapproved(file.businessId(), file.bulkFileId()));
		}
		model.addAttribute("byPerson", file.approval().uploadedBy().startsWith(DecideBulkFile.PERSON));
		model.addAttribute("uploader", this.act.uploader(file).orElse(null));
		boolean checks = this.current.get()
			.roles()
			.stream()
			.anyMatch((role) -> role == Role.OWNER || role == Role.CHECKER);
		model.addAttribute("checks", checks);
		model.addAttribute("releases", checks && file.status() == BulkStatus.AWAITING_RELEASE
				&& !DecideBulkFile.needsOther(file, DecideBulkFile.PERSON + this.current.get().personId()));
		return view;
	}

	private String list(long skip, Model model) {
		Page page = new Page(ROWS, Math.clamp(skip, 0, Page.MAX_OFFSET));
		List<BulkFile> found = this.files.list(this.current.businessId(), page);
		model.addAttribute("files", found);
		model.addAttribute("next", (found.size() == ROWS) ? page.end() : null);
		model.addAttribute("modes", ReleaseMode.values());
		return "bulk/bulk";
	}

	private String refuse(String text, Model model) {
		model.addAttribute("fileProblem", text);
		return list(0, model);
	}

	private BulkFile known(UUID id) {
		return this.files.find(this.current.businessId(), id).orElseThrow(BulkEndpoint::notFound);
	}

	private static Optional<BulkFormat> format(String name) {
		String lower = name.toLowerCase(Locale.ROOT);
		return Stream.of(BulkFormat.values()).filter((one) -> lower.endsWith("." + one.extension())).findFirst();
	}

	private static ResponseStatusException notFound() {
		return new ResponseStatusException(HttpStatus.NOT_FOUND);
	}

}
