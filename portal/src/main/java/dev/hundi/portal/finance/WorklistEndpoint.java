package dev.hundi.portal.finance;

import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

import dev.hundi.portal.command.CommandAuthor;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.BreakFilter;
import dev.hundi.reconciliation.BreakWorklist;
import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The worklist of breaks. */
@StaffOnly
@Controller
class WorklistEndpoint {

	private static final String PAGE = "/finance/breaks";

	private static final int ROWS = 50;

	private static final Pattern QUERY = Pattern.compile("[A-Za-z0-9=&%._+:@~/-]{1,600}");

	private final BreakWorklist worklist;

	private final Owners owners;

	private final ActOnBreaks act;

	private final AskedRequest asked;

	private final CommandAuthor author;

	WorklistEndpoint(BreakWorklist worklist, Owners owners, ActOnBreaks act, AskedRequest asked, CommandAuthor author) {
		this.worklist = worklist;
		this.owners = owners;
		this.act = act;
		this.asked = asked;
		this.author = author;
	}

	@GetMapping(PAGE)
	@Transactional(readOnly = true)
	@PreAuthorize(FinanceSections.READS)
	public String page(@RequestParam Map<String, String> fields, @RequestParam(defaultValue = "") String after,
			@RequestParam(name = "asked", required = false) @Nullable UUID request, Model model) {
		this.asked.show(request, model);
		WorklistForm form = WorklistForm.of(fields);
		List<BreakWorklist.Row> read = this.worklist.list(form.filter(), form.order(), after, ROWS + 1);
		List<BreakWorklist.Row> rows = read.subList(0, Math.min(ROWS, read.size()));
		Map<String, String> shown = new LinkedHashMap<>(form.fields());
		form.problems().keySet().forEach((name) -> shown.put(name, fields.getOrDefault(name, "")));
		model.addAttribute("rows", rows);
		model.addAttribute("next", (read.size() > ROWS) ? rows.getLast().position() : null);
		model.addAttribute("after", after);
		model.addAttribute("fields", shown);
		model.addAttribute("problems", form.problems());
		model.addAttribute("query", form.query());
		model.addAttribute("byType", this.worklist.openByType());
		model.addAttribute("undos", this.worklist.undos());
		model.addAttribute("types", BreakWorklist.TYPES);
		model.addAttribute("states", BreakFilter.State.values());
		model.addAttribute("orders", BreakFilter.Order.values());
		model.addAttribute("ages", WorklistForm.AGES);
		model.addAttribute("banks", this.worklist.accounts());
		model.addAttribute("owners", this.owners.list());
		model.addAttribute("me", this.author.name());
		model.addAttribute("today", India.dateOf(Instant.now()));
		return "finance/breaks";
	}

	/**
	 * Assigns breaks, those of the list or the one of its page.
	 * @param page of the break, or absent for the list
	 * @param list the filter of the list
	 */
	@PostMapping("/finance/breaks/assign")
	String assign(@RequestParam(required = false) @Nullable List<Long> breakId,
			@RequestParam(defaultValue = "") String owner,
			@RequestParam(required = false) @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) @Nullable LocalDate dueOn,
			@RequestParam(required = false) @Nullable Long page, @RequestParam(defaultValue = "") String list,
			@RequestParam(defaultValue = "") String reason, RedirectAttributes next) {
		String to = (page != null) ? PAGE + "/" + page
				: PAGE + (QUERY.matcher(list).matches() ? "?" + list.replaceAll("(^|&)asked=[^&]*", "") : "");
		List<Long> ids = (breakId != null) ? breakId.stream().distinct().toList() : List.of();
		next.addFlashAttribute("typed", reason);
		return this.act.assign(ids, owner, dueOn, reason).leadTo(to, "assign", next);
	}

}
