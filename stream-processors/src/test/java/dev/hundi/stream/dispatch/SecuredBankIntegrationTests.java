package dev.hundi.stream.dispatch;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import dev.hundi.bank.Attempt;
import dev.hundi.bank.PaymentOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.certificate.Identity;
import dev.hundi.payout.Rail;
import dev.hundi.signature.Signatures;
import dev.hundi.signature.TestBundles;
import dev.hundi.stream.dispatch.SecuredBank.Forgery;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** TLS and signatures with a bank, through real connections and PEM files. */
class SecuredBankIntegrationTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final String API_KEY = "key-of-this-year";

	private final CertificateAuthority authority = CertificateAuthority.create("Banks");

	private final CertificateAuthority clients = CertificateAuthority.create("Clients");

	private final Identity server = this.authority.issue("bank", "localhost");

	private final Identity bankSigning = this.authority.issue("bank-signing");

	private final Identity ourSigning = this.clients.issue("hundi-signing");

	private final Path directory;

	private final SecuredBank bank;

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final List<ConfigurableApplicationContext> contexts = new ArrayList<>();

	SecuredBankIntegrationTests(@TempDir Path directory) throws Exception {
		this.directory = directory;
		this.bank = new SecuredBank(TestBundles.of(this.server, this.clients.certificate()),
				Signatures.of(TestBundles.pinned(this.bankSigning, this.ourSigning)));
		write("client", this.clients.issue("hundi"));
		write("signing", this.ourSigning);
		trust("banks.pem", this.authority.certificate());
		trust("bank-signing.pem", this.bankSigning.certificate());
		Files.writeString(directory.resolve("api-key"), API_KEY + "\n");
	}

	@AfterEach
	void close() {
		this.contexts.forEach(ConfigurableApplicationContext::close);
		this.bank.close();
	}

	@Test
	void paysWithClientCertificateApiKeyAndSignatures() throws Exception {
		JsonApiBank connector = connect();
		assertThat(connector.pay(order("R1"))).isInstanceOf(BankAnswer.Paid.class);
		assertThat(connector.enquire("R1")).isInstanceOf(BankAnswer.Paid.class);
		Files.writeString(this.directory.resolve("api-key"), "key-of-the-next-year");
		connector.enquire("R1");
		assertThat(this.bank.requests()).extracting((request) -> request.getFirst("x-api-key"))
			.containsExactly(API_KEY, API_KEY, "key-of-the-next-year");
		assertThat(this.bank.requests()).extracting((request) -> request.getFirst("x-request-id"))
			.doesNotHaveDuplicates();
		assertThat(untrusted()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "other authority", "expired", "other host" })
	void sendsNothingToAServerThatItDoesNotTrust(String fault) {
		this.bank.use(TestBundles.of(untrusted(fault), this.clients.certificate()));
		assertThat(connect().pay(order("R1"))).isInstanceOfSatisfying(BankAnswer.NotSent.class,
				(answer) -> assertThat(answer.reason()).contains("certificate is not trusted"));
		assertThat(this.bank.requests()).isEmpty();
	}

	@Test
	void isInDoubtAboutAnUntrustedServerOfTls12WhichMayRepeatTheHandshake() {
		this.bank.use(TestBundles.of(untrusted("other authority"), this.clients.certificate()));
		assertThat(connect("options.enabled-protocols=TLSv1.2").pay(order("R1"))).isInstanceOf(BankAnswer.Silent.class);
	}

	private Identity untrusted(String fault) {
		return switch (fault) {
			case "other authority" -> CertificateAuthority.create("Other").issue("bank", "localhost");
			case "expired" -> this.authority.issue("bank", Duration.ofDays(-1), "localhost");
			case "other host" -> this.authority.issue("bank", "bank.example");
			default -> throw new IllegalArgumentException(fault);
		};
	}

	/** The refusal arrives after the request may have been written. */
	@ParameterizedTest
	@ValueSource(strings = { "other authority", "expired" })
	void isInDoubtWhenTheBankRefusesOurCertificate(String fault) throws Exception {
		write("client", fault.equals("expired") ? this.clients.issue("hundi", Duration.ofDays(-1))
				: CertificateAuthority.create("Other").issue("hundi"));
		assertThat(connect().pay(order("R1"))).isInstanceOf(BankAnswer.Silent.class);
	}

	@Test
	void doesNotStartWithoutAClientCertificate() {
		assertThatIllegalArgumentException().isThrownBy(() -> connectWith("no-key"))
			.withMessage(
					"hundi.dispatch.banks.secured.security.ssl-bundle: the bundle has no client certificate with its private key");
		assertThatIllegalArgumentException().isThrownBy(() -> connectWith("absent"))
			.withMessageStartingWith("hundi.dispatch.banks.secured.security.ssl-bundle: ");
	}

	@Test
	void usesANewClientCertificateWithoutARestart() {
		JsonApiBank connector = connect();
		assertThat(connector.pay(order("R1"))).isInstanceOf(BankAnswer.Paid.class);
		CertificateAuthority next = CertificateAuthority.create("Next");
		Identity nextServer = CertificateAuthority.create("Next banks").issue("bank", "localhost");
		this.bank.use(TestBundles.of(nextServer, next.certificate()));
		trust("banks.pem", nextServer.certificate());
		write("client", next.issue("hundi"));
		await().until(() -> connector.enquire("R1") instanceof BankAnswer.Paid);
	}

	@Test
	void usesNewSignatureKeysOfBothSidesWithoutARestart() {
		JsonApiBank connector = connect();
		assertThat(connector.pay(order("R1"))).isInstanceOf(BankAnswer.Paid.class);
		Identity nextOurs = this.clients.issue("hundi-signing");
		Identity nextTheirs = this.authority.issue("bank-signing");
		this.bank.use(Signatures.of(TestBundles.pinned(nextTheirs, nextOurs)));
		assertThat(connector.enquire("R1")).isInstanceOf(BankAnswer.Silent.class);
		trust("bank-signing.pem", nextTheirs.certificate());
		write("signing", nextOurs);
		await().until(() -> connector.enquire("R1") instanceof BankAnswer.Paid);
		this.bank.use(Signatures.of(TestBundles.pinned(this.bankSigning, nextOurs)));
		assertThat(connector.enquire("R1")).as("signed with the old key").isInstanceOf(BankAnswer.Silent.class);
	}

	@ParameterizedTest
	@EnumSource(value = Forgery.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
	void isInDoubtAboutAnAnswerWhoseSignatureIsWrongOrMissing(Forgery forgery) {
		JsonApiBank connector = connect();
		assertThat(connector.pay(order("R1"))).isInstanceOf(BankAnswer.Paid.class);
		this.bank.forge(forgery);
		assertThat(connector.pay(order("R1"))).isInstanceOf(BankAnswer.Silent.class);
		assertThat(connector.enquire("R1")).isInstanceOf(BankAnswer.Silent.class);
		assertThat(untrusted()).isEqualTo(2);
		this.bank.forge(Forgery.NONE);
		assertThat(connector.enquire("R1")).isInstanceOf(BankAnswer.Paid.class);
	}

	private double untrusted() {
		return this.meters.counter("hundi.bank.untrusted", "bank", "secured", "source", "ANSWER").count();
	}

	private JsonApiBank connect(String... options) {
		return connectWith("client", options);
	}

	/** Connects with the PEM files of the directory, as the application does. */
	private JsonApiBank connectWith(String bundle, String... options) {
		List<String> arguments = new ArrayList<>(List.of("--spring.ssl.bundle.watch.file.quiet-period=20ms",
				"--spring.main.banner-mode=off", "--spring.config.location=optional:classpath:/none/"));
		for (String option : options) {
			arguments.add("--spring.ssl.bundle.pem.client." + option);
		}
		arguments.addAll(bundle("client", "client", "banks.pem"));
		arguments.addAll(bundle("signing", "signing", "bank-signing.pem"));
		arguments.add("--spring.ssl.bundle.pem.no-key.truststore.certificate=" + uri("banks.pem"));
		ConfigurableApplicationContext context = new SpringApplicationBuilder(SslAutoConfiguration.class)
			.web(WebApplicationType.NONE)
			.run(arguments.toArray(String[]::new));
		this.contexts.add(context);
		SslBundles bundles = context.getBean(SslBundles.class);
		BankSettings settings = settings(this.bank.url(),
				new BankSecurity(bundle, "signing", "x-api-key", this.directory.resolve("api-key")));
		return new JsonApiBank(new BankHttp("secured", settings, bundles,
				new BankSignatures(Map.of("secured", settings), bundles, this.meters)));
	}

	private List<String> bundle(String name, String own, String trusted) {
		String key = "--spring.ssl.bundle.pem." + name;
		return List.of(key + ".reload-on-update=true", key + ".keystore.certificate=" + uri(own + ".pem"),
				key + ".keystore.private-key=" + uri(own + "-key.pem"),
				key + ".truststore.certificate=" + uri(trusted));
	}

	private URI uri(String file) {
		return this.directory.resolve(file).toUri();
	}

	private void write(String name, Identity identity) {
		identity.write(this.directory.resolve(name + ".pem"), this.directory.resolve(name + "-key.pem"));
	}

	/** Replaces a file at once, as a secret store does. */
	private void trust(String file, X509Certificate certificate) {
		new Identity(certificate, this.ourSigning.key()).write(this.directory.resolve(file),
				this.directory.resolve("unused-key.pem"));
	}

	private static BankSettings settings(URI url, BankSecurity security) {
		return new BankSettings(url, Set.of(Rail.values()), 0, TIMEOUT.dividedBy(2), TIMEOUT, 8, 5_000, 1, true, null,
				security, null);
	}

	private static PaymentOrder order(String reference) {
		Attempt attempt = new Attempt(new PayoutKey(UUID.randomUUID(), UUID.randomUUID()), 1);
		return new PaymentOrder(attempt, reference, Rail.IMPS, 1_00, "Ramesh", "02014457596969", "SBOX0000001", null,
				"TXN1", null, false);
	}

}
