package dev.hundi.portal.finance;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.onboarding.ScanState;
import dev.hundi.portal.onboarding.QuarantineAge;
import dev.hundi.portal.onboarding.StoreUpload;
import dev.hundi.portal.onboarding.UploadProblem;
import dev.hundi.portal.onboarding.UploadRefusedException;
import dev.hundi.portal.session.StaffOnly;
import dev.hundi.reconciliation.BreakEvidence;
import io.micrometer.core.instrument.MeterRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Scans evidence whose scanner did not answer at its upload. Each round takes the next
 * files, so that some that cannot be scanned do not keep it from the others.
 */
@StaffOnly
@Component
class ScanEvidence {

	private static final int AT_ONCE = 20;

	private static final Logger logger = LoggerFactory.getLogger(ScanEvidence.class);

	private final BreakEvidence evidence;

	private final StoreUpload uploads;

	private final QuarantineAge age;

	/** The last file of the round before; null to begin with the oldest. */
	private volatile @Nullable UUID after;

	ScanEvidence(BreakEvidence evidence, StoreUpload uploads, MeterRegistry meters) {
		this.evidence = evidence;
		this.uploads = uploads;
		this.age = new QuarantineAge("evidence", meters);
	}

	/** Several copies may scan the same file; the first result counts. */
	@Scheduled(fixedDelay = 30_000)
	void scan() {
		this.age
			.since(this.evidence.quarantined(null, 1).stream().findFirst().map(BreakEvidence.File::at).orElse(null));
		if (!this.uploads.scans()) {
			return;
		}
		List<BreakEvidence.File> round = this.evidence.quarantined(this.after, AT_ONCE);
		this.after = (round.size() == AT_ONCE) ? round.getLast().evidenceId() : null;
		for (BreakEvidence.File file : round) {
			try {
				scan(file);
			}
			catch (IOException | RuntimeException ex) {
				logger.warn("Evidence {} stays in quarantine: {}", file.evidenceId(), ex.toString());
			}
		}
	}

	private void scan(BreakEvidence.File file) throws IOException {
		Optional<byte[]> key = this.evidence.key(file.evidenceId());
		if (key.isEmpty()) {
			return;
		}
		try {
			int pages = this.uploads.release(file.place(), file.file().mediaType(), key.get()).size();
			this.evidence.scanned(file.evidenceId(), ScanState.CLEAN, pages);
		}
		catch (UploadRefusedException ex) {
			if (ex.problem() == UploadProblem.BUSY) {
				return;
			}
			boolean infected = ex.problem() == UploadProblem.INFECTED;
			if (this.evidence.scanned(file.evidenceId(), infected ? ScanState.INFECTED : ScanState.UNREADABLE, 0)) {
				this.uploads.discard(file.place());
			}
		}
	}

}
