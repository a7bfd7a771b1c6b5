package dev.hundi.batch.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;

import dev.hundi.filestore.FileStore;
import dev.hundi.filestore.StoredFile;
import dev.hundi.filestore.UnfinishedFile;
import dev.hundi.operator.OperatorRequest;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.operator.RequestState;
import dev.hundi.testing.OwnerBeans;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.jdbc.core.simple.JdbcClient;

/** Asks batch-jobs as the staff portal does: by rows that it claims. */
public record StaffRequests(String databaseUrl, JdbcClient jdbc, FileStore files) {

	/** Asks for something as a person and waits until it has ended. */
	public OperatorRequest ask(RequestKind kind, Map<String, ?> arguments, String by) {
		UUID id = this.jdbc.sql("""
				WITH staff AS (
				  INSERT INTO person (audience, email, person_name) VALUES ('STAFF', 'staff@example.com', 'Staff')
				  ON CONFLICT ((lower(email))) DO UPDATE SET person_name = 'Staff' RETURNING person_id
				)
				INSERT INTO operator_request (kind, arguments, person_id, asked_by, reason)
				SELECT :kind, :arguments::jsonb, person_id, :by, :reason FROM staff RETURNING request_id
				""")
			.param("kind", kind.name())
			.param("arguments", JsonMapper.shared().writeValueAsString(arguments))
			.param("by", by)
			.param("reason", kind.isReading() ? null : "asked in a test")
			.query(UUID.class)
			.single();
		this.jdbc.sql("SELECT pg_notify(:channel, '')").param("channel", OperatorRequests.DUE).query((row) -> {
		});
		OperatorRequests requests = OwnerBeans.bean(this.databaseUrl, null, OperatorRequests.class);
		return Awaitility.await()
			.until(() -> requests.find(id).orElseThrow(), (request) -> request.state() != RequestState.PENDING);
	}

	/** Hands in a statement that two people approved. */
	public OperatorRequest statement(String name, @Nullable String account, String content) throws IOException {
		String storedAs = "statement-upload/" + UUID.randomUUID() + ".dat";
		StoredFile stored;
		try (UnfinishedFile file = this.files.create(storedAs)) {
			file.out().write(content.getBytes(StandardCharsets.UTF_8));
			stored = file.publish();
		}
		Map<String, Object> arguments = new HashMap<>(
				Map.of("storedAs", storedAs, "name", name, "sha256", HexFormat.of().formatHex(stored.sha256())));
		if (account != null) {
			arguments.put("account", account);
		}
		return ask(RequestKind.RECEIVE_STATEMENT, arguments, "Chandni");
	}

}
