package dev.hundi.portal.onboarding;

import java.util.UUID;

import dev.hundi.onboarding.OnboardingDocument;
import dev.hundi.onboarding.ReadDocuments;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.server.ResponseStatusException;

/**
 * Shows a document of the business as pictures of its pages. Each picture is a recorded
 * view.
 */
@MerchantOnly
@Controller
@PreAuthorize("@rights.confirmed('OWNER')")
class ViewDocument {

	private final CurrentPerson current;

	private final ReadDocuments documents;

	ViewDocument(CurrentPerson current, ReadDocuments documents) {
		this.current = current;
		this.documents = documents;
	}

	@GetMapping("/onboarding/documents/{id}")
	public String show(@PathVariable UUID id, Model model) {
		OnboardingDocument document = this.documents.find(this.current.businessId(), id)
			.filter((found) -> !found.removed())
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
		model.addAttribute("document", document);
		model.addAttribute("pages", this.documents.pages(this.current.businessId(), id));
		return "onboarding/document";
	}

	@GetMapping("/onboarding/documents/{id}/pages/{page}")
	public ResponseEntity<byte[]> page(@PathVariable UUID id, @PathVariable int page) {
		return this.documents.view(this.current.businessId(), id, page, this.current.actor())
			.map((picture) -> ResponseEntity.ok().contentType(MediaType.IMAGE_PNG).body(picture))
			.orElseGet(() -> ResponseEntity.notFound().build());
	}

}
