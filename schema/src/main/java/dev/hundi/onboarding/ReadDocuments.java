package dev.hundi.onboarding;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.audit.Actor;
import dev.hundi.audit.AuditTrail;
import dev.hundi.secret.SecretPlace;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Shows documents as pictures of their pages. Each view is recorded in the chain of the
 * business. An application that shows documents has a {@link DocumentVault}.
 */
@Component
public class ReadDocuments {

	private final DocumentRows documents;

	private final ObjectProvider<DocumentVault> vault;

	private final AuditTrail audit;

	ReadDocuments(DocumentRows documents, ObjectProvider<DocumentVault> vault, AuditTrail audit) {
		this.documents = documents;
		this.vault = vault;
		this.audit = audit;
	}

	/** A document of a business, also a removed one; not a view of it. */
	@Transactional(readOnly = true)
	public Optional<OnboardingDocument> find(UUID businessId, UUID documentId) {
		return this.documents.find(businessId, documentId);
	}

	/** Sizes of the pages of a document of a business, in their order. */
	@Transactional(readOnly = true)
	public List<PageSize> pages(UUID businessId, UUID documentId) {
		return find(businessId, documentId).isPresent() ? this.documents.pages(documentId) : List.of();
	}

	/**
	 * The picture of a page as PNG; empty if there is none. The caller has a fresh second
	 * factor.
	 * @param page from 1
	 */
	@Transactional
	public Optional<byte[]> view(UUID businessId, UUID documentId, int page, Actor actor) {
		Optional<OnboardingDocument> document = find(businessId, documentId)
			.filter((found) -> found.scanState().isShown() && page >= 1 && page <= found.pages());
		Optional<byte[]> key = this.documents.key(documentId);
		if (document.isEmpty() || key.isEmpty()) {
			return Optional.empty();
		}
		try (InputStream picture = this.vault.getObject()
			.open(SecretPlace.document(businessId, documentId), key.get())
			.readPage(page)
			.orElse(null)) {
			if (picture == null) {
				return Optional.empty();
			}
			byte[] content = picture.readAllBytes();
			this.audit.record(businessId, actor, "KYC_DOCUMENT_VIEWED", documentId.toString(), Map.of(),
					Map.of("requirement", document.get().place().requirement().name(), "page", page));
			return Optional.of(content);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Page %d of document %s cannot be read".formatted(page, documentId), ex);
		}
	}

}
