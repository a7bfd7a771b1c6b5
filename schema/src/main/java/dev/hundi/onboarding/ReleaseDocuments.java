package dev.hundi.onboarding;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.audit.Actor;
import dev.hundi.audit.AuditTrail;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Ends the quarantine of documents, as a virus scan decides. */
@Component
public class ReleaseDocuments {

	private final JdbcClient jdbc;

	private final OnboardingCases cases;

	private final DocumentRows documents;

	private final AuditTrail audit;

	ReleaseDocuments(JdbcClient jdbc, OnboardingCases cases, DocumentRows documents, AuditTrail audit) {
		this.jdbc = jdbc;
		this.cases = cases;
		this.documents = documents;
		this.audit = audit;
	}

	/**
	 * Documents in quarantine, oldest first.
	 * @param after the document to continue behind, or null
	 */
	@Transactional(readOnly = true)
	public List<OnboardingDocument> waiting(@Nullable UUID after, int limit) {
		return this.documents.quarantined(after, limit);
	}

	/** What {@link DocumentVault#open} needs; empty if the document is erased. */
	@Transactional(readOnly = true)
	public Optional<byte[]> key(OnboardingDocument document) {
		return this.documents.key(document.documentId());
	}

	/** Shows a clean document; false if its quarantine ended before. */
	@Transactional
	public boolean release(OnboardingDocument document, List<PageSize> pages) {
		if (!this.documents.release(document.documentId(), ScanState.CLEAN, pages.size())) {
			return false;
		}
		this.documents.insertPages(document.businessId(), document.documentId(), pages);
		return true;
	}

	/**
	 * Erases a document, and refuses its requirement so that the business gives another.
	 * @param state {@link ScanState#INFECTED} or {@link ScanState#UNREADABLE}
	 * @return false if its quarantine ended before
	 */
	@Transactional
	public boolean refuse(OnboardingDocument document, ScanState state) {
		OnboardingCase present = this.cases.lock(document.businessId()).orElseThrow();
		if (!this.documents.release(document.documentId(), state, 0)) {
			return false;
		}
		if (!present.progress().state().isFinal()) {
			this.jdbc.sql("""
					UPDATE onboarding_requirement SET state = 'REFUSED', reason_code = :reason, reason = NULL
					 WHERE business_id = :business AND requirement = :requirement AND state <> 'MISSING'
					""")
				.param("reason", RefusalReason.valueOf(state.name()).name())
				.param("business", document.businessId())
				.param("requirement", document.place().requirement().name())
				.update();
		}
		this.audit.record(document.businessId(), Actor.INSTALLATION, "ONBOARDING_DOCUMENT_REFUSED",
				document.documentId().toString(), Map.of(), Map.of("scan", state.name()));
		return true;
	}

}
