package dev.hundi.secret;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;

import dev.hundi.secret.SecretPlace.Type;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/**
 * All secrets of the database: signing keys of API keys, also revoked ones, present and
 * next secrets of webhook endpoints, TOTP secrets of people, tokens of unsent letters,
 * and keys of onboarding documents and of evidence.
 */
final class StoredSecrets {

	private static final int ROWS_AT_ONCE = 100;

	private final JdbcClient jdbc;

	private final TransactionOperations transactions;

	StoredSecrets(JdbcClient jdbc, TransactionOperations transactions) {
		this.jdbc = jdbc;
		this.transactions = transactions;
	}

	/**
	 * Encrypts every secret again that is not under the primary key and for its place.
	 * Commits some rows at a time, so that an interrupted call loses nothing and the next
	 * one continues.
	 */
	Rewrapped rewrap(SecretEncryption encryption) {
		Rewrapped total = new Rewrapped(0, List.of());
		for (Type type : Type.values()) {
			Page page = new Page("", total);
			while (page.last != null) {
				page = rewrap(encryption, type, page.last, page.total);
			}
			total = page.total;
		}
		return total;
	}

	/** Calls an action while no process can write a secret. */
	void whileUnchanged(Runnable action) {
		this.transactions.executeWithoutResult((status) -> {
			this.jdbc.sql("SET LOCAL lock_timeout = '30s'").update();
			this.jdbc.sql(
					"LOCK TABLE api_key, webhook_endpoint, person_totp, letter, onboarding_document, reconciliation_evidence IN SHARE MODE")
				.update();
			action.run();
		});
	}

	/** The number of secrets under each key id. */
	Map<Integer, Long> countByKey() {
		return this.jdbc
			.sql("""
					SELECT prefix, count(*) AS secrets
					  FROM (SELECT substring(signing_key_ciphertext FROM 1 FOR :bytes) AS prefix FROM api_key
					        UNION ALL
					        SELECT substring(secret_ciphertext FROM 1 FOR :bytes) FROM webhook_endpoint
					        UNION ALL
					        SELECT substring(next_secret_ciphertext FROM 1 FOR :bytes) FROM webhook_endpoint
					         WHERE next_secret_ciphertext IS NOT NULL
					        UNION ALL
					        SELECT substring(secret_ciphertext FROM 1 FOR :bytes) FROM person_totp
					        UNION ALL
					        SELECT substring(token_ciphertext FROM 1 FOR :bytes) FROM letter WHERE token_ciphertext IS NOT NULL
					        UNION ALL
					        SELECT substring(key_ciphertext FROM 1 FOR :bytes) FROM onboarding_document
					         WHERE key_ciphertext IS NOT NULL
					        UNION ALL
					        SELECT substring(key_ciphertext FROM 1 FOR :bytes) FROM reconciliation_evidence
					         WHERE key_ciphertext IS NOT NULL) AS stored
					 GROUP BY prefix
					""")
			.param("bytes", Keyset.PREFIX_BYTES)
			.query((row, number) -> Map.entry(Keyset.keyId(row.getBytes("prefix")), row.getLong("secrets")))
			.list()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, Long::sum));
	}

	private Page rewrap(SecretEncryption encryption, Type type, String after, Rewrapped total) {
		return Objects.requireNonNull(this.transactions.execute((status) -> {
			List<Row> rows = read(type, after);
			int rewrapped = total.rows();
			List<String> undecryptable = new ArrayList<>(total.undecryptable());
			for (Row row : rows) {
				try {
					rewrapped += rewrap(encryption, row) ? 1 : 0;
				}
				catch (IllegalStateException ex) {
					undecryptable.add(row.place.toString());
				}
			}
			return new Page(rows.isEmpty() ? null : rows.getLast().place.id(),
					new Rewrapped(rewrapped, List.copyOf(undecryptable)));
		}));
	}

	private boolean rewrap(SecretEncryption encryption, Row row) {
		byte[] secret = encryption.rewrap(row.secret, row.place).orElse(row.secret);
		byte[] next = row.next;
		if (next != null) {
			next = encryption.rewrap(next, row.place).orElse(next);
		}
		if (secret == row.secret && next == row.next) {
			return false;
		}
		this.jdbc.sql(switch (row.place.type()) {
			case API_KEY -> "UPDATE api_key SET signing_key_ciphertext = :secret WHERE api_key = :id";
			case WEBHOOK_ENDPOINT -> """
					UPDATE webhook_endpoint SET secret_ciphertext = :secret, next_secret_ciphertext = :next
					 WHERE endpoint_id = :id::uuid
					""";
			case PERSON_TOTP -> "UPDATE person_totp SET secret_ciphertext = :secret WHERE person_id = :id::uuid";
			case LETTER -> "UPDATE letter SET token_ciphertext = :secret WHERE letter_id = :id::uuid";
			case ONBOARDING_DOCUMENT ->
				"UPDATE onboarding_document SET key_ciphertext = :secret WHERE document_id = :id::uuid";
			case BREAK_EVIDENCE ->
				"UPDATE reconciliation_evidence SET key_ciphertext = :secret WHERE evidence_id = :id::uuid";
		}).param("secret", secret).param("next", next).param("id", row.place.id()).update();
		return true;
	}

	private List<Row> read(Type type, String after) {
		return this.jdbc.sql(switch (type) {
			case API_KEY -> """
					SELECT business_id AS owner_id, api_key AS id, signing_key_ciphertext AS secret, NULL::bytea AS next
					  FROM api_key WHERE api_key > :after ORDER BY api_key LIMIT :limit FOR NO KEY UPDATE
					""";
			case WEBHOOK_ENDPOINT ->
				"""
						SELECT business_id AS owner_id, endpoint_id AS id, secret_ciphertext AS secret, next_secret_ciphertext AS next
						  FROM webhook_endpoint WHERE :after = '' OR endpoint_id > nullif(:after, '')::uuid
						 ORDER BY endpoint_id LIMIT :limit FOR NO KEY UPDATE
						""";
			case PERSON_TOTP -> """
					SELECT person_id AS owner_id, person_id AS id, secret_ciphertext AS secret, NULL::bytea AS next
					  FROM person_totp WHERE :after = '' OR person_id > nullif(:after, '')::uuid
					 ORDER BY person_id LIMIT :limit FOR NO KEY UPDATE
					""";
			case LETTER ->
				"""
						SELECT letter_id AS owner_id, letter_id AS id, token_ciphertext AS secret, NULL::bytea AS next
						  FROM letter WHERE token_ciphertext IS NOT NULL AND (:after = '' OR letter_id > nullif(:after, '')::uuid)
						 ORDER BY letter_id LIMIT :limit FOR NO KEY UPDATE
						""";
			case ONBOARDING_DOCUMENT -> """
					SELECT business_id AS owner_id, document_id AS id, key_ciphertext AS secret, NULL::bytea AS next
					  FROM onboarding_document
					 WHERE (:after = '' OR document_id > nullif(:after, '')::uuid) AND key_ciphertext IS NOT NULL
					 ORDER BY document_id LIMIT :limit FOR NO KEY UPDATE
					""";
			case BREAK_EVIDENCE ->
				"""
						SELECT lpad(to_hex(break_id), 32, '0')::uuid AS owner_id, evidence_id AS id, key_ciphertext AS secret, NULL::bytea AS next
						  FROM reconciliation_evidence
						 WHERE (:after = '' OR evidence_id > nullif(:after, '')::uuid) AND key_ciphertext IS NOT NULL
						 ORDER BY evidence_id LIMIT :limit FOR NO KEY UPDATE
						""";
		}).param("after", after).param("limit", ROWS_AT_ONCE).query((row, number) -> row(type, row)).list();
	}

	private static Row row(Type type, ResultSet row) throws SQLException {
		return new Row(new SecretPlace(type, row.getObject("owner_id", UUID.class), row.getString("id")),
				row.getBytes("secret"), row.getBytes("next"));
	}

	/**
	 * The result of a call.
	 *
	 * @param rows changed rows
	 * @param undecryptable places of secrets that do not decrypt and stay as they are
	 */
	record Rewrapped(int rows, List<String> undecryptable) {
	}

	/**
	 * The progress within a table.
	 *
	 * @param last id of the last row, or null after the last page
	 */
	private record Page(@Nullable String last, Rewrapped total) {
	}

	@SuppressWarnings("ArrayRecordComponent")
	private record Row(SecretPlace place, byte[] secret, byte @Nullable [] next) {
	}

}
