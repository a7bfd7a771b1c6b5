package dev.hundi.portal.statement;

import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.approval.ProposedChange;
import dev.hundi.approval.ProposedChanges;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.RequestState;
import dev.hundi.payout.Rail;
import dev.hundi.person.Role;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.portal.web.FormAnswer;
import dev.hundi.statement.Direction;
import dev.hundi.statement.LineKind;
import dev.hundi.statement.ProfileColumn;
import dev.hundi.statement.ProposedProfile;
import dev.hundi.statement.StatementProfiles;
import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The profiles by which statements are read: their versions, proposals and trials. */
@StaffOnly
@Controller
class ProfilesEndpoint {

	private static final String PAGE = "/statements/profiles";

	private static final String NAME = "[a-z][a-z0-9-]{1,39}";

	private final ChangeProfiles change;

	private final StatementProfiles profiles;

	private final ProposedChanges changes;

	private final CurrentPerson current;

	ProfilesEndpoint(ChangeProfiles change, StatementProfiles profiles, ProposedChanges changes,
			CurrentPerson current) {
		this.change = change;
		this.profiles = profiles;
		this.changes = changes;
		this.current = current;
	}

	/** A proposal that waits. */
	record Waiting(UUID approvalId, ProposedProfile proposed, String content, String maker, String reason,
			boolean own) {
	}

	@GetMapping(PAGE)
	@PreAuthorize(StatementSections.READERS)
	public String page(Model model) {
		model.addAttribute("profiles", this.profiles.allHolding(ChangeProfiles.today()));
		model.addAttribute("waitingProfiles",
				this.changes.open(List.of(StatementProfiles.KIND)).stream().map(this::waiting).toList());
		model.addAttribute("checksBooks", this.current.get().roles().contains(Role.FINANCE_CHECKER));
		model.addAttribute("makesBooks", this.current.get().roles().contains(Role.FINANCE_MAKER));
		return "statement/profiles";
	}

	/** Leads to the form of a new profile. */
	@GetMapping(PAGE + "/new")
	@PreAuthorize(StatementSections.READERS)
	public String named(@RequestParam(defaultValue = "") String name, RedirectAttributes next) {
		if (!name.strip().matches(NAME)) {
			next.addFlashAttribute("problem", "profiles.name.invalid");
			return "redirect:" + PAGE;
		}
		return "redirect:" + PAGE + "/" + name.strip();
	}

	/**
	 * The form of a profile, filled from the newest version, with its versions.
	 * @param trial request of a trial, whose proposal and result are shown
	 */
	@GetMapping(PAGE + "/{name}")
	@PreAuthorize(StatementSections.READERS)
	public String profile(@PathVariable String name, @RequestParam(required = false) @Nullable UUID trial,
			Model model) {
		List<StatementProfiles.Version> versions = versions(name);
		ProfileForm form = ProfileForm
			.of(versions.stream().findFirst().map((version) -> version.proposed().profile()).orElse(null));
		if (trial != null) {
			OperatorRequest request = this.change.trial(trial).orElseThrow(ProfilesEndpoint::notFound);
			form = ProfileForm.of(ChangeProfiles.tried(request).profile());
			model.addAttribute("basedOn", ChangeProfiles.tried(request).basedOn());
			model.addAttribute("proposable", ChangeProfiles.found(request).isPresent());
			model.addAttribute("trial", request);
			model.addAttribute("waiting", request.state() == RequestState.PENDING);
		}
		return show(name, form, versions, model);
	}

	@PostMapping(PAGE + "/{name}")
	@PreAuthorize("@rights.any('FINANCE_MAKER')")
	public String propose(@PathVariable String name, @RequestParam UUID trial,
			@RequestParam(required = false) @DateTimeFormat(
					iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate validFrom,
			@RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		Optional<String> problem = (validFrom != null) ? this.change.propose(name, trial, validFrom, reason)
				: Optional.of("versions.from.invalid");
		FormAnswer.flash(next, problem, "change.proposed", "propose", reason);
		return "redirect:" + PAGE + (problem.isPresent() ? "/" + name + "?trial=" + trial : "");
	}

	@PostMapping(PAGE + "/{name}/try")
	@PreAuthorize("@rights.any('FINANCE_MAKER', 'FINANCE_CHECKER')")
	public String tryOut(@PathVariable String name, @RequestParam MultiValueMap<String, String> sent,
			@RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate day,
			@RequestParam(required = false) @Nullable MultipartFile sample,
			@RequestParam(required = false) @Nullable Integer basedOn, Model model) throws IOException {
		ProfileForm form = ProfileForm.of(sent);
		try {
			ProposedProfile proposed = form.proposed(name, ChangeProfiles.today())
				.basedOn((basedOn != null) ? basedOn : this.profiles.newest(name));
			UUID request;
			if (sample != null && !sample.isEmpty()) {
				try (InputStream content = sample.getInputStream()) {
					request = this.change.preview(proposed, content);
				}
			}
			else if (day != null) {
				request = this.change.tryOn(proposed, day);
			}
			else {
				throw new IllegalArgumentException("day: choose a past day or a sample file");
			}
			return "redirect:" + PAGE + "/" + name + "?trial=" + request;
		}
		catch (IllegalArgumentException ex) {
			model.addAttribute("fieldProblem", ProfileForm.Problem.of(Objects.requireNonNullElse(ex.getMessage(), "")));
			model.addAttribute("basedOn", basedOn);
			return show(name, form, versions(name), model);
		}
	}

	@PostMapping(PAGE + "/proposals/{approvalId}/approve")
	String approve(@PathVariable UUID approvalId, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		FormAnswer.flash(next, this.change.approve(approvalId, reason), "change.approved", approvalId.toString(),
				reason);
		return "redirect:" + PAGE;
	}

	@PostMapping(PAGE + "/proposals/{approvalId}/reject")
	String reject(@PathVariable UUID approvalId, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		FormAnswer.flash(next, this.change.reject(approvalId, reason), "change.rejected", approvalId.toString(),
				reason);
		return "redirect:" + PAGE;
	}

	private String show(String name, ProfileForm form, List<StatementProfiles.Version> versions, Model model) {
		if (model.getAttribute("basedOn") == null) {
			model.addAttribute("basedOn", this.profiles.newest(name));
		}
		model.addAttribute("name", name);
		model.addAttribute("profile", form);
		model.addAttribute("versions", versions);
		model.addAttribute("columns", ProfileColumn.values());
		model.addAttribute("directions", Direction.values());
		model.addAttribute("kinds", LineKind.values());
		model.addAttribute("rails", Rail.values());
		LocalDate today = ChangeProfiles.today();
		model.addAttribute("today", today);
		model.addAttribute("yesterday", today.minusDays(1));
		model.addAttribute("makesBooks", this.current.get().roles().contains(Role.FINANCE_MAKER));
		model.addAttribute("triesBooks", this.current.get().roles().contains(Role.FINANCE_MAKER)
				|| this.current.get().roles().contains(Role.FINANCE_CHECKER));
		return "statement/profile";
	}

	private List<StatementProfiles.Version> versions(String name) {
		if (!name.matches(NAME)) {
			throw notFound();
		}
		return this.profiles.versions(name);
	}

	private Waiting waiting(ProposedChange change) {
		ProposedProfile proposed = StatementProfiles.read(change.content());
		return new Waiting(change.approval().approvalId(), proposed, StatementProfiles.write(proposed.profile()),
				change.makerName(), change.reason(), this.current.get().personId().equals(change.approval().makerId()));
	}

	private static ResponseStatusException notFound() {
		return new ResponseStatusException(HttpStatus.NOT_FOUND);
	}

}
