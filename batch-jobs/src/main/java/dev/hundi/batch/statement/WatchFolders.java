package dev.hundi.batch.statement;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

import dev.hundi.batch.schedule.OneCopyAtATime;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Takes the files that lie in the watched folders. A taken file is moved to
 * {@code taken}, so that the folder shows what is still to come; a file that a crash left
 * where it was is known by its bytes when it is taken again.
 */
@Component
class WatchFolders {

	/** "HUND" and 20: the lock of the one copy that empties the folders. */
	static final long LOCK_KEY = 0x48554E44_00000014L;

	private static final Log logger = LogFactory.getLog(WatchFolders.class);

	private static final String TAKEN = "taken";

	private final StatementSettings settings;

	private final ReceiveStatements receive;

	private final OneCopyAtATime oneCopyAtATime;

	private final InstantSource clock = InstantSource.system();

	WatchFolders(StatementSettings settings, ReceiveStatements receive, OneCopyAtATime oneCopyAtATime) {
		this.settings = settings;
		this.receive = receive;
		this.oneCopyAtATime = oneCopyAtATime;
	}

	/** Takes what lies there. */
	void look() {
		if (this.settings.folder() == null && this.settings.bankFolder() == null) {
			return;
		}
		try {
			this.oneCopyAtATime.run(LOCK_KEY, () -> {
				take(this.settings.folder(), StatementSource.FOLDER);
				take(this.settings.bankFolder(), StatementSource.BANK);
			});
		}
		catch (SQLException ex) {
			logger.warn("The folders of statements are not looked at while the database is away: " + ex);
		}
	}

	private void take(@Nullable Path folder, StatementSource source) {
		if (folder == null) {
			return;
		}
		try {
			for (Path entry : list(folder)) {
				String account = Texts.account(entry.getFileName().toString());
				if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
					takeFile(folder, entry, source, null);
				}
				else if (account != null && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
					for (Path file : list(entry)) {
						takeFile(folder, file, source, account);
					}
				}
			}
		}
		catch (IOException ex) {
			logger.warn("Statements in " + folder + " were not taken; the next look tries again", ex);
		}
	}

	private static List<Path> list(Path folder) throws IOException {
		try (Stream<Path> entries = Files.list(folder)) {
			return entries.filter((entry) -> !isHidden(entry)).sorted().toList();
		}
		catch (NoSuchFileException ex) {
			return List.of();
		}
	}

	private static boolean isHidden(Path entry) {
		String name = entry.getFileName().toString();
		return name.startsWith(".") || name.endsWith(".part") || name.equals(TAKEN);
	}

	private void takeFile(Path folder, Path file, StatementSource source, @Nullable String account) throws IOException {
		if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !isSettled(file)) {
			return;
		}
		String name = file.getFileName().toString();
		try (InputStream content = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
			StatementFiles.Receipt receipt = this.receive.receive(content, name, source, account);
			logger.info("Took " + file + " as " + receipt.file().statementFileId()
					+ (receipt.stored() ? "" : ", whose bytes were known"));
		}
		catch (ReceiveStatements.TooLargeException ex) {
			logger.error(file + " is not taken: " + ex.getMessage());
			return;
		}
		Path taken = Files.createDirectories(folder.resolve(TAKEN));
		Files.move(file, taken.resolve((account != null) ? account + "-" + name : name),
				StandardCopyOption.REPLACE_EXISTING);
	}

	/** Who still writes a file has just changed it. */
	private boolean isSettled(Path file) throws IOException {
		Instant changed = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
		return !changed.plus(this.settings.settle()).isAfter(this.clock.instant());
	}

}
