package dev.hundi.onboarding;

import java.util.List;
import java.util.UUID;

import dev.hundi.onboarding.OnboardingDocument.File;
import dev.hundi.onboarding.OnboardingDocument.Place;

/**
 * A document whose encrypted content is in the file store.
 *
 * @param sha256 of the file before encryption
 * @param keyCiphertext the key of the content, see {@link DocumentVault}
 * @param pages sizes of its pages; empty in quarantine
 */
@SuppressWarnings("ArrayRecordComponent")
public record NewDocument(UUID documentId, Place place, File file, byte[] sha256, byte[] keyCiphertext,
		ScanState scanState, List<PageSize> pages) {

	public NewDocument {
		pages = List.copyOf(pages);
		if (scanState.isShown() == pages.isEmpty()) {
			throw new IllegalArgumentException("A document has pages exactly if it is shown");
		}
	}

}
