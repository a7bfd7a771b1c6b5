package dev.hundi.portal.onboarding;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.onboarding.Aadhaar;
import dev.hundi.onboarding.FieldRules;
import dev.hundi.onboarding.FillResult;
import dev.hundi.onboarding.OnboardingCase;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.OnboardingDocument.Place;
import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.Principal;
import dev.hundi.onboarding.PrincipalPart;
import dev.hundi.onboarding.Requirement;
import dev.hundi.person.Role;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The pages of documents, and of directors, owners and authorised persons. */
@MerchantOnly
@Controller
class DocumentsEndpoint {

	private static final int MAX_NAME = 200;

	private static final int MAX_DESIGNATION = 100;

	private final CurrentPerson current;

	private final OnboardingCases cases;

	private final FillCase fill;

	private final Rights rights;

	DocumentsEndpoint(CurrentPerson current, OnboardingCases cases, FillCase fill, Rights rights) {
		this.current = current;
		this.cases = cases;
		this.fill = fill;
		this.rights = rights;
	}

	@GetMapping("/onboarding/tasks/documents")
	@PreAuthorize("@rights.any()")
	public String documents(@RequestParam(required = false) @Nullable UUID added, Model model) {
		preview(added, model);
		return documents(model);
	}

	@GetMapping("/onboarding/tasks/principals")
	@PreAuthorize("@rights.any()")
	public String principals(@RequestParam(required = false) @Nullable UUID added, Model model) {
		preview(added, model);
		return principals(model);
	}

	@PostMapping("/onboarding/uploads/{requirement}")
	String upload(@PathVariable String requirement, @RequestParam(required = false) @Nullable MultipartFile file,
			Model model) {
		Requirement document = Optional.of(requirement)
			.filter((name) -> List.of(Requirement.values()).stream().anyMatch((one) -> one.name().equals(name)))
			.map(Requirement::valueOf)
			.filter((one) -> one.isDocument() && one != Requirement.PRINCIPALS_IDENTITY)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		return upload(Place.of(document), document.name(), file, Task.DOCUMENTS, model);
	}

	@PostMapping("/onboarding/principals/{id}/uploads/{part}")
	String upload(@PathVariable UUID id, @PathVariable PrincipalPart part,
			@RequestParam(required = false) @Nullable MultipartFile file, Model model) {
		if (present().principals().stream().noneMatch((one) -> one.principalId().equals(id))) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}
		return upload(new Place(Requirement.PRINCIPALS_IDENTITY, id, part), id + "-" + part, file, Task.PRINCIPALS,
				model);
	}

	@PostMapping("/onboarding/documents/{id}/remove")
	String removeDocument(@PathVariable UUID id, @RequestParam(defaultValue = "documents") String task,
			RedirectAttributes next) {
		removed(this.fill.removeDocument(id), next);
		return "redirect:/onboarding/tasks/" + Task.of(task).orElse(Task.DOCUMENTS).path();
	}

	@PostMapping("/onboarding/principals")
	String addPrincipal(@RequestParam(defaultValue = "") String name,
			@RequestParam(defaultValue = "") String designation, @RequestParam(defaultValue = "") String pan,
			@RequestParam(defaultValue = "") String aadhaar, Model model) {
		PrincipalForm form = new PrincipalForm(FieldRules.normalized(Requirement.LEGAL_NAME, name),
				FieldRules.normalized(Requirement.LEGAL_NAME, designation), FieldRules.normalized(Requirement.PAN, pan),
				aadhaar);
		List<FormProblem> problems = form.problems();
		FillResult result = problems.isEmpty() ? this.fill.addPrincipal(new Principal(UUID.randomUUID(), form.name,
				form.designation, form.pan, Aadhaar.masked(aadhaar).orElseThrow())) : null;
		if (result instanceof FillResult.Done) {
			return "redirect:/onboarding/tasks/principals";
		}
		if (result != null) {
			model.addAttribute("problem", switch (result) {
				case FillResult.TooMany _ -> "onboarding.principal.too-many";
				case FillResult.Different _ -> "onboarding.principal.different";
				default -> "onboarding.locked";
			});
		}
		model.addAttribute("form", form);
		model.addAttribute("problems", problems);
		return principals(model);
	}

	@PostMapping("/onboarding/principals/{id}/remove")
	String removePrincipal(@PathVariable UUID id, RedirectAttributes next) {
		removed(this.fill.removePrincipal(id), next);
		return "redirect:/onboarding/tasks/principals";
	}

	private String upload(Place place, String field, @Nullable MultipartFile file, Task task, Model model) {
		try {
			if (file == null) {
				throw new UploadRefusedException(UploadProblem.EMPTY);
			}
			String added = this.fill.add(place, file).map((id) -> "?added=" + id).orElse("");
			return "redirect:/onboarding/tasks/" + task.path() + added;
		}
		catch (UploadRefusedException ex) {
			model.addAttribute("problems", List.of(new FormProblem(field, ex.problem().text())));
			return (task == Task.DOCUMENTS) ? documents(model) : principals(model);
		}
	}

	private String documents(Model model) {
		OnboardingCase present = show(model);
		model.addAttribute("entries", Task.DOCUMENTS.entries(present));
		return "onboarding/documents";
	}

	private String principals(Model model) {
		OnboardingCase present = show(model);
		model.addAttribute("entry", present.entry(Requirement.PRINCIPALS_IDENTITY).orElseThrow());
		model.addAttribute("parts", PrincipalPart.values());
		if (!model.containsAttribute("form")) {
			model.addAttribute("form", new PrincipalForm("", "", "", ""));
		}
		return "onboarding/principals";
	}

	/** The first page of what was just uploaded, if the second factor is fresh. */
	private void preview(@Nullable UUID added, Model model) {
		present().documents()
			.stream()
			.filter((document) -> document.documentId().equals(added))
			.findFirst()
			.ifPresent((document) -> {
				model.addAttribute("added", document);
				model.addAttribute("preview",
						document.scanState().isShown() && this.rights.confirmed(Role.OWNER.name()).isGranted());
			});
	}

	private OnboardingCase show(Model model) {
		OnboardingCase present = present();
		boolean owner = this.current.get().roles().contains(Role.OWNER);
		model.addAttribute("case", owner ? present : withMaskedPans(present));
		model.addAttribute("owner", owner);
		if (!model.containsAttribute("problems")) {
			model.addAttribute("problems", List.of());
		}
		return present;
	}

	/** Only an OWNER, who gave them, reads the numbers of the people of the business. */
	private static OnboardingCase withMaskedPans(OnboardingCase present) {
		List<Principal> principals = present.principals()
			.stream()
			.map((one) -> new Principal(one.principalId(), one.name(), one.designation(),
					OnboardingEndpoint.masked(one.pan()), one.aadhaar()))
			.toList();
		return new OnboardingCase(present.businessId(), present.progress(), present.businessType(), present.entries(),
				principals, present.documents());
	}

	private OnboardingCase present() {
		return this.cases.find(this.current.businessId())
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
	}

	private static void removed(FillResult result, RedirectAttributes next) {
		if (result instanceof FillResult.Unknown) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}
		if (result instanceof FillResult.Locked) {
			next.addFlashAttribute("problem", "onboarding.locked");
		}
	}

	/**
	 * Something that is wrong, beside its field.
	 *
	 * @param field id of the field in the page
	 */
	record FormProblem(String field, String text) {
	}

	/** What was typed about a principal. */
	record PrincipalForm(String name, String designation, String pan, String aadhaar) {

		List<FormProblem> problems() {
			List<FormProblem> problems = new ArrayList<>();
			if (this.name.isEmpty() || this.name.length() > MAX_NAME) {
				problems.add(new FormProblem("principal-name", "onboarding.principal.name.wrong"));
			}
			if (this.designation.isEmpty() || this.designation.length() > MAX_DESIGNATION) {
				problems.add(new FormProblem("principal-designation", "onboarding.principal.designation.wrong"));
			}
			if (FieldRules.check(Requirement.PAN, this.pan, BusinessType.PROPRIETORSHIP, null).isPresent()) {
				problems.add(new FormProblem("principal-pan", "onboarding.principal.pan.wrong"));
			}
			if (Aadhaar.masked(this.aadhaar).isEmpty()) {
				problems.add(new FormProblem("principal-aadhaar", "onboarding.principal.aadhaar.wrong"));
			}
			return problems;
		}

	}

}
