package dev.hundi.secret;

import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;

import javax.sql.DataSource;

import com.google.crypto.tink.KeysetHandle;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The commands of {@code ./hundi keys}. To rotate: add a key, give the file to every
 * process, promote the key, rewrap all secrets, retire the old key.
 */
public final class KeyCommands {

	/** How the commands are called. */
	public static final String USAGE = "Usage: ./hundi keys create | list | add | promote KEY | rewrap | retire KEY | wrap KMS_URI"
			+ " [--hundi.KEY=VALUE...]";

	private final KeyEncryption settings;

	private final StoredSecrets secrets;

	/**
	 * Commands on a key file.
	 * @param dataSource connects as the role that owns the schema; used by list, rewrap
	 * and retire only
	 */
	public KeyCommands(KeyEncryption settings, DataSource dataSource) {
		this.settings = settings;
		this.secrets = new StoredSecrets(JdbcClient.create(dataSource),
				new TransactionTemplate(new DataSourceTransactionManager(dataSource)));
	}

	/**
	 * Runs one command.
	 * @return its report
	 * @throws IllegalArgumentException if the words are no command
	 * @throws IllegalStateException if the command is refused or failed
	 */
	public String run(List<String> words) {
		try {
			String command = words.isEmpty() ? "" : words.getFirst();
			return switch (command + "/" + words.size()) {
				case "create/1" -> create();
				case "list/1" -> list();
				case "add/1" -> add();
				case "promote/2" -> promote(keyId(words.getLast()));
				case "rewrap/1" -> rewrap();
				case "retire/2" -> retire(keyId(words.getLast()));
				case "wrap/2" -> wrap(words.getLast());
				default -> throw new IllegalArgumentException(USAGE);
			};
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("The key file was not changed: " + ex.getMessage(), ex);
		}
	}

	private String create() {
		KeyFile.createIfMissing(this.settings);
		return "Key file " + this.settings.file();
	}

	private String list() {
		Keyset keys = KeyFile.read(this.settings);
		Map<Integer, Long> counts = this.secrets.countByKey();
		StringBuilder report = new StringBuilder("Key         Secrets");
		keys.ids()
			.forEach((id) -> report.append("\n%-10s %8d%s".formatted(text(id), counts.getOrDefault(id, 0L),
					(id == keys.primaryId()) ? "  primary" : "")));
		counts.forEach((id, count) -> {
			if (!keys.ids().contains(id)) {
				report.append("\n%-10s %8d  not in the key file".formatted(text(id), count));
			}
		});
		return report.toString();
	}

	private String add() throws GeneralSecurityException {
		KeysetHandle keys = KeyFile.read(this.settings).withNewKey();
		write(keys);
		return "Added key " + text(keys.getAt(keys.size() - 1).getId())
				+ ". Promote it once every process can read this file.";
	}

	private String promote(int keyId) throws GeneralSecurityException {
		write(require(keyId).withPrimary(keyId));
		return "New secrets are encrypted under key " + text(keyId) + ". Rewrap the others.";
	}

	private String rewrap() {
		StoredSecrets.Rewrapped result = this.secrets.rewrap(SecretEncryption.open(this.settings));
		if (!result.undecryptable().isEmpty()) {
			throw new IllegalStateException("Rewrapped %d rows; these do not decrypt and are unchanged: %s"
				.formatted(result.rows(), result.undecryptable()));
		}
		return "Rewrapped %d rows; all secrets are encrypted under key %s.".formatted(result.rows(),
				text(KeyFile.read(this.settings).primaryId()));
	}

	private String retire(int keyId) throws GeneralSecurityException {
		Keyset keys = require(keyId);
		if (keys.primaryId() == keyId) {
			throw new IllegalStateException("Key " + text(keyId) + " is the primary key; promote another one first");
		}
		KeysetHandle remaining = keys.without(keyId);
		this.secrets.whileUnchanged(() -> {
			long count = this.secrets.countByKey().getOrDefault(keyId, 0L);
			if (count > 0) {
				throw new IllegalStateException(
						"%d secrets are encrypted under key %s; rewrap them first".formatted(count, text(keyId)));
			}
			write(remaining);
		});
		return "Retired key " + text(keyId) + ". Backups of the database from before the last rewrap still need it.";
	}

	private String wrap(String kmsUri) {
		KeyFile.replace(this.settings.file(), KeyFile.read(this.settings).handle(), kmsUri);
		return "Wrapped " + this.settings.file() + ". Set hundi.key-encryption.kms-uri to " + kmsUri
				+ " and restart every process.";
	}

	private void write(KeysetHandle keys) {
		KeyFile.replace(this.settings.file(), keys, this.settings.kmsUri());
	}

	private Keyset require(int keyId) {
		Keyset keys = KeyFile.read(this.settings);
		if (!keys.ids().contains(keyId)) {
			throw new IllegalStateException(
					"hundi.key-encryption.file " + this.settings.file() + " has no key " + text(keyId));
		}
		return keys;
	}

	private static int keyId(String text) {
		try {
			return Integer.parseUnsignedInt(text);
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("A key id is a number of ./hundi keys list, not " + text, ex);
		}
	}

	private static String text(int keyId) {
		return Integer.toUnsignedString(keyId);
	}

}
