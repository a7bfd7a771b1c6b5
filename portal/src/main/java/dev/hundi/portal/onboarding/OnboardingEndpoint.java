package dev.hundi.portal.onboarding;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.hundi.onboarding.BusinessType;
import dev.hundi.onboarding.FieldProblem;
import dev.hundi.onboarding.FieldRules;
import dev.hundi.onboarding.FillOnboarding;
import dev.hundi.onboarding.FillResult;
import dev.hundi.onboarding.OnboardingCase;
import dev.hundi.onboarding.OnboardingCases;
import dev.hundi.onboarding.Requirement;
import dev.hundi.onboarding.RequirementEntry;
import dev.hundi.person.Role;
import dev.hundi.portal.onboarding.Task.Status;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;

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

/** The list of tasks, the forms of fields, and the submission. */
@MerchantOnly
@Controller
class OnboardingEndpoint {

	private static final int SHOWN_DIGITS = 4;

	private final CurrentPerson current;

	private final OnboardingCases cases;

	private final FillCase fill;

	OnboardingEndpoint(CurrentPerson current, OnboardingCases cases, FillCase fill) {
		this.current = current;
		this.cases = cases;
		this.fill = fill;
	}

	@GetMapping("/onboarding")
	@PreAuthorize("@rights.any()")
	public String tasks(Model model) {
		return this.cases.find(this.current.businessId()).isPresent() ? tasks(Map.of(), model) : "onboarding/none";
	}

	@GetMapping("/onboarding/tasks/{task}")
	@PreAuthorize("@rights.any()")
	public String task(@PathVariable String task, Model model) {
		return form(known(task), Map.of(), Map.of(), model);
	}

	@PostMapping("/onboarding/tasks/{task}")
	String save(@PathVariable String task, @RequestParam Map<String, String> parameters, Model model,
			RedirectAttributes flash) {
		Task form = known(task);
		Map<Requirement, String> texts = texts(form, "", parameters);
		FillResult result = this.fill.give(texts, texts(form, FieldView.SEEN, parameters));
		if (result instanceof FillResult.Problems(var problems)) {
			return form(form, texts, problems, model);
		}
		flash.addFlashAttribute((result instanceof FillResult.Locked) ? "problem" : "notice",
				(result instanceof FillResult.Locked) ? "onboarding.locked" : "onboarding.saved");
		return "redirect:/onboarding";
	}

	/**
	 * A second submission of the same case finds it submitted, and shows where it stands.
	 */
	@PostMapping("/onboarding/submit")
	String submit(Model model, RedirectAttributes flash) {
		FillResult result = this.fill.submit();
		if (result instanceof FillResult.Problems(var problems)) {
			return tasks(problems, model);
		}
		if (result instanceof FillResult.Submitted) {
			flash.addFlashAttribute("notice", "onboarding.submitted");
		}
		return "redirect:/onboarding";
	}

	private String tasks(Map<Requirement, FieldProblem> problems, Model model) {
		OnboardingCase present = present(model);
		List<Line> lines = Arrays.stream(Task.values())
			.filter((task) -> !task.entries(present).isEmpty())
			.map((task) -> new Line(task.path(), task.name(), task.status(present)))
			.toList();
		model.addAttribute("lines", lines);
		model.addAttribute("complete",
				lines.stream()
					.filter((line) -> line.status == Status.COMPLETE || line.status == Status.IN_REVIEW)
					.count());
		model.addAttribute("refused",
				present.entries()
					.stream()
					.filter((entry) -> entry.refusal() != null && present.progress().merchantCanAct())
					.map((entry) -> new Refused(entry, Task.of(entry.requirement()).path()))
					.toList());
		model.addAttribute("open", FillOnboarding.problems(present).isEmpty());
		model.addAttribute("problems",
				problems.entrySet()
					.stream()
					.sorted(Map.Entry.comparingByKey())
					.map((problem) -> new Problem(problem.getKey().name(), Task.of(problem.getKey()).path(),
							FieldView.text(problem.getKey(), problem.getValue())))
					.toList());
		return "onboarding/tasks";
	}

	private String form(Task task, Map<Requirement, String> texts, Map<Requirement, FieldProblem> problems,
			Model model) {
		if (!task.isForm()) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND);
		}
		OnboardingCase present = present(model);
		List<FieldView> fields = task.entries(present)
			.stream()
			.map((entry) -> field(entry, texts, problems, present))
			.toList();
		model.addAttribute("task", task.name());
		model.addAttribute("path", task.path());
		model.addAttribute("fields", fields);
		model.addAttribute("editable", fields.stream().anyMatch(FieldView::editable));
		model.addAttribute("types", BusinessType.values());
		model.addAttribute("states", FieldRules.STATES);
		return "onboarding/form";
	}

	/**
	 * A field shows what a person typed only if that is to be corrected: what else the
	 * page sent is stored now, or older than what is stored.
	 */
	private FieldView field(RequirementEntry entry, Map<Requirement, String> texts,
			Map<Requirement, FieldProblem> problems, OnboardingCase present) {
		Requirement field = entry.requirement();
		boolean editable = isOwner() && present.isOpen(field);
		String stored = Objects.requireNonNullElse(entry.value(), "");
		FieldProblem problem = problems.get(field);
		String typed = (editable && problem != null) ? texts.get(field) : null;
		boolean older = problem == FieldProblem.CHANGED_MEANWHILE;
		String value = (typed != null && !older) ? typed : stored;
		String yours = (typed != null && older && !typed.isBlank()) ? typed : null;
		return new FieldView(entry, (field == Requirement.ACCOUNT_NUMBER && !isOwner()) ? masked(stored) : value,
				(problem != null) ? FieldView.text(field, problem) : null, yours, editable);
	}

	/** All but the last four characters are hidden. */
	static String masked(String number) {
		return (number.length() <= SHOWN_DIGITS) ? number
				: "•".repeat(number.length() - SHOWN_DIGITS) + number.substring(number.length() - SHOWN_DIGITS);
	}

	private OnboardingCase present(Model model) {
		OnboardingCase present = this.cases.find(this.current.businessId())
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		model.addAttribute("case", present);
		model.addAttribute("caseState", caseState(present));
		model.addAttribute("owner", isOwner());
		return present;
	}

	/** Where a case stands, as a part of text keys. */
	static String caseState(OnboardingCase present) {
		if (present.progress().isClosed() && !present.progress().state().isFinal()) {
			return "erased";
		}
		return switch (present.progress().state()) {
			case UNSTARTED -> "unstarted";
			case IN_REVIEW -> present.progress().withMerchant() ? "returned" : "review";
			case APPROVED -> "approved";
			case REJECTED -> "rejected";
		};
	}

	private boolean isOwner() {
		return this.current.get().roles().contains(Role.OWNER);
	}

	private static Map<Requirement, String> texts(Task form, String prefix, Map<String, String> parameters) {
		Map<Requirement, String> texts = new EnumMap<>(Requirement.class);
		for (Requirement requirement : Requirement.values()) {
			String text = parameters.get(prefix + requirement.name());
			if (text != null && Task.of(requirement) == form) {
				texts.put(requirement, text);
			}
		}
		return texts;
	}

	private static Task known(String path) {
		return Task.of(path).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
	}

	/** A line of the list of tasks. */
	record Line(String path, String name, Status status) {
	}

	/** Something that the staff refused, and the task where it is answered. */
	record Refused(RequirementEntry entry, String path) {
	}

	/** Something that hinders the submission, and the task where it is done. */
	record Problem(String field, String path, String text) {
	}

}
