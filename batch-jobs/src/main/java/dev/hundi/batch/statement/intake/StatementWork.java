package dev.hundi.batch.statement.intake;

import java.util.Map;

import dev.hundi.batch.housekeeping.AbandonedFiles;
import dev.hundi.filestore.FileStore;
import dev.hundi.signature.FileTrust;
import dev.hundi.statement.ClaimedStatementFile;
import dev.hundi.statement.StatementFiles;
import dev.hundi.work.LeaseTerms;
import dev.hundi.work.LeasedWork;
import dev.hundi.work.RepeatedWork;
import dev.hundi.work.WorkQueue;

import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Polls the watched folders and loads received files, one at a time. */
@Configuration(proxyBeanMethods = false)
class StatementWork {

	private static final String LOAD = "load";

	@Bean
	StatementStore statementStore(StatementSettings settings, FileStore shared) {
		return new StatementStore((settings.store() != null) ? new FileStore(settings.store()) : shared);
	}

	@Bean
	FileTrust statementTrust(StatementSettings settings, SslBundles bundles) {
		return settings.trust().open(bundles);
	}

	@Bean
	RepeatedWork statementFolders(WatchFolders folders, StatementSettings settings) {
		boolean watches = settings.folder() != null || settings.bankFolder() != null;
		return new RepeatedWork("statement-folders", settings.pollInterval(), watches, folders::takeAll);
	}

	@Bean
	LeasedWork<String, ClaimedStatementFile> statementLoads(StatementFiles files, LoadStatementFile load,
			StatementSettings settings) {
		return new LeasedWork<>(
				new LeaseTerms<>("statement", Map.of(LOAD, 1), settings.lease(), settings.pollInterval()),
				WorkQueue.of((file) -> LOAD, (kinds, lease) -> files.claim(lease), files::renew, files::giveBack),
				load::run);
	}

	@Bean
	AbandonedFiles abandonedStatementFiles(StatementStore store, StatementFiles files) {
		return new AbandonedFiles(ReceiveStatements.FOLDER, store.files(), files::unreferenced);
	}

}
