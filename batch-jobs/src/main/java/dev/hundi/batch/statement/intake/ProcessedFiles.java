package dev.hundi.batch.statement.intake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.hundi.batch.housekeeping.HousekeepingStep;
import dev.hundi.retention.RetentionPeriods;

import org.springframework.stereotype.Component;

/**
 * Removes old files from folders of files that were stored or processed: {@code taken}
 * and {@code rejected} of the statement folders, and the folders of
 * {@code hundi.retention.folders}. Not recursive.
 */
@Component
class ProcessedFiles implements HousekeepingStep {

	private final List<Path> folders;

	private final Duration age;

	ProcessedFiles(StatementSettings statement, RetentionPeriods periods) {
		this.folders = Stream
			.concat(Stream.of(statement.folder(), statement.bankFolder())
				.filter(Objects::nonNull)
				.flatMap((folder) -> Stream.of(folder.resolve("taken"), folder.resolve("rejected"))),
					Objects.requireNonNull(periods.folders()).stream())
			.toList();
		this.age = periods.folderAge();
	}

	@Override
	public String name() {
		return "processed-files";
	}

	@Override
	public Duration interval() {
		return Duration.ofHours(1);
	}

	/** Lists the folders once. */
	@Override
	public int removeExpired(int limit) {
		try {
			for (Path file : olderThan(this.age)) {
				Files.deleteIfExists(file);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return 0;
	}

	@Override
	public Proof prove() {
		return Proof.of(olderThan(Proof.overdueAfter(this.age)).size());
	}

	private List<Path> olderThan(Duration age) {
		Instant before = Instant.now().minus(age);
		return this.folders.stream()
			.flatMap(ProcessedFiles::files)
			.filter((file) -> isUntouchedSince(file, before))
			.toList();
	}

	private static Stream<Path> files(Path folder) {
		try (Stream<Path> entries = Files.list(folder)) {
			return entries.filter((entry) -> Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)).toList().stream();
		}
		catch (NoSuchFileException ex) {
			return Stream.empty();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static boolean isUntouchedSince(Path file, Instant moment) {
		try {
			return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant().isBefore(moment);
		}
		catch (NoSuchFileException ex) {
			return false;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
