package dev.hundi.portal.onboarding;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.onboarding.OnboardingDocument;
import dev.hundi.onboarding.ReleaseDocuments;
import dev.hundi.onboarding.ScanState;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.secret.SecretPlace;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Scans documents whose scanner did not answer at their upload. The staff portal does it,
 * because the merchants' role sees one business at a time. Each round takes the next
 * ones, so that some that cannot be scanned do not keep it from the others.
 */
@StaffOnly
@Component
class ScanQuarantine {

	private static final int AT_ONCE = 20;

	private static final Logger logger = LoggerFactory.getLogger(ScanQuarantine.class);

	private final ReleaseDocuments documents;

	private final StoreUpload uploads;

	private final QuarantineAge age;

	/** The last one of the round before; null to begin with the oldest. */
	private volatile @Nullable UUID after;

	ScanQuarantine(ReleaseDocuments documents, StoreUpload uploads, MeterRegistry meters) {
		this.documents = documents;
		this.uploads = uploads;
		this.age = new QuarantineAge("documents", meters);
	}

	/** Several copies may scan the same document; the first result counts. */
	@Scheduled(fixedDelay = 30_000)
	void scan() {
		this.age.since(
				this.documents.waiting(null, 1).stream().findFirst().map(OnboardingDocument::createdAt).orElse(null));
		if (!this.uploads.scans()) {
			return;
		}
		List<OnboardingDocument> round = this.documents.waiting(this.after, AT_ONCE);
		this.after = (round.size() == AT_ONCE) ? round.getLast().documentId() : null;
		for (OnboardingDocument document : round) {
			try {
				scan(document);
			}
			catch (IOException | RuntimeException ex) {
				logger.warn("Document {} stays in quarantine: {}", document.documentId(), ex.toString());
			}
		}
	}

	private void scan(OnboardingDocument document) throws IOException {
		Optional<byte[]> key = this.documents.key(document);
		if (key.isEmpty()) {
			return;
		}
		SecretPlace place = SecretPlace.document(document.businessId(), document.documentId());
		try {
			this.documents.release(document, this.uploads.release(place, document.file().mediaType(), key.get()));
		}
		catch (UploadRefusedException ex) {
			if (ex.problem() == UploadProblem.BUSY) {
				return;
			}
			boolean infected = ex.problem() == UploadProblem.INFECTED;
			if (this.documents.refuse(document, infected ? ScanState.INFECTED : ScanState.UNREADABLE)) {
				this.uploads.discard(place);
			}
		}
	}

}
