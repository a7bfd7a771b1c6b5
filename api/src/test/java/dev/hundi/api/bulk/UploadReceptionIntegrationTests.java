package dev.hundi.api.bulk;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.hundi.api.testing.Answer;
import dev.hundi.api.testing.Call;
import dev.hundi.api.testing.KeptConnection;
import dev.hundi.api.testing.RunningApi;
import dev.hundi.business.ApiKeys;
import dev.hundi.business.IssuedKey;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The timeout only limits how long a failing test hangs. */
@Timeout(120)
class UploadReceptionIntegrationTests {

	private static final TestDatabase database = TestDatabase.create();

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private static Path directory;

	@SuppressWarnings("NullAway.Init")
	private static RunningApi api;

	private final List<KeptConnection> slow = new ArrayList<>();

	private final TestBusiness business = TestBusiness.create(database);

	private final IssuedKey key = api.bean(ApiKeys.class).issue(this.business.id());

	@BeforeAll
	static void start() {
		api = RunningApi.start(database, "--hundi.file-store=" + directory, "--hundi.bulk.upload-timeout=1h",
				"--hundi.bulk.least-rate=1MB", "--hundi.http.read-timeout=1h");
	}

	@AfterAll
	static void stop() {
		api.close();
		database.close();
	}

	@AfterEach
	void hangUp() {
		this.slow.forEach(KeptConnection::close);
		await().untilAsserted(() -> assertThat(uploadOfStranger()).isEqualTo("401 signature_invalid"));
	}

	@Test
	void strangersCannotHoldTheSlotsOfMerchants() {
		awaitNoSlot(() -> api.send(file(), stranger()), 8, () -> begin(file(), stranger()));

		assertThat(api.send(file(), this.key).status()).isEqualTo(202);
	}

	@Test
	void theHolderOfAKeyIdOccupiesTheSlotsOfItsBusinessOnly() {
		awaitNoSlot(() -> api.send(file(), this.key), 8, () -> begin(file().signature("0".repeat(64)), this.key));

		IssuedKey other = api.bean(ApiKeys.class).issue(TestBusiness.create(database).id());
		assertThat(api.send(file(), other).status()).isEqualTo(202);
		assertThat(uploadOfStranger()).isEqualTo("401 signature_invalid");
	}

	@Test
	void aKeyThatMayNotUploadHasTheAllowanceOfStrangers() throws Exception {
		sql("UPDATE api_key SET scopes = ARRAY['READ'] WHERE business_id = :id");
		long before = files();
		assertThat(api.send(file(), this.key).refusal()).isEqualTo("403 scope_required");

		awaitNoSlot(() -> api.send(file(), stranger()), 2, () -> begin(file(), this.key));
		assertThat(files()).isEqualTo(before);
	}

	@Test
	void checksTheNonceBeforeTheBody() {
		String nonce = UUID.randomUUID().toString();
		assertThat(api.send(Call.get("/v1/wallet").nonce(nonce), this.key).status()).isEqualTo(200);

		try (KeptConnection connection = api.connect().write(head(file().nonce(nonce), this.key))) {
			assertThat(connection.read().refusal()).isEqualTo("401 request_replayed");
		}
	}

	@Test
	void checksHeadersTimestampSizeAndAddressBeforeTheBody() {
		assertThat(withoutBody(file().without("x-signature"))).isEqualTo("401 auth_headers_missing");
		assertThat(withoutBody(file().timestamp("1000000000000"))).isEqualTo("401 timestamp_expired");
		assertThat(withoutBody(Call.of("POST", "/v1/bulk-payouts").body(new byte[51 * 1024 * 1024])))
			.isEqualTo("413 payload_too_large");
		sql("INSERT INTO ip_rule (business_id, network) VALUES (:id, '203.0.113.0/24')");
		IssuedKey second = api.bean(ApiKeys.class).issue(this.business.id());
		try (KeptConnection connection = api.connect().write(head(file(), second))) {
			assertThat(connection.read().refusal()).isEqualTo("403 ip_not_allowed");
		}
	}

	@Test
	void answersStrangersLikeInvalidSignatures() {
		Answer unknown = api.send(file(), stranger());
		Answer invalid = api.send(file().signature("0".repeat(64)), this.key);

		assertThat(unknown.refusal()).isEqualTo("401 signature_invalid");
		assertThat(unknown.body()).isEqualTo(invalid.body());
	}

	@Test
	void refusesUploadsBelowTheLeastRate() {
		KeptConnection connection = begin(file(), this.key);
		Thread.startVirtualThread(() -> await().until(() -> !canWrite(connection)));

		assertThat(connection.read().refusal()).isEqualTo("408 request_timeout");
	}

	/** Begins slow uploads until another one finds no slot: they end after seconds. */
	private static void awaitNoSlot(Supplier<Answer> upload, int uploads, Runnable begin) {
		await().ignoreException(UncheckedIOException.class).until(() -> {
			Answer answer = upload.get();
			if (answer.status() == 503) {
				assertThat(answer.refusal()).isEqualTo("503 temporarily_unavailable");
				return true;
			}
			for (int i = 0; i < uploads; i++) {
				begin.run();
			}
			return false;
		});
	}

	/** A head, and the first byte of a large body. */
	private KeptConnection begin(Call call, IssuedKey sender) {
		byte[] large = new byte[10 * 1024 * 1024];
		KeptConnection connection = api.connect();
		this.slow.add(connection);
		return connection.write(head(call.body(large), sender)).write(new byte[] { 'N' });
	}

	private String withoutBody(Call call) {
		try (KeptConnection connection = api.connect().write(head(call, this.key))) {
			return connection.read().refusal();
		}
	}

	private static byte[] head(Call call, IssuedKey sender) {
		byte[] all = call.bytes(sender);
		return Arrays.copyOf(all, new String(all, StandardCharsets.ISO_8859_1).indexOf("\r\n\r\n") + 4);
	}

	private static String uploadOfStranger() {
		return api.send(file(), stranger()).refusal();
	}

	private static Call file() {
		return LoadedFile.call("fileName=a.csv", "Name,Amount\n" + UUID.randomUUID() + ",1\n");
	}

	private static IssuedKey stranger() {
		return new IssuedKey("pk_" + UUID.randomUUID(), "sk_of_no_key");
	}

	private void sql(String statement) {
		JdbcClient.create(database.dataSource()).sql(statement).param("id", this.business.id()).update();
	}

	private static boolean canWrite(KeptConnection connection) {
		try {
			connection.write(new byte[] { 'x' });
			return true;
		}
		catch (UncheckedIOException ex) {
			return false;
		}
	}

	private static long files() throws Exception {
		try (Stream<Path> files = Files.walk(directory)) {
			return files.filter(Files::isRegularFile).count();
		}
	}

}
