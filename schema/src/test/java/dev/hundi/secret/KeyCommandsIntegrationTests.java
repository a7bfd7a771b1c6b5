package dev.hundi.secret;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.secret.SecretPlace.Type;
import dev.hundi.testing.TestBusiness;
import dev.hundi.testing.TestDatabase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

class KeyCommandsIntegrationTests {

	/** More than two transactions of a rewrap. */
	private static final int API_KEYS = 250;

	private final TestDatabase database = TestDatabase.create();

	private final JdbcClient jdbc = JdbcClient.create(this.database.dataSource());

	private final UUID business = TestBusiness.create(this.database).id();

	private final UUID endpoint = UUID.randomUUID();

	@TempDir
	@SuppressWarnings("NullAway.Init")
	private Path directory;

	@SuppressWarnings("NullAway.Init")
	private KeyEncryption settings;

	/** A process that runs while keys change. */
	@SuppressWarnings("NullAway.Init")
	private SecretEncryption running;

	@BeforeEach
	void store() throws Exception {
		this.settings = new KeyEncryption(this.directory.resolve("key.json"), "fake-kms://commands");
		run("create");
		this.running = SecretEncryption.open(this.settings);
		Keyset keys = KeyFile.read(this.settings);
		for (int number = 0; number < API_KEYS; number++) {
			String apiKey = apiKey(number);
			// Every other one is bound to its id alone.
			insert(apiKey, (number % 2 == 0) ? this.running.encrypt(bytes("sk" + number), place(apiKey))
					: keys.encrypt(bytes("sk" + number), apiKey));
		}
		this.jdbc.sql("""
				INSERT INTO webhook_endpoint (business_id, endpoint_id, url, secret_ciphertext, next_secret_ciphertext,
				                              next_secret_from)
				VALUES (:business, :endpoint, 'https://example.com/', :secret, :next, now() + interval '1 day')
				""")
			.param("business", this.business)
			.param("endpoint", this.endpoint)
			.param("secret", keys.encrypt(bytes("present"), this.endpoint.toString()))
			.param("next", this.running.encrypt(bytes("next"), endpointPlace()))
			.update();
	}

	@AfterEach
	void close() {
		this.database.close();
	}

	@Test
	void rotatesTheKeyWhileAProcessDecryptsAndStoresSecrets() throws Exception {
		String first = primary();
		String second = added(run("add"));
		assertThat(primary()).isEqualTo(first);
		AtomicBoolean done = new AtomicBoolean();
		AtomicInteger issued = new AtomicInteger();
		try (var threads = Executors.newSingleThreadExecutor()) {
			Callable<Integer> work = () -> {
				int rounds = 0;
				while (!done.get()) {
					assertThat(signingKey(rounds % API_KEYS)).isEqualTo("sk" + rounds % API_KEYS);
					String apiKey = "pk_issued_" + rounds++;
					insert(apiKey, this.running.encrypt(bytes("sk"), place(apiKey)));
					issued.set(rounds);
				}
				return rounds;
			};
			Future<Integer> process = threads.submit(work);
			try {
				run("promote", second);
				awaitRounds(2, issued, process);
				run("rewrap");
				run("retire", first);
				awaitRounds(API_KEYS, issued, process);
			}
			finally {
				done.set(true);
			}
			assertThat(process.get()).isGreaterThan(API_KEYS);
		}

		assertThat(run("list")).contains(second).contains("primary").doesNotContain(first, "not in the key file");
		SecretEncryption restarted = SecretEncryption.open(this.settings);
		assertThat(text(restarted.decrypt(column("secret_ciphertext"), endpointPlace()))).isEqualTo("present");
		assertThat(text(restarted.decrypt(column("next_secret_ciphertext"), endpointPlace()))).isEqualTo("next");
		assertThat(Files.readString(this.settings.file())).contains("encryptedKeyset");
	}

	@Test
	void continuesAnInterruptedRewrap() {
		run("promote", added(run("add")));
		KeyCommands impatient = commands(this.database.url() + "?options=-c%20lock_timeout=200");
		new TransactionTemplate(new DataSourceTransactionManager(this.database.dataSource()))
			.executeWithoutResult((status) -> {
				this.jdbc.sql("SELECT FROM api_key WHERE api_key = :key FOR UPDATE")
					.param("key", apiKey(API_KEYS - 1))
					.query()
					.listOfRows();
				assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> impatient.run(List.of("rewrap")));
			});
		assertThat(run("rewrap")).startsWith("Rewrapped " + (API_KEYS - 200 + 1) + " rows;");
		assertThat(run("rewrap")).startsWith("Rewrapped 0 rows;");
	}

	@Test
	void bindsEverySecretToItsBusiness() {
		run("rewrap");
		UUID other = TestBusiness.create(this.database).id();
		this.jdbc.sql("UPDATE api_key SET business_id = :other").param("other", other).update();
		for (int number = 0; number < API_KEYS; number++) {
			byte[] ciphertext = ciphertext(number);
			SecretPlace moved = new SecretPlace(Type.API_KEY, other, apiKey(number));
			assertThatIllegalStateException().isThrownBy(() -> this.running.decrypt(ciphertext, moved));
		}
		SecretPlace moved = new SecretPlace(Type.WEBHOOK_ENDPOINT, other, this.endpoint.toString());
		for (String column : List.of("secret_ciphertext", "next_secret_ciphertext")) {
			assertThatIllegalStateException().isThrownBy(() -> this.running.decrypt(column(column), moved));
		}
	}

	@Test
	void reportsASecretThatDoesNotDecryptAndRewrapsTheOthers() {
		String first = primary();
		run("promote", added(run("add")));
		byte[] changed = ciphertext(7);
		changed[changed.length - 1] ^= 1;
		this.jdbc.sql("UPDATE api_key SET signing_key_ciphertext = :changed WHERE api_key = :key")
			.param("changed", changed)
			.param("key", apiKey(7))
			.update();
		assertThatIllegalStateException().isThrownBy(() -> run("rewrap"))
			.withMessage("Rewrapped %d rows; these do not decrypt and are unchanged: [%s]".formatted(API_KEYS,
					place(apiKey(7))));
		assertThatIllegalStateException().isThrownBy(() -> run("retire", first))
			.withMessage("1 secrets are encrypted under key " + first + "; rewrap them first");
		assertThat(ciphertext(7)).isEqualTo(changed);
	}

	@Test
	void retiresNoKeyInUse() {
		String first = primary();
		assertThatIllegalStateException().isThrownBy(() -> run("retire", first)).withMessageContaining("primary");
		String second = added(run("add"));
		run("promote", second);
		assertThatIllegalStateException().isThrownBy(() -> run("retire", first))
			.withMessageStartingWith((API_KEYS + 2) + " secrets are encrypted under key " + first);
		run("promote", first);
		run("retire", second);
		assertThatIllegalStateException().isThrownBy(() -> run("promote", second)).withMessageContaining("has no key");
	}

	@Test
	void wrapsTheFileWithAnotherKms() {
		assertThat(run("wrap", "fake-kms://other")).contains("hundi.key-encryption.kms-uri", "fake-kms://other");
		assertThatIllegalStateException().isThrownBy(() -> run("list")).withMessageContaining("cannot be unwrapped");
		this.settings = new KeyEncryption(this.settings.file(), "fake-kms://other");
		assertThat(run("rewrap")).startsWith("Rewrapped " + (API_KEYS / 2 + 1) + " rows;");
	}

	@Test
	void rejectsOtherWords() {
		for (List<String> words : List.of(List.<String>of(), List.of("rotate"), List.of("add", "1"), List.of("retire"),
				List.of("promote", "first"))) {
			assertThatIllegalArgumentException().isThrownBy(() -> run(words.toArray(String[]::new)));
		}
	}

	private static void awaitRounds(int rounds, AtomicInteger issued, Future<Integer> process) {
		int before = issued.get();
		await().atMost(Duration.ofMinutes(2)).until(() -> process.isDone() || issued.get() >= before + rounds);
	}

	private String run(String... words) {
		return commands(this.database.url()).run(List.of(words));
	}

	private KeyCommands commands(String url) {
		return new KeyCommands(this.settings, new DriverManagerDataSource(url, "postgres", "postgres"));
	}

	private String primary() {
		return found("(?m)^(\\d+) +\\d+  primary$", run("list"));
	}

	private static String added(String report) {
		return found("Added key (\\d+)[.].*", report);
	}

	private static String found(String pattern, String text) {
		Matcher matcher = Pattern.compile(pattern).matcher(text);
		assertThat(matcher.find()).as(text).isTrue();
		return matcher.group(1);
	}

	private void insert(String apiKey, byte[] ciphertext) {
		this.jdbc.sql(
				"INSERT INTO api_key (api_key, business_id, signing_key_ciphertext) VALUES (:key, :business, :ciphertext)")
			.param("key", apiKey)
			.param("business", this.business)
			.param("ciphertext", ciphertext)
			.update();
	}

	private String signingKey(int number) {
		return text(this.running.decrypt(ciphertext(number), place(apiKey(number))));
	}

	private byte[] ciphertext(int number) {
		return this.jdbc.sql("SELECT signing_key_ciphertext FROM api_key WHERE api_key = :key")
			.param("key", apiKey(number))
			.query(byte[].class)
			.single();
	}

	private byte[] column(String column) {
		return this.jdbc.sql("SELECT " + column + " FROM webhook_endpoint").query(byte[].class).single();
	}

	private SecretPlace place(String apiKey) {
		return new SecretPlace(Type.API_KEY, this.business, apiKey);
	}

	private SecretPlace endpointPlace() {
		return new SecretPlace(Type.WEBHOOK_ENDPOINT, this.business, this.endpoint.toString());
	}

	private static String apiKey(int number) {
		return "pk_a_%06d".formatted(number);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

}
