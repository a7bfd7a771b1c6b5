package dev.hundi.retention;

import java.io.IOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Set;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Writes everything stored about the person that {@link FindSubject} found as one JSON
 * file: an array of rows for each table, and the files that contain the person.
 */
final class ExportSubject {

	private static final String FILES = """
			SELECT jsonb_pretty(coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'file', file, 'since', since) ORDER BY kind, file),
			                             '[]')) FROM (
			  SELECT 'upload of a bulk file' AS kind, f.stored_as AS file, f.created_at AS since
			    FROM bulk_file f WHERE f.stored_as IS NOT NULL
			     AND (f.business_id, f.bulk_file_id) IN (SELECT business_id, bulk_file_id FROM subject_row)
			  UNION ALL
			  SELECT 'bank statement', f.stored_as, f.received_at
			    FROM statement_file f WHERE f.file_removed_at IS NULL AND f.sha256 IN (
			         SELECT s.sha256 FROM bank_statement s JOIN subject_line USING (bank_statement_id))
			  UNION ALL
			  SELECT 'file of payment orders to the bank ' || o.bank, o.message_id || '.xml', o.queued_at
			    FROM bank_file_order o JOIN subject_payout USING (business_id, payout_id) WHERE o.message_id IS NOT NULL
			  UNION ALL
			  SELECT 'export of wallet movements', e.stored_as, e.created_at
			    FROM wallet_export e
			   WHERE e.stored_as IS NOT NULL AND EXISTS (
			         SELECT FROM wallet_movement m JOIN subject_payout USING (business_id, payout_id)
			          WHERE m.business_id = e.business_id AND m.sequence <= e.last_sequence
			            AND m.created_at >= coalesce(e.since, '-infinity') AND m.created_at < coalesce(e.until, 'infinity'))
			) AS stored
			""";

	private static final JsonMapper json = JsonMapper.builder()
		.enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
		.build();

	private final JdbcClient jdbc;

	ExportSubject(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * Writes the file, which only its owner can read. An existing file is not replaced.
	 * @throws IOException if the file exists or cannot be written
	 */
	void write(Path file) throws IOException {
		try (SeekableByteChannel channel = Files.newByteChannel(file,
				Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
				PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
				Writer writer = Channels.newWriter(channel, StandardCharsets.UTF_8)) {
			writer.write("{\n");
			for (PersonalTable table : PersonalTable.values()) {
				writer.write("\"%s\": %s,\n".formatted(table.table(), rows(table)));
			}
			writer.write("\"files\": %s\n}\n".formatted(this.jdbc.sql(FILES).query(String.class).single()));
		}
	}

	/** Bodies are shown as text; the searchable text repeats other columns. */
	private String rows(PersonalTable table) {
		String body = switch (table) {
			case WEBHOOK_DELIVERY -> "body";
			case WEBHOOK_ATTEMPT -> "response_body";
			default -> null;
		};
		String rows = this.jdbc
			.sql("SELECT jsonb_pretty(coalesce(jsonb_agg((to_jsonb(t) - 'search_text')%s), '[]')) FROM %s t WHERE %s"
				.formatted((body != null) ? " || jsonb_build_object('%1$s', encode(t.%1$s, 'base64'))".formatted(body)
						: "", table.table(), table.ofSubject()))
			.query(String.class)
			.single();
		return (body != null) ? decoded(rows, body) : rows;
	}

	/** PostgreSQL has no text for bytes that are not UTF-8; here they are replaced. */
	private static String decoded(String rows, String body) {
		JsonNode read = json.readTree(rows);
		for (JsonNode row : read) {
			if (row instanceof ObjectNode columns && columns.path(body).isString()) {
				byte[] bytes = Base64.getMimeDecoder().decode(columns.path(body).asString());
				columns.put(body, new String(bytes, StandardCharsets.UTF_8));
			}
		}
		return json.writerWithDefaultPrettyPrinter().writeValueAsString(read);
	}

}
