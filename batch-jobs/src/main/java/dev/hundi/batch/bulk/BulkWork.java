package dev.hundi.batch.bulk;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.hundi.batch.housekeeping.AbandonedFiles;
import dev.hundi.bulk.BulkFiles;
import dev.hundi.bulk.BulkQueue;
import dev.hundi.bulk.BulkStatus;
import dev.hundi.bulk.ClaimLostException;
import dev.hundi.bulk.ClaimedBulkFile;
import dev.hundi.bulk.DecideBulkFile;
import dev.hundi.bulk.NewBulkFile;
import dev.hundi.filestore.FileStore;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.work.LeaseTerms;
import dev.hundi.work.LeasedWork;
import dev.hundi.work.RepeatedWork;
import dev.hundi.work.WorkQueue;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The leased work on files, and the housekeeping of their uploads.
 */
@Configuration(proxyBeanMethods = false)
class BulkWork {

	/** In poll intervals. A plan names a minute, so a few seconds do not matter. */
	private static final int PLANNED_POLLS = 5;

	@Bean
	LeasedWork<Kind, ClaimedBulkFile> bulkFileWork(BulkQueue queue, RunBulkFile run, DatabaseSettings database,
			BulkSettings settings) {
		Map<Kind, Integer> permits = Map.of(Kind.LOAD, settings.loadsAtOnce(), Kind.RELEASE, settings.releasesAtOnce(),
				Kind.COUNT, 1);
		LeaseTerms<Kind> terms = new LeaseTerms<>("bulk", permits, settings.lease(), settings.pollInterval());
		return new LeasedWork<>(terms, new Queue(queue), run::run).listen(database, BulkFiles.DUE);
	}

	/** Any copy releases planned files; a file is locked while it is decided. */
	@Bean
	RepeatedWork plannedFileReleaser(DecideBulkFile decide, BulkSettings settings) {
		return new RepeatedWork("planned-files", settings.pollInterval().multipliedBy(PLANNED_POLLS), true,
				decide::releasePlanned);
	}

	@Bean
	AbandonedFiles abandonedBulkUploads(BulkQueue queue, FileStore files) {
		return new AbandonedFiles(NewBulkFile.FOLDER, files, queue::unreferenced);
	}

	/** Work with permits of its own. */
	enum Kind {

		LOAD(EnumSet.of(BulkStatus.LOADING)), RELEASE(EnumSet.of(BulkStatus.RELEASING)),
		COUNT(EnumSet.of(BulkStatus.PROCESSING, BulkStatus.COMPLETED, BulkStatus.PARTIALLY_COMPLETED));

		private final Set<BulkStatus> statuses;

		Kind(Set<BulkStatus> statuses) {
			this.statuses = statuses;
		}

	}

	private record Queue(BulkQueue queue) implements WorkQueue<Kind, ClaimedBulkFile> {

		@Override
		public Optional<ClaimedBulkFile> claim(Set<Kind> kinds, Duration lease) {
			return this.queue
				.claim(kinds.stream().flatMap((kind) -> kind.statuses.stream()).collect(Collectors.toSet()), lease);
		}

		@Override
		public Kind kindOf(ClaimedBulkFile file) {
			return EnumSet.allOf(Kind.class)
				.stream()
				.filter((kind) -> kind.statuses.contains(file.status()))
				.findFirst()
				.orElseThrow();
		}

		@Override
		public boolean renew(ClaimedBulkFile file, Duration lease) {
			try {
				this.queue.renew(file, lease);
				return true;
			}
			catch (ClaimLostException ex) {
				return false;
			}
		}

		@Override
		public void giveBack(ClaimedBulkFile file) {
			this.queue.continueLater(file, Duration.ZERO);
		}

	}

}
