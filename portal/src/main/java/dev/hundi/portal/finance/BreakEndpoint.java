package dev.hundi.portal.finance;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.operator.RequestKind;
import dev.hundi.person.Role;
import dev.hundi.portal.command.CommandAuthor;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.BreakEvidence;
import dev.hundi.reconciliation.BreakNotes;
import dev.hundi.reconciliation.Breaks;
import dev.hundi.reconciliation.CompareSides;
import dev.hundi.reconciliation.OpenBreak;
import dev.hundi.reconciliation.Resolution;
import dev.hundi.reconciliation.Resolutions;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The page of a break and its forms. */
@StaffOnly
@Controller
class BreakEndpoint {

	private final Breaks breaks;

	private final CompareSides sides;

	private final BreakNotes notes;

	private final BreakEvidence evidence;

	private final Resolutions resolutions;

	private final Owners owners;

	private final ActOnBreaks act;

	private final AskedRequest asked;

	private final CommandAuthor author;

	private final CurrentPerson current;

	private final JdbcClient jdbc;

	BreakEndpoint(Breaks breaks, CompareSides sides, BreakNotes notes, BreakEvidence evidence, Resolutions resolutions,
			Owners owners, ActOnBreaks act, AskedRequest asked, CommandAuthor author, CurrentPerson current,
			JdbcClient jdbc) {
		this.breaks = breaks;
		this.sides = sides;
		this.notes = notes;
		this.evidence = evidence;
		this.resolutions = resolutions;
		this.owners = owners;
		this.act = act;
		this.asked = asked;
		this.author = author;
		this.current = current;
		this.jdbc = jdbc;
	}

	/**
	 * Shows a break.
	 * @param match number of a break that the resolution is to match with this one
	 */
	@GetMapping("/finance/breaks/{id}")
	@Transactional(readOnly = true)
	@PreAuthorize(FinanceSections.READS)
	public String page(@PathVariable long id, @RequestParam(required = false) @Nullable Long match,
			@RequestParam(name = "asked", required = false) @Nullable UUID request, Model model) {
		this.asked.show(request, model);
		OpenBreak found = known(id);
		CompareSides.Sides compared = this.sides.of(found);
		List<BreakEvidence.File> files = this.evidence.of(id);
		List<Resolution> decisions = this.resolutions.ofBreak(id);
		refusedResolution(id, model).ifPresent((fields) -> model.addAttribute("typedResolution", fields));
		model.addAttribute("found", found);
		model.addAttribute("sides", compared);
		model.addAttribute("both", !compared.bank().isEmpty() && !compared.ledger().isEmpty());
		model.addAttribute("proposals", this.breaks.proposals(id));
		model.addAttribute("history", this.breaks.history(id));
		model.addAttribute("comments", this.notes.comments(id));
		model.addAttribute("files", files);
		model.addAttribute("resolutions", decisions);
		model.addAttribute("rejectOnly", this.resolutions.onlyRejectable(decisions));
		model.addAttribute("wallets", businesses(decisions));
		model.addAttribute("waits", decisions.stream().anyMatch((one) -> one.decided().decision() == null));
		model.addAttribute("closing", this.breaks.closingMatch(id).orElse(null));
		model.addAttribute("actions", ResolutionForm.actions(found));
		model.addAttribute("match", match);
		model.addAttribute("citations",
				files.stream().map(BreakEvidence.File::citation).collect(Collectors.joining("; ")));
		model.addAttribute("owners", this.owners.list());
		model.addAttribute("me", this.author.name());
		model.addAttribute("maker", this.current.get().roles().contains(Role.FINANCE_MAKER));
		model.addAttribute("checker", this.current.get().roles().contains(Role.FINANCE_CHECKER));
		return "finance/break";
	}

	@PostMapping("/finance/breaks/{id}/comments")
	String comment(@PathVariable long id, @RequestParam(defaultValue = "") String comment, RedirectAttributes next) {
		known(id);
		next.addFlashAttribute("typedComment", comment);
		return this.act.comment(id, comment).leadTo(page(id), "comment", next);
	}

	@PostMapping("/finance/breaks/{id}/resolutions")
	String resolve(@PathVariable long id, @RequestParam(defaultValue = "") String action,
			@RequestParam(defaultValue = "") String others, @RequestParam(defaultValue = "") String business,
			@RequestParam(defaultValue = "") String to, @RequestParam(defaultValue = "") String reason,
			@RequestParam(defaultValue = "") String evidence, RedirectAttributes next) {
		OpenBreak found = known(id);
		ResolutionForm form = new ResolutionForm(action, others, business, to, reason, evidence);
		Optional<ResolutionForm.Problem> problem = form.problem(found, this::business);
		Outcome outcome = problem.<Outcome>map((one) -> new Outcome.Refused(one.text()))
			.orElseGet(() -> this.act.propose(form.resolution(id, this::business, this.author.name())));
		if (outcome instanceof Outcome.Refused) {
			next.addFlashAttribute("typedResolution", form.fields());
		}
		return outcome.leadTo(page(id), "resolve", next);
	}

	@PostMapping("/finance/breaks/{id}/undo")
	String undo(@PathVariable long id, @RequestParam(defaultValue = "") String reason,
			@RequestParam(defaultValue = "") String evidence, RedirectAttributes next) {
		known(id);
		next.addFlashAttribute("typed", reason);
		return this.act.undo(id, reason, evidence).leadTo(page(id), "undo", next);
	}

	@PostMapping("/finance/breaks/{id}/resolutions/{resolution}/approve")
	String approve(@PathVariable long id, @PathVariable long resolution, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		next.addFlashAttribute("typed", reason);
		return this.act.approve(resolution, reason).leadTo(page(id), "decide-" + resolution, next);
	}

	@PostMapping("/finance/breaks/{id}/resolutions/{resolution}/reject")
	String reject(@PathVariable long id, @PathVariable long resolution, @RequestParam(defaultValue = "") String reason,
			RedirectAttributes next) {
		next.addFlashAttribute("typed", reason);
		return this.act.reject(resolution, reason).leadTo(page(id), "decide-" + resolution, next);
	}

	private OpenBreak known(long id) {
		return this.breaks.find(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
	}

	/** What was asked and refused by batch-jobs, unless it revokes a match. */
	private Optional<Map<String, String>> refusedResolution(long id, Model model) {
		return this.asked.refused(RequestKind.PROPOSE_RESOLUTION, model)
			.filter((arguments) -> !arguments.has("matchId"))
			.map((arguments) -> ResolutionForm.of(arguments, id, code(arguments.path("businessId").asString("")))
				.fields());
	}

	/** Whose wallets are to be adjusted: the one who approves sees it before. */
	private Map<UUID, String> businesses(List<Resolution> decisions) {
		Map<UUID, String> names = new HashMap<>();
		this.jdbc.sql("SELECT business_id, business_name, business_code FROM business WHERE business_id = ANY (:ids)")
			.param("ids",
					decisions.stream()
						.map(Resolution::businessId)
						.filter(Objects::nonNull)
						.distinct()
						.toArray(UUID[]::new))
			.query((row) -> {
				names.put(row.getObject("business_id", UUID.class),
						row.getString("business_name") + ", " + row.getString("business_code"));
			});
		return names;
	}

	private String code(String businessId) {
		return businessId.isEmpty() ? ""
				: this.jdbc.sql("SELECT business_code FROM business WHERE business_id = :id::uuid")
					.param("id", businessId)
					.query(String.class)
					.optional()
					.orElse("");
	}

	private Optional<UUID> business(String code) {
		return this.jdbc.sql("SELECT business_id FROM business WHERE business_code = upper(:code)")
			.param("code", code)
			.query(UUID.class)
			.optional();
	}

	static String page(long id) {
		return "/finance/breaks/" + id;
	}

}
