package dev.hundi.batch.statement.intake;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.hundi.statement.ClaimedStatementFile;
import dev.hundi.statement.StatementFiles;
import dev.hundi.work.LeaseTerms;
import dev.hundi.work.LeasedWork;
import dev.hundi.work.RepeatedWork;
import dev.hundi.work.WorkQueue;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Polls the watched folders and loads received files, one at a time. */
@Configuration(proxyBeanMethods = false)
class StatementWork {

	private static final String LOAD = "load";

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
				new Queue(files), load::run);
	}

	private record Queue(StatementFiles files) implements WorkQueue<String, ClaimedStatementFile> {

		@Override
		public Optional<ClaimedStatementFile> claim(Set<String> kinds, Duration lease) {
			return this.files.claim(lease);
		}

		@Override
		public String kindOf(ClaimedStatementFile file) {
			return LOAD;
		}

		@Override
		public boolean renew(ClaimedStatementFile file, Duration lease) {
			return this.files.renew(file, lease);
		}

		@Override
		public void giveBack(ClaimedStatementFile file) {
			this.files.giveBack(file);
		}

	}

}
