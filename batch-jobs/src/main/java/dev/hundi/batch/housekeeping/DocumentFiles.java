package dev.hundi.batch.housekeeping;

import dev.hundi.filestore.FileStore;
import dev.hundi.reconciliation.BreakEvidence;
import dev.hundi.retention.ErasedDocuments;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Removes the files of documents of onboarding that are erased, and of documents and
 * evidence that were stored without a row.
 */
@Configuration(proxyBeanMethods = false)
class DocumentFiles {

	@Bean
	AbandonedFiles abandonedDocuments(ErasedDocuments documents, FileStore files) {
		return new AbandonedFiles(ErasedDocuments.FOLDER, files, documents::files);
	}

	@Bean
	AbandonedFiles abandonedEvidence(BreakEvidence evidence, FileStore files) {
		return new AbandonedFiles(BreakEvidence.FOLDER, files, evidence::unreferenced);
	}

}
