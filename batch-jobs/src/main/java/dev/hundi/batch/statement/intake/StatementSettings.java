package dev.hundi.batch.statement.intake;

import java.nio.file.Path;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Bank statements: {@code hundi.statement.*}.
 *
 * @param folder folder watched for files of operators or other programs; files in a
 * subfolder named by an account number belong to that account. Null watches none
 * @param bankFolder the same for files that a bank writes
 * @param trust which files of the folders are trusted
 * @param store directory of the received files, on a volume that no other application
 * reaches; null keeps them in {@code hundi.file-store}
 * @param pollInterval time between two polls of the folders and of the received files
 * @param settle minimum time since the last change of a file before it is taken
 * @param lease time after which another instance may load a file whose loader has died
 * @param attempts attempts to load a file before it is rejected
 * @param retryAfter time between two attempts
 * @param maxSize maximum size of a file
 */
public record StatementSettings(@Nullable Path folder, @Nullable Path bankFolder, @DefaultValue TrustSettings trust,
		@Nullable Path store, @DefaultValue("2s") Duration pollInterval, @DefaultValue("2s") Duration settle,
		@DefaultValue("1m") Duration lease, @DefaultValue("5") int attempts, @DefaultValue("10s") Duration retryAfter,
		@DefaultValue("2GB") DataSize maxSize) {

	public StatementSettings {
		if (pollInterval.toMillis() < 1 || lease.toSeconds() < 1 || settle.isNegative() || retryAfter.isNegative()
				|| attempts < 1) {
			throw new IllegalArgumentException(
					"hundi.statement: poll-interval, lease and attempts must be positive, settle and retry-after not negative");
		}
		if ((folder != null || bankFolder != null) && trust.isEmpty()) {
			throw new IllegalArgumentException(
					"hundi.statement.trust.signature-bundle or hundi.statement.trust.transfer-user must be set with hundi.statement.folder or bank-folder: statements are trusted only with a signature or from the process that transfers them");
		}
		if (folder != null && folder.equals(bankFolder)) {
			throw new IllegalArgumentException("hundi.statement: folder and bank-folder must differ");
		}
	}

}
