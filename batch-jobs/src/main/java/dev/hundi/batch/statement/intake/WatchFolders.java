package dev.hundi.batch.statement.intake;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

import dev.hundi.batch.schedule.SingleInstanceLock;
import dev.hundi.batch.statement.common.Texts;
import dev.hundi.filestore.FileVersion;
import dev.hundi.signature.FileTrust;
import dev.hundi.statement.StatementFiles;
import dev.hundi.statement.StatementSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Stores the files of the watched folders and moves them to {@code taken}. Files that are
 * not trusted or too large move to {@code rejected}, where none replaces another. If a
 * crash prevents the move, the file is recognised by its content when it is stored again.
 */
@Component
class WatchFolders {

	/** "HUND" and 20: the lock of the instance that empties the folders. */
	static final long LOCK_KEY = 0x48554E44_00000014L;

	private static final Logger logger = LoggerFactory.getLogger(WatchFolders.class);

	private static final String TAKEN = "taken";

	private static final String REJECTED = "rejected";

	private final StatementSettings settings;

	private final ReceiveStatements receive;

	private final FileTrust trust;

	private final CountFiles count;

	private final SingleInstanceLock singleInstance;

	private final InstantSource clock = InstantSource.system();

	WatchFolders(StatementSettings settings, ReceiveStatements receive, FileTrust trust, CountFiles count,
			SingleInstanceLock singleInstance) {
		this.settings = settings;
		this.receive = receive;
		this.trust = trust;
		this.count = count;
		this.singleInstance = singleInstance;
	}

	/** Takes all files that are complete. */
	void takeAll() {
		try {
			this.singleInstance.run(LOCK_KEY, () -> {
				take(this.settings.folder(), StatementSource.FOLDER);
				take(this.settings.bankFolder(), StatementSource.BANK);
			});
		}
		catch (SQLException ex) {
			logger.warn("Statement folders are not read while the database is unreachable: {}", ex.toString());
		}
	}

	private void take(@Nullable Path folder, StatementSource source) {
		if (folder == null) {
			return;
		}
		for (Path entry : list(folder)) {
			if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
				String account = Texts.account(entry.getFileName().toString());
				if (account != null) {
					list(entry).forEach((file) -> takeOrWarn(folder, file, source, account));
				}
			}
			else {
				takeOrWarn(folder, entry, source, null);
			}
		}
	}

	/** The entries of a folder; none while it cannot be read. */
	private static List<Path> list(Path folder) {
		try (Stream<Path> entries = Files.list(folder)) {
			return entries.filter((entry) -> !isHidden(entry)).sorted().toList();
		}
		catch (NoSuchFileException ex) {
			return List.of();
		}
		catch (IOException | UncheckedIOException ex) {
			logger.warn("Folder {} cannot be read; the next poll retries", folder, ex);
			return List.of();
		}
	}

	private static boolean isHidden(Path entry) {
		String name = entry.getFileName().toString();
		return name.startsWith(".") || name.endsWith(".part") || name.endsWith(FileTrust.SUFFIX) || name.equals(TAKEN)
				|| name.equals(REJECTED);
	}

	/** A file that cannot be read or moved does not delay the others. */
	private void takeOrWarn(Path folder, Path file, StatementSource source, @Nullable String account) {
		try {
			takeFile(folder, file, source, account);
		}
		catch (IOException | UncheckedIOException ex) {
			logger.warn("File {} was not taken; the next poll retries", file, ex);
		}
	}

	private void takeFile(Path folder, Path file, StatementSource source, @Nullable String account) throws IOException {
		if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !isSettled(file)) {
			return;
		}
		String name = file.getFileName().toString();
		FileVersion before = FileVersion.of(file);
		String result = TAKEN;
		try (InputStream content = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
			this.receive.checkSize(Files.size(file));
			StatementFiles.Receipt receipt = this.receive.receive(content, name, source, account,
					(sha256) -> this.trust.objection(file, (account != null) ? account + "/" + name : name, sha256));
			logger.info("Took {} as {}{}", file, receipt.file().statementFileId(),
					receipt.stored() ? "" : ", whose content was already stored");
		}
		catch (ReceiveStatements.UntrustedException ex) {
			logger.error("{} is not trusted and moves to {}: {}", file, REJECTED, ex.getMessage());
			this.count.untrusted();
			result = REJECTED;
		}
		catch (ReceiveStatements.TooLargeException ex) {
			logger.error("{} is not taken and moves to {}: {}", file, REJECTED, ex.getMessage());
			this.count.tooLarge();
			result = REJECTED;
		}
		if (!FileVersion.of(file).equals(before)) {
			logger.info("{} was replaced meanwhile; the next poll takes the new one", file);
			return;
		}
		Path moved = destination(Files.createDirectories(folder.resolve(result)),
				(account != null) ? account + "-" + name : name, result);
		Files.move(file, moved, StandardCopyOption.REPLACE_EXISTING);
		FileTrust.moveSignature(file, moved);
		beginAge(moved);
		beginAge(FileTrust.signatureFile(moved));
	}

	/**
	 * The age of a file here counts from its move; a transfer may have kept the time of
	 * the bank. Only its owner may set it, so a file of the transfer user keeps its time.
	 */
	private void beginAge(Path moved) {
		try {
			Files.setLastModifiedTime(moved, FileTime.from(this.clock.instant()));
		}
		catch (IOException ex) {
			logger.debug("The age of {} counts from the time of its transfer", moved, ex);
		}
	}

	/** The content of a taken file is stored, that of a rejected one is only there. */
	private static Path destination(Path folder, String name, String result) {
		Path moved = folder.resolve(name);
		for (int copy = 2; result.equals(REJECTED) && Files.isRegularFile(moved, LinkOption.NOFOLLOW_LINKS); copy++) {
			moved = folder.resolve(copy + "-" + name);
		}
		return moved;
	}

	/** A file that changed recently may still be written. */
	private boolean isSettled(Path file) throws IOException {
		Instant now = this.clock.instant();
		Instant changed = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
		return !(changed.isAfter(now) ? stored(file) : changed).plus(this.settings.settle()).isAfter(now);
	}

	/**
	 * When this host changed a file last, for a transfer that kept a time of the bank
	 * that is still to come.
	 */
	private static Instant stored(Path file) throws IOException {
		return (Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS) instanceof FileTime changed)
				? changed.toInstant() : Instant.MIN;
	}

}
