package dev.hundi.portal;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hundi.person.Audience;
import dev.hundi.person.Credentials;
import dev.hundi.person.Role;
import dev.hundi.portal.testing.Member;
import dev.hundi.portal.testing.TestPortal;
import dev.hundi.portal.testing.Visitor;
import dev.hundi.secret.KeyCommands;
import dev.hundi.secret.KeyEncryption;
import dev.hundi.secret.KeyFile;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.secret.SecretPlace;
import io.micrometer.core.instrument.MeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** A portal whose key file changes, or lacks the key of a secret. */
@ExtendWith(OutputCaptureExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyFileIntegrationTests {

	private final TestPortal portal = new TestPortal();

	private final UUID business = this.portal.business();

	@SuppressWarnings("NullAway.Init")
	private TestPortal.Copy copy;

	@BeforeAll
	void start() {
		this.copy = this.portal.start(Audience.MERCHANT);
	}

	@AfterAll
	void stop() {
		this.portal.close();
	}

	@Test
	void followsARotationWhileItIsIdle() {
		String first = primary();
		String second = found("Added key (\\d+)[.]", run("add"));
		awaitKeys(2);
		run("promote", second);
		run("rewrap");
		run("retire", first);
		awaitKeys(1);
		byte[] secret = "secret".getBytes(StandardCharsets.UTF_8);
		SecretPlace place = SecretPlace.totp(UUID.randomUUID());
		byte[] ciphertext = this.copy.context().getBean(SecretEncryption.class).encrypt(secret, place);
		assertThat(SecretEncryption.open(this.portal.keyFile()).decrypt(ciphertext, place)).isEqualTo(secret);
	}

	@Test
	void aRecoveryCodeIsAcceptedWithoutTheKeyOfTheAuthenticator(@TempDir Path directory, CapturedOutput output) {
		Member member = this.portal.person("lost-key@example.com", this.business, Role.MAKER);
		List<String> codes = this.portal.owner(Credentials.class).newRecoveryCodes(member.id());
		Path lost = directory.resolve("lost.json");
		KeyFile.createIfMissing(lost);
		this.portal.jdbc()
			.sql("UPDATE person_totp SET secret_ciphertext = ? WHERE person_id = ?")
			.param(SecretEncryption.open(lost).encrypt(new byte[20], SecretPlace.totp(member.id())))
			.param(member.id())
			.update();

		Visitor visitor = new Visitor(this.copy.url());
		visitor.password(member.email(), TestPortal.PASSWORD);
		for (int attempt = 0; attempt < 20; attempt++) {
			Visitor.Page refused = visitor.code(member.code());
			assertThat(refused.status()).isEqualTo(200);
			assertThat(refused.textOf("problem")).contains("cannot be checked at present", "recovery codes");
		}
		assertThat(output).contains("A code of person " + member.id() + " cannot be checked",
				"was it stored under another hundi.key-encryption.file?");
		assertThat(visitor.code(codes.getFirst()).location()).isEqualTo("/");
		assertThat(visitor.get("/profile").textOf("unused-codes")).endsWith("9");
		assertThat(visitor.post("/profile/name", Map.of("name", "Lost Key", "confirmation-code", member.code()))
			.textOf("problem")).as("before an act").contains("cannot be checked at present");
		String invitation = "/invitation/" + this.portal.invite(member.email(), this.portal.business(), Role.VIEWER);
		Map<String, String> proof = Map.of("password", TestPortal.PASSWORD, "code", member.code());
		Visitor.Page invited = new Visitor(this.copy.url()).get(invitation);
		assertThat(invited.submit("form:has(#code)", proof).textOf("problem")).contains("cannot be checked at present");
		assertThat(invited.submit("form:has(#code)", Map.of("password", TestPortal.PASSWORD, "code", codes.getLast()))
			.location()).isEqualTo("/sign-in?joined");

		// As docs/operating.md says: until then no rewrap succeeds.
		this.portal.jdbc().sql("DELETE FROM person_totp WHERE person_id = ?").param(member.id()).update();
	}

	private void awaitKeys(int keys) {
		Awaitility.await()
			.atMost(Duration.ofMinutes(2))
			.until(() -> this.copy.context()
				.getBean(MeterRegistry.class)
				.get("hundi.key.file.keys")
				.gauge()
				.value() == keys);
	}

	private String primary() {
		return found("(?m)^(\\d+) +\\d+  primary$", run("list"));
	}

	private String run(String... words) {
		return new KeyCommands(new KeyEncryption(this.portal.keyFile(), null), this.portal.dataSource())
			.run(List.of(words));
	}

	private static String found(String pattern, String text) {
		Matcher matcher = Pattern.compile(pattern).matcher(text);
		assertThat(matcher.find()).as(text).isTrue();
		return matcher.group(1);
	}

}
