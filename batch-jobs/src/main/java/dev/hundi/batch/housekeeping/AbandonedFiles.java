package dev.hundi.batch.housekeeping;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

import dev.hundi.filestore.FileStore;

/**
 * Removes files that a killed instance or a failed transaction left in a folder of the
 * file store: files that were never finished, and files that no row refers to.
 */
public final class AbandonedFiles implements HousekeepingStep {

	private static final Duration ABANDONED_AFTER = Duration.ofDays(1);

	private final String folder;

	private final FileStore files;

	private final Function<List<String>, Collection<String>> unknown;

	/**
	 * Creates a step for a folder.
	 * @param unknown returns those of the given names that no row refers to
	 */
	public AbandonedFiles(String folder, FileStore files, Function<List<String>, Collection<String>> unknown) {
		this.folder = folder;
		this.files = files;
		this.unknown = unknown;
	}

	@Override
	public String name() {
		return "abandoned-" + this.folder;
	}

	/** Lists the whole folder, so it runs less often. */
	@Override
	public Duration interval() {
		return Duration.ofHours(1);
	}

	@Override
	public int removeExpired(int limit) {
		Instant before = Instant.now().minus(ABANDONED_AFTER);
		this.files.deleteAbandoned(this.folder, before);
		abandoned(before).forEach(this.files::delete);
		return 0;
	}

	@Override
	public Proof prove() {
		return Proof.of(abandoned(Instant.now().minus(Proof.overdueAfter(ABANDONED_AFTER))).size());
	}

	private Collection<String> abandoned(Instant before) {
		return this.unknown.apply(this.files.untouchedSince(this.folder, before, Integer.MAX_VALUE));
	}

}
