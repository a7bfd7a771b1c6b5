package dev.hundi.portal.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.hundi.list.SearchPhrase;
import dev.hundi.person.Role;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.portal.web.Section;

import org.springframework.context.MessageSource;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The search of every page. */
@MerchantOnly
@Controller
class SearchEndpoint {

	/** What a maker does often, by the key of its text. */
	private static final Map<String, String> ACTS_OF_MAKERS = Map.of("beneficiaries.new", "/beneficiaries/new",
			"beneficiaries.import", "/beneficiaries/import");

	private static final Map<String, String> PAGES = Map.of("wallet.funding", "/wallet/funding", "wallet.statements",
			"/wallet/statements", "home.figures", "/home/figures");

	private final CurrentPerson current;

	private final FindAnything find;

	private final List<Section> sections;

	private final MessageSource texts;

	SearchEndpoint(CurrentPerson current, FindAnything find, List<Section> sections, MessageSource texts) {
		this.current = current;
		this.find = find;
		this.sections = List.copyOf(sections);
		this.texts = texts;
	}

	@GetMapping("/search")
	@Transactional(readOnly = true)
	@PreAuthorize(Rights.READS_MONEY)
	public String page(@RequestParam(defaultValue = "") String q, Model model) {
		String text = q.strip();
		model.addAttribute("q", q);
		if (text.isEmpty() || SearchPhrase.isTooLong(text)) {
			model.addAttribute("qError", text.isEmpty() ? null : "search.long");
			return "search/search";
		}
		SignedIn person = this.current.get();
		List<Page> pages = pages(text.toLowerCase(Locale.ROOT), person);
		FindAnything.Found found = this.find.find(this.current.businessId(), text,
				person.roles().contains(Role.OWNER) || person.roles().contains(Role.DEVELOPER));
		model.addAttribute("pages", pages);
		model.addAttribute("found", found);
		model.addAttribute("nothing", pages.isEmpty() && found.isEmpty());
		return "search/search";
	}

	private List<Page> pages(String text, SignedIn person) {
		List<Page> pages = new ArrayList<>();
		this.sections.stream()
			.filter((section) -> section.isEntryFor(person.roles()))
			.forEach((section) -> add(pages, text, "nav." + section.key(), section.page()));
		PAGES.forEach((key, address) -> add(pages, text, key, address));
		if (person.roles().contains(Role.OWNER) || person.roles().contains(Role.MAKER)) {
			ACTS_OF_MAKERS.forEach((key, address) -> add(pages, text, key, address));
		}
		return pages;
	}

	private void add(List<Page> pages, String text, String key, String address) {
		String title = this.texts.getMessage(key, null, Locale.ENGLISH);
		if (title.toLowerCase(Locale.ROOT).contains(text)) {
			pages.add(new Page(title, address));
		}
	}

	/** A page of the portal, or an act. */
	record Page(String title, String address) {
	}

}
