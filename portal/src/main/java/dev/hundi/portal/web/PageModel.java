package dev.hundi.portal.web;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

import dev.hundi.person.Audience;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.portal.session.SignedIn;
import dev.hundi.time.India;
import org.jspecify.annotations.Nullable;

import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/** What every page shows. */
@ControllerAdvice
class PageModel {

	private final Audience audience;

	PageModel(PortalAddress address) {
		this.audience = address.audience();
	}

	@ModelAttribute("signedIn")
	@Nullable SignedIn signedIn(@AuthenticationPrincipal(errorOnInvalidType = false) @Nullable Object principal) {
		return (principal instanceof SignedIn person) ? person : null;
	}

	@ModelAttribute("staff")
	boolean staff() {
		return this.audience == Audience.STAFF;
	}

	@ModelAttribute("times")
	Times times() {
		return new Times();
	}

	/** Times as pages show them: Indian time. */
	static final class Times {

		private static final DateTimeFormatter FORMAT = DateTimeFormatter
			.ofPattern("d MMM uuuu, HH:mm:ss", Locale.ENGLISH)
			.withZone(India.ZONE);

		public String text(@Nullable Instant moment) {
			return (moment != null) ? FORMAT.format(moment) : "";
		}

	}

}
