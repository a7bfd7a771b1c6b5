package dev.hundi.batch.statement;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Bank statements: {@code hundi.statement.*}.
 *
 * @param folder watched for files that people or other programs put there; files in a
 * folder of it named by an account number are of that account. Null watches none
 * @param bankFolder the same for files that a bank writes there itself
 * @param look how often the folders and the files to be loaded are looked at
 * @param settle how long a file must not have changed before it is taken
 * @param lease how long a file that its loader says nothing of is left to it
 * @param attempts how often a file is tried before it is given up
 * @param retryAfter time between two tries
 * @param largest bytes of a file at most
 * @param profiles how the CSV and the narrations of banks are read, by the names that
 * {@code nodal_account.statement_profile} has
 */
public record StatementSettings(@Nullable Path folder, @Nullable Path bankFolder, @DefaultValue("2s") Duration look,
		@DefaultValue("2s") Duration settle, @DefaultValue("1m") Duration lease, @DefaultValue("5") int attempts,
		@DefaultValue("10s") Duration retryAfter, @DefaultValue("2GB") DataSize largest,
		@Nullable Map<String, StatementProfile> profiles) {

	public StatementSettings {
		if (look.toMillis() < 1 || lease.toSeconds() < 1 || settle.isNegative() || retryAfter.isNegative()
				|| attempts < 1) {
			throw new IllegalArgumentException(
					"hundi.statement: look, lease and attempts must be above zero, settle and retry-after not below");
		}
		if (folder != null && folder.equals(bankFolder)) {
			throw new IllegalArgumentException("hundi.statement: folder and bank-folder must differ");
		}
		profiles = (profiles != null) ? Map.copyOf(profiles) : Map.of();
	}

	/**
	 * A profile by its name.
	 * @throws IllegalStateException if there is none
	 */
	StatementProfile profile(String name) {
		StatementProfile profile = Objects.requireNonNull(this.profiles).get(name);
		if (profile == null) {
			throw new IllegalStateException("hundi.statement.profiles has none named " + name);
		}
		return profile;
	}

}
