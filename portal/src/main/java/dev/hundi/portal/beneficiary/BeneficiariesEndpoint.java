package dev.hundi.portal.beneficiary;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.hundi.beneficiary.Beneficiaries;
import dev.hundi.beneficiary.Beneficiary;
import dev.hundi.beneficiary.BeneficiaryPage;
import dev.hundi.beneficiary.BeneficiaryStatus;
import dev.hundi.beneficiary.CreateBeneficiaryResult;
import dev.hundi.beneficiary.UpdateBeneficiaryResult;
import dev.hundi.business.PricePlans;
import dev.hundi.list.Page;
import dev.hundi.list.SearchPhrase;
import dev.hundi.list.Window;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.web.UploadedName;
import dev.hundi.text.Beginning;
import dev.hundi.verification.NameVerifications;
import dev.hundi.verification.VerificationRequest;
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
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The pages of beneficiaries. */
@MerchantOnly
@Controller
class BeneficiariesEndpoint {

	private static final int ROWS = 50;

	private static final int MAX_REASON = 500;

	/** Rows with problems that a page shows. */
	private static final int SHOWN_PROBLEMS = 100;

	private final CurrentPerson current;

	private final Beneficiaries beneficiaries;

	private final BeneficiaryTrail trail;

	private final KeepBeneficiaries keep;

	private final NameVerifications verifications;

	private final PricePlans prices;

	BeneficiariesEndpoint(CurrentPerson current, Beneficiaries beneficiaries, BeneficiaryTrail trail,
			KeepBeneficiaries keep, NameVerifications verifications, PricePlans prices) {
		this.verifications = verifications;
		this.prices = prices;
		this.current = current;
		this.beneficiaries = beneficiaries;
		this.trail = trail;
		this.keep = keep;
	}

	@GetMapping("/beneficiaries")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String page(@RequestParam(defaultValue = "") String q,
			@RequestParam(required = false) @Nullable BeneficiaryStatus status,
			@RequestParam(defaultValue = "0") long skip, Model model) {
		Page page = new Page(ROWS, Math.clamp(skip, 0, Page.MAX_OFFSET));
		String text = q.strip();
		boolean tooLong = SearchPhrase.isTooLong(text);
		SearchPhrase phrase = (text.isEmpty() || tooLong) ? null : new SearchPhrase(text);
		BeneficiaryPage found = tooLong ? new BeneficiaryPage(List.of(), 0)
				: this.beneficiaries.list(this.current.businessId(), Window.ALL, status, phrase, page);
		model.addAttribute("qError", tooLong ? "search.long" : null);
		model.addAttribute("found", found);
		model.addAttribute("verifications", this.verifications.newest(this.current.businessId(),
				found.beneficiaries().stream().map(Beneficiary::beneficiaryId).toList()));
		model.addAttribute("q", q);
		model.addAttribute("status", status);
		model.addAttribute("statuses", BeneficiaryStatus.values());
		model.addAttribute("next", (page.end() < found.total()) ? page.end() : null);
		return "beneficiary/beneficiaries";
	}

	@GetMapping("/beneficiaries/new")
	@PreAuthorize(Rights.MAKES)
	public String form(Model model) {
		return showForm(BeneficiaryForm.EMPTY, Map.of(), model);
	}

	@PostMapping("/beneficiaries/new")
	String create(@RequestParam Map<String, String> fields, Model model, RedirectAttributes flash) {
		BeneficiaryForm form = BeneficiaryForm.of(fields);
		Map<String, String> problems = form.problems();
		if (!problems.isEmpty()) {
			return showForm(form, problems, model);
		}
		switch (this.keep.create(form)) {
			case CreateBeneficiaryResult.Created(UUID id, String code) -> {
				flash.addFlashAttribute("notice", "beneficiaries.created");
				return "redirect:/beneficiaries/" + id;
			}
			case CreateBeneficiaryResult.Duplicate(Beneficiary existing) -> {
				model.addAttribute("existing", existing);
				return showForm(form, Map.of(form.vpa().isEmpty() ? "accountNumber" : "vpa", "beneficiaries.duplicate"),
						model);
			}
		}
	}

	@GetMapping("/beneficiaries/{id}")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String beneficiary(@PathVariable UUID id, Model model) {
		Beneficiary beneficiary = known(id);
		return show(beneficiary, BeneficiaryForm.of(beneficiary), Map.of(), model);
	}

	@PostMapping("/beneficiaries/{id}")
	@Transactional
	@PreAuthorize(Rights.MAKES)
	public String update(@PathVariable UUID id, @RequestParam Map<String, String> fields, Model model,
			RedirectAttributes flash) {
		this.beneficiaries.lockForChange(this.current.businessId(), id);
		Beneficiary before = known(id);
		BeneficiaryForm present = BeneficiaryForm.of(before);
		BeneficiaryForm seen = BeneficiaryForm.seen(fields).orElse(present);
		BeneficiaryForm given = BeneficiaryForm.of(fields);
		BeneficiaryForm form = given.over(seen, present);
		Map<String, String> problems = new LinkedHashMap<>(form.problems(before));
		problems.putAll(given.conflicts(seen, present));
		if (!problems.isEmpty()) {
			return show(before, form, problems, model);
		}
		return switch (this.keep.update(before, form)) {
			case UpdateBeneficiaryResult.Changed(Beneficiary after) -> {
				flash.addFlashAttribute("notice", "beneficiaries.changed");
				yield "redirect:/beneficiaries/" + id;
			}
			case UpdateBeneficiaryResult.Collision(Beneficiary existing) -> {
				model.addAttribute("existing", existing);
				yield show(before, form,
						Map.of((before.vpa() != null) ? "vpa" : "accountNumber", "beneficiaries.duplicate"), model);
			}
			case UpdateBeneficiaryResult.TargetKindImmutable() ->
				show(before, form, Map.of("accountNumber", "beneficiaries.invalid.target"), model);
			case UpdateBeneficiaryResult.NotFound() -> throw notFound();
		};
	}

	@PostMapping("/beneficiaries/{id}/archive")
	String archive(@PathVariable UUID id, RedirectAttributes flash) {
		if (!this.keep.archive(id)) {
			throw notFound();
		}
		flash.addFlashAttribute("notice", "beneficiaries.archived");
		return "redirect:/beneficiaries/" + id;
	}

	@PostMapping("/beneficiaries/{id}/reactivate")
	String reactivate(@PathVariable UUID id, @RequestParam(defaultValue = "") String reason, RedirectAttributes flash) {
		if (reason.codePointCount(0, reason.length()) > MAX_REASON) {
			flash.addFlashAttribute("problem", "beneficiaries.reason.invalid");
		}
		else if (this.keep.reactivate(id, reason)) {
			flash.addFlashAttribute("notice", "beneficiaries.reactivated");
		}
		else {
			throw notFound();
		}
		return "redirect:/beneficiaries/" + id;
	}

	@PostMapping("/beneficiaries/{id}/verification")
	String verify(@PathVariable UUID id, RedirectAttributes flash) {
		switch (this.keep.verify(id)) {
			case VerificationRequest.Running _ -> flash.addFlashAttribute("notice", "beneficiaries.verify.requested");
			case VerificationRequest.UnknownBeneficiary() -> throw notFound();
			case VerificationRequest.InactiveBeneficiary() ->
				flash.addFlashAttribute("problem", "beneficiaries.verify.inactive");
			case VerificationRequest.NoWallet() ->
				flash.addFlashAttribute("problem", "beneficiaries.verify.not-covered");
			case VerificationRequest.NotCovered _ ->
				flash.addFlashAttribute("problem", "beneficiaries.verify.not-covered");
		}
		return "redirect:/beneficiaries/" + id;
	}

	@GetMapping("/beneficiaries/import")
	@PreAuthorize(Rights.MAKES)
	public String importForm() {
		return "beneficiary/import";
	}

	/** Imports all rows or, if one has a problem, none. */
	@PostMapping("/beneficiaries/import")
	@PreAuthorize(Rights.MAKES)
	public String importFile(@RequestParam(required = false) @Nullable MultipartFile file, Model model,
			RedirectAttributes flash) throws IOException {
		if (file == null || file.isEmpty()) {
			model.addAttribute("fileProblem", "beneficiaries.import.empty");
			return "beneficiary/import";
		}
		ReadCsv.Result read;
		try (InputStream in = file.getInputStream()) {
			read = ReadCsv.read(in);
		}
		List<RowProblem> problems = new ArrayList<>();
		read.rows()
			.forEach((row) -> row.problems()
				.forEach((field, text) -> problems.add(new RowProblem(row.line(), field, text))));
		if (!read.problem().isEmpty() || !problems.isEmpty()) {
			model.addAttribute("fileProblem", read.problem().isEmpty() ? "beneficiaries.import.rows" : read.problem());
			model.addAttribute("rowProblems", problems.subList(0, Math.min(SHOWN_PROBLEMS, problems.size())));
			return "beneficiary/import";
		}
		int created = this.keep.create(read.rows().stream().map(ReadCsv.Row::form).toList(), name(file));
		flash.addFlashAttribute("created", created);
		flash.addFlashAttribute("known", read.rows().size() - created);
		return "redirect:/beneficiaries";
	}

	private String showForm(BeneficiaryForm form, Map<String, String> problems, Model model) {
		model.addAttribute("form", form);
		model.addAttribute("problems", problems);
		return "beneficiary/new";
	}

	private String show(Beneficiary beneficiary, BeneficiaryForm form, Map<String, String> problems, Model model) {
		model.addAttribute("beneficiary", beneficiary);
		model.addAttribute("form", form);
		model.addAttribute("seen", BeneficiaryForm.of(beneficiary).fields());
		model.addAttribute("problems", problems);
		model.addAttribute("verification",
				this.verifications.newest(this.current.businessId(), beneficiary.beneficiaryId()).orElse(null));
		model.addAttribute("verificationPaise", this.prices.verificationCharge(this.current.businessId()).totalPaise());
		model.addAttribute("trail", this.trail.of(this.current.businessId(), beneficiary.beneficiaryId()));
		return "beneficiary/beneficiary";
	}

	private Beneficiary known(UUID id) {
		return this.beneficiaries.find(this.current.businessId(), id).orElseThrow(BeneficiariesEndpoint::notFound);
	}

	private static String name(MultipartFile file) {
		String name = UploadedName.of(file.getOriginalFilename());
		return Beginning.of(name, 100);
	}

	private static ResponseStatusException notFound() {
		return new ResponseStatusException(HttpStatus.NOT_FOUND);
	}

	/**
	 * A cell of a file that breaks a rule.
	 *
	 * @param line in the file, from 1
	 * @param text key of the rule
	 */
	record RowProblem(int line, String field, String text) {
	}

}
