package dev.hundi.portal.onboarding;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.onboarding.FillOnboarding;
import dev.hundi.onboarding.FillResult;
import dev.hundi.onboarding.OnboardingDocument;
import dev.hundi.onboarding.OnboardingDocument.Place;
import dev.hundi.onboarding.NewDocument;
import dev.hundi.onboarding.Principal;
import dev.hundi.onboarding.Requirement;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.secret.SecretPlace;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.web.multipart.MultipartFile;

/** Acts of an OWNER on the case of its business. */
@MerchantOnly
@Component
@PreAuthorize("@rights.any('OWNER')")
class FillCase {

	private final CurrentPerson current;

	private final FillOnboarding fill;

	private final StoreUpload uploads;

	FillCase(CurrentPerson current, FillOnboarding fill, StoreUpload uploads) {
		this.current = current;
		this.fill = fill;
		this.uploads = uploads;
	}

	public FillResult give(Map<Requirement, String> texts, Map<Requirement, String> seen) {
		return this.fill.give(this.current.businessId(), texts, seen, this.current.actor());
	}

	public FillResult submit() {
		return this.fill.submit(this.current.businessId(), this.current.actor());
	}

	public FillResult addPrincipal(Principal principal) {
		return this.fill.addPrincipal(this.current.businessId(), principal, this.current.actor());
	}

	public FillResult removePrincipal(UUID principalId) {
		return discarded(this.fill.removePrincipal(this.current.businessId(), principalId, this.current.actor()));
	}

	public FillResult removeDocument(UUID documentId) {
		return discarded(this.fill.removeDocument(this.current.businessId(), documentId, this.current.actor()));
	}

	/**
	 * Stores an upload.
	 * @return the id of the document; empty if the same content is there already
	 * @throws UploadRefusedException if it is not taken; then nothing is stored
	 */
	public Optional<UUID> add(Place place, MultipartFile upload) throws UploadRefusedException {
		UUID id = UUID.randomUUID();
		StoreUpload.Stored stored = this.uploads.store(SecretPlace.document(this.current.businessId(), id),
				upload.getOriginalFilename(), upload.getSize(), upload);
		NewDocument document = new NewDocument(id, place, stored.file(), stored.sha256(), stored.keyCiphertext(),
				stored.scanState(), stored.pages());
		FillResult result = discarded(this.fill.addDocument(this.current.businessId(), document, this.current.actor()));
		if (result instanceof FillResult.Removed) {
			return Optional.of(id);
		}
		this.uploads.discard(stored.place());
		return switch (result) {
			case FillResult.Duplicate _ -> Optional.empty();
			case FillResult.TooMany _ -> throw new UploadRefusedException(UploadProblem.TOO_MANY);
			default -> throw new UploadRefusedException(UploadProblem.LOCKED);
		};
	}

	/** The rows are erased; without them nothing can decrypt the files. */
	private FillResult discarded(FillResult result) {
		List<OnboardingDocument> erased = (result instanceof FillResult.Removed(var documents)) ? documents : List.of();
		erased.forEach(
				(document) -> this.uploads.discard(SecretPlace.document(document.businessId(), document.documentId())));
		return result;
	}

}
