package dev.hundi.portal.review;

import java.util.List;
import java.util.UUID;

import dev.hundi.onboarding.OnboardingDocument;
import dev.hundi.onboarding.PageSize;
import dev.hundi.onboarding.ReadDocuments;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.StaffOnly;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/**
 * Documents as pictures of their pages, never as the file. Each picture is a view in the
 * audit trail and needs a fresh second factor. Zoom and turn are links, so that they work
 * without scripts.
 */
@StaffOnly
@Controller
class DocumentEndpoint {

	private static final List<Integer> ZOOMS = List.of(50, 75, 100, 150, 200, 300);

	private static final int FULL_TURN = 360;

	private final ReadDocuments documents;

	private final CurrentPerson current;

	DocumentEndpoint(ReadDocuments documents, CurrentPerson current) {
		this.documents = documents;
		this.current = current;
	}

	@GetMapping("/review/{id}/documents/{document}")
	@PreAuthorize("@rights.confirmed('KYC_REVIEWER', 'KYC_APPROVER')")
	public String page(@PathVariable UUID id, @PathVariable UUID document, @RequestParam(defaultValue = "1") int page,
			@RequestParam(defaultValue = "100") int zoom, @RequestParam(defaultValue = "0") int turn, Model model) {
		OnboardingDocument found = this.documents.find(id, document)
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		List<PageSize> pages = this.documents.pages(id, document);
		int at = Math.clamp(page, 1, Math.max(1, pages.size()));
		int scale = ZOOMS.contains(zoom) ? zoom : 100;
		model.addAttribute("document", found);
		model.addAttribute("pages", pages.size());
		model.addAttribute("page", at);
		model.addAttribute("zoom", scale);
		model.addAttribute("smaller", ZOOMS.get(Math.max(0, ZOOMS.indexOf(scale) - 1)));
		model.addAttribute("larger", ZOOMS.get(Math.min(ZOOMS.size() - 1, ZOOMS.indexOf(scale) + 1)));
		model.addAttribute("turn", Math.floorMod(turn / 90 * 90, FULL_TURN));
		return "review/document";
	}

	@GetMapping("/review/{id}/documents/{document}/pages/{page}")
	@PreAuthorize("@rights.confirmed('KYC_REVIEWER', 'KYC_APPROVER')")
	public ResponseEntity<byte[]> picture(@PathVariable UUID id, @PathVariable UUID document, @PathVariable int page) {
		return this.documents.view(id, document, page, this.current.actor())
			.map((png) -> ResponseEntity.ok()
				.contentType(MediaType.IMAGE_PNG)
				.cacheControl(CacheControl.noStore())
				.body(png))
			.orElseGet(() -> ResponseEntity.notFound().build());
	}

}
