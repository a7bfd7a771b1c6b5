package dev.hundi.portal.web;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.time.India;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** What every page shows. */
@ControllerAdvice
class PageModel {

	private final Audience audience;

	private final List<Section> sections;

	PageModel(PortalAddress address, List<Section> sections) {
		this.audience = address.audience();
		this.sections = sections.stream().sorted(Comparator.comparingInt(Section::order)).toList();
	}

	/** The entries of the navigation. */
	@ModelAttribute("sections")
	List<Section> sections(@AuthenticationPrincipal(errorOnInvalidType = false) @Nullable Object principal) {
		return (principal instanceof SignedIn person)
				? this.sections.stream().filter((section) -> section.isEntryFor(person.roles())).toList() : List.of();
	}

	@ModelAttribute("signedIn")
	@Nullable SignedIn signedIn(@AuthenticationPrincipal(errorOnInvalidType = false) @Nullable Object principal) {
		return (principal instanceof SignedIn person) ? person : null;
	}

	/** Whether the person creates payouts and what they are made of. */
	@ModelAttribute("makes")
	boolean makes(@AuthenticationPrincipal(errorOnInvalidType = false) @Nullable Object principal) {
		return principal instanceof SignedIn person
				&& (person.roles().contains(Role.OWNER) || person.roles().contains(Role.MAKER));
	}

	/** Whether the person pays. */
	@ModelAttribute("pays")
	boolean pays(@AuthenticationPrincipal(errorOnInvalidType = false) @Nullable Object principal) {
		return principal instanceof SignedIn person && person.roles().contains(Role.MAKER);
	}

	/** Whether the person reads payouts, and so searches them from every page. */
	@ModelAttribute("readsMoney")
	boolean readsMoney(@AuthenticationPrincipal(errorOnInvalidType = false) @Nullable Object principal) {
		return principal instanceof SignedIn person && person.roles().stream().anyMatch(Rights.OF_MONEY::contains);
	}

	/** The fields of a form whose act was refused. */
	@ModelAttribute("kept")
	KeepFields.Kept kept(HttpServletRequest request) {
		return KeepFields.of(request);
	}

	/** The path of the request, which the navigation marks. */
	@ModelAttribute("here")
	String here(HttpServletRequest request) {
		return request.getRequestURI();
	}

	/**
	 * The page of the entry that the navigation marks: the most specific one, else one
	 * with the same first part of the path.
	 */
	@ModelAttribute("marked")
	@Nullable String marked(@AuthenticationPrincipal(errorOnInvalidType = false) @Nullable Object principal,
			HttpServletRequest request) {
		String path = request.getRequestURI();
		List<String> pages = sections(principal).stream().map(Section::page).toList();
		String first = path.substring(0, path.indexOf('/', 1) + 1);
		return pages.stream()
			.filter((page) -> path.equals(page) || path.startsWith(page + "/"))
			.max(Comparator.comparingInt(String::length))
			.or(() -> pages.stream().filter((page) -> !first.isEmpty() && page.startsWith(first)).findFirst())
			.orElse(null);
	}

	@ModelAttribute("staff")
	boolean staff() {
		return this.audience == Audience.STAFF;
	}

	/** After which time without an act the session ends. */
	@ModelAttribute("idleSeconds")
	long idleSeconds() {
		return SessionAge.IDLE.toSeconds();
	}

	@ModelAttribute("times")
	Times times() {
		return new Times();
	}

	/** Asks for the roles of an act, so that its form is shown to those who may act. */
	@ModelAttribute("may")
	May may(@AuthenticationPrincipal(errorOnInvalidType = false) @Nullable Object principal) {
		return new May((principal instanceof SignedIn person) ? person.roles() : Set.of());
	}

	@ModelAttribute("forms")
	Forms forms() {
		return new Forms();
	}

	/** The roles of the signed-in person. */
	static final class May {

		private final Set<Role> roles;

		May(Set<Role> roles) {
			this.roles = roles;
		}

		/** Whether the person has one of these roles. */
		public boolean any(String... names) {
			return this.roles.stream().anyMatch((role) -> List.of(names).contains(role.name()));
		}

	}

	/** Ids of forms that act once. */
	static final class Forms {

		/** A new id, for one form of the page. */
		public UUID id() {
			return UUID.randomUUID();
		}

	}

	/** Times and days as pages show them: Indian time. */
	static final class Times {

		private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM uuuu", Locale.ENGLISH);

		private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("MMMM uuuu", Locale.ENGLISH);

		private static final Pattern ISO_DAY = Pattern
			.compile("\\b\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])\\b");

		private static final DateTimeFormatter FORMAT = DateTimeFormatter
			.ofPattern("d MMM uuuu, HH:mm:ss 'IST'", Locale.ENGLISH)
			.withZone(India.ZONE);

		public String text(@Nullable Instant moment) {
			return (moment != null) ? FORMAT.format(moment) : "";
		}

		/** The Indian day of a moment. */
		public String dayOf(Instant moment) {
			return DAY.format(India.dateOf(moment));
		}

		/** The last Indian day of a period that ends before a moment. */
		public String lastDay(Instant end) {
			return dayOf(end.minusNanos(1));
		}

		public String day(@Nullable LocalDate day) {
			return (day != null) ? DAY.format(day) : "";
		}

		/** A text of ours whose days are ISO dates, such as an argument of a request. */
		public String days(@Nullable String text) {
			return (text == null) ? ""
					: ISO_DAY.matcher(text).replaceAll((found) -> Matcher.quoteReplacement(shown(found.group())));
		}

		/** A day or a moment in the format of ISO 8601 as pages show it; others as is. */
		String shown(String text) {
			try {
				return text.endsWith("Z") ? FORMAT.format(Instant.parse(text)) : DAY.format(LocalDate.parse(text));
			}
			catch (DateTimeParseException ex) {
				return text;
			}
		}

		/** A month, such as {@code November 2026}. */
		public String month(YearMonth month) {
			return MONTH.format(month);
		}

	}

}
