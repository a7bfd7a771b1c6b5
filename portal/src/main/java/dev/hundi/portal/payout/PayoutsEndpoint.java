package dev.hundi.portal.payout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hundi.payout.PayoutDetail.Source;
import dev.hundi.payout.PayoutLine;
import dev.hundi.payout.PayoutLines;
import dev.hundi.payout.PayoutStatus;
import dev.hundi.payout.Rail;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
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
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The list of payouts, its updates and its saved views. */
@MerchantOnly
@Controller
class PayoutsEndpoint {

	private static final int PAGE = 50;

	/** Payout and sequence, as the page sends them back. */
	private static final Pattern SHOWN = Pattern
		.compile("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.([0-9]{1,9})");

	private final CurrentPerson current;

	private final PayoutLines payouts;

	private final SavedViews views;

	private final ChosenColumns columns;

	PayoutsEndpoint(CurrentPerson current, PayoutLines payouts, SavedViews views, ChosenColumns columns) {
		this.current = current;
		this.payouts = payouts;
		this.views = views;
		this.columns = columns;
	}

	@GetMapping("/payouts")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String page(@RequestParam Map<String, String> fields, @RequestParam(required = false) @Nullable UUID before,
			Model model) {
		Map<String, String> problems = new LinkedHashMap<>();
		PayoutFilter filter = PayoutFilter.of(fields, problems);
		PayoutLines.Page page = this.payouts.page(this.current.businessId(), filter.wanted(), before, PAGE);
		Map<String, String> shown = new LinkedHashMap<>(filter.fields());
		problems.keySet().forEach((name) -> shown.put(name, fields.getOrDefault(name, "")));
		model.addAttribute("page", page);
		model.addAttribute("fields", shown);
		model.addAttribute("problems", problems);
		model.addAttribute("before", before);
		model.addAttribute("states", PayoutStatus.values());
		model.addAttribute("rails", Rail.values());
		model.addAttribute("sources", Source.values());
		model.addAttribute("views", this.views.list());
		model.addAttribute("columns", this.columns.present());
		model.addAttribute("allColumns", PayoutColumn.values());
		live(filter, page.rows(), (before == null) ? newest(page.rows()) : null, model);
		return "payout/payouts";
	}

	/**
	 * The rows of a page that have changed, in their places, and the number of newer
	 * payouts.
	 * @param rows the shown payouts with their sequences
	 * @param first the newest shown payout of a first page
	 */
	@GetMapping("/payouts/live")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String live(@RequestParam Map<String, String> fields, @RequestParam(defaultValue = "") String rows,
			@RequestParam(required = false) @Nullable UUID first, Model model) {
		Map<UUID, Integer> shown = shown(rows);
		List<PayoutLine> lines = this.payouts.lines(this.current.businessId(), shown.keySet());
		model.addAttribute("changed",
				lines.stream().filter((line) -> !Objects.equals(shown.get(line.payoutId()), line.sequence())).toList());
		model.addAttribute("columns", this.columns.present());
		PayoutFilter filter = PayoutFilter.of(fields, new LinkedHashMap<>());
		live(filter, lines, first, model);
		model.addAttribute("newer",
				(first != null) ? this.payouts.newer(this.current.businessId(), filter.wanted(), first) : 0);
		return "payout/live";
	}

	@PostMapping("/payouts/columns")
	String choose(@RequestParam Map<String, String> fields,
			@RequestParam(name = "column", defaultValue = "") List<PayoutColumn> chosen, RedirectAttributes flash) {
		this.columns.choose(chosen);
		flash.addFlashAttribute("notice", "payouts.columns.saved");
		return "redirect:/payouts?" + PayoutFilter.of(fields, new LinkedHashMap<>()).query();
	}

	@GetMapping("/payouts/views/{id}")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String view(@PathVariable UUID id, RedirectAttributes flash) {
		return this.views.find(id).map((view) -> "redirect:/payouts?" + view.filter()).orElseGet(() -> gone(id, flash));
	}

	/** A page of before shows a view that a person has removed since. */
	private String gone(UUID viewId, RedirectAttributes flash) {
		flash.addFlashAttribute("problem", "payouts.views.gone");
		flash.addFlashAttribute("problemOf",
				this.views.removed(viewId).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
		return "redirect:/payouts";
	}

	@PostMapping("/payouts/views")
	String save(@RequestParam Map<String, String> fields, @RequestParam(defaultValue = "") String name,
			RedirectAttributes flash) {
		Map<String, String> problems = new LinkedHashMap<>();
		PayoutFilter filter = PayoutFilter.of(fields, problems);
		if (!problems.isEmpty()) {
			throw new ResponseStatusException(HttpStatus.BAD_REQUEST);
		}
		this.views.save(name, filter)
			.ifPresentOrElse((problem) -> flash.addFlashAttribute("problem", problem),
					() -> flash.addFlashAttribute("notice", "payouts.views.saved"));
		return "redirect:/payouts?" + filter.query();
	}

	@PostMapping("/payouts/views/{id}/remove")
	String remove(@PathVariable UUID id, RedirectAttributes flash) {
		if (!this.views.remove(id)) {
			return gone(id, flash);
		}
		flash.addFlashAttribute("notice", "payouts.views.removed");
		return "redirect:/payouts";
	}

	/** What the page asks for to update itself. */
	private static void live(PayoutFilter filter, List<PayoutLine> rows, @Nullable UUID first, Model model) {
		model.addAttribute("query", filter.query());
		List<String> parts = new ArrayList<>();
		parts.add("rows=" + rows.stream()
			.map((line) -> line.payoutId() + "." + line.sequence())
			.collect(Collectors.joining(",")));
		if (first != null) {
			parts.add("first=" + first);
		}
		if (!filter.query().isEmpty()) {
			parts.add(filter.query());
		}
		model.addAttribute("live", "/payouts/live?" + String.join("&", parts));
	}

	/** The nil UUID if nothing is shown, so that the first payout is newer. */
	private static UUID newest(List<PayoutLine> rows) {
		return rows.isEmpty() ? new UUID(0, 0) : rows.getFirst().payoutId();
	}

	private static Map<UUID, Integer> shown(String rows) {
		Map<UUID, Integer> shown = new LinkedHashMap<>();
		Matcher matcher = SHOWN.matcher(rows);
		while (matcher.find() && shown.size() < PAGE) {
			shown.put(UUID.fromString(matcher.group(1)), Integer.valueOf(matcher.group(2)));
		}
		return shown;
	}

}
