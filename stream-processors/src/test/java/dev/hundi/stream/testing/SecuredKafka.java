package dev.hundi.stream.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.certificate.Identity;
import dev.hundi.stream.kafka.KafkaSettings;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.awaitility.Awaitility;

/**
 * A broker that accepts only TLS with SCRAM-SHA-512 and permits each user only what
 * access control lists say. Always embedded.
 */
public final class SecuredKafka implements AutoCloseable {

	private static final String ADMIN = "broker";

	private static final String PASSWORD = "pass\"word\\of-";

	private final TestKafka kafka;

	private final Path authorityFile;

	private SecuredKafka() {
		Path directory = newDirectory();
		CertificateAuthority authority = CertificateAuthority.of(directory, "Test");
		this.authorityFile = directory.resolve(CertificateAuthority.certificateFile);
		Identity server = authority.issue("kafka", "localhost");
		Map<String, String> settings = new HashMap<>(
				Map.of("listener.security.protocol.map", "CLIENT:SASL_SSL,CONTROLLER:SSL", "inter.broker.listener.name",
						"CLIENT", "sasl.enabled.mechanisms", "SCRAM-SHA-512", "sasl.mechanism.inter.broker.protocol",
						"SCRAM-SHA-512", "listener.name.client.scram-sha-512.sasl.jaas.config",
						"%s required username=%s password=of-brokers;".formatted(ScramLoginModule.class.getName(),
								ADMIN),
						"listener.name.controller.ssl.client.auth", "required", "authorizer.class.name",
						"org.apache.kafka.metadata.authorizer.StandardAuthorizer", "super.users",
						"User:" + ADMIN + ";User:" + server.certificate().getSubjectX500Principal().getName()));
		settings.putAll(Map.of("ssl.keystore.type", "PEM", "ssl.keystore.certificate.chain", server.certificatePem(),
				"ssl.keystore.key", server.keyPem(), "ssl.truststore.type", "PEM", "ssl.truststore.location",
				this.authorityFile.toString(), "log.retention.check.interval.ms", "200", "log.initial.task.delay.ms",
				"200"));
		this.kafka = new TestKafka(settings,
				List.of("--add-scram", "SCRAM-SHA-512=[name=%s,password=of-brokers]".formatted(ADMIN)));
		this.kafka.start();
	}

	public static SecuredKafka started() {
		return new SecuredKafka();
	}

	/** Returns a file with an authority that has not issued the broker's certificate. */
	public static Path otherAuthority() {
		Path directory = newDirectory();
		CertificateAuthority.of(directory, "Other");
		return directory.resolve(CertificateAuthority.certificateFile);
	}

	/** The certificate of the broker's authority, PEM. */
	public Path authority() {
		return this.authorityFile;
	}

	public String bootstrapServers() {
		return this.kafka.bootstrapServers();
	}

	/** The password of a user, with characters that need quoting. */
	public static String password(String user) {
		return PASSWORD + user;
	}

	/** The settings of a user. */
	public KafkaSettings settings(String user) {
		return settings(user, password(user), this.authorityFile);
	}

	public KafkaSettings settings(String user, String password, Path authority) {
		return new KafkaSettings(bootstrapServers(), 2, 1, (short) 1, 1, Duration.ofHours(1), false,
				new KafkaSettings.Login(user, password),
				Map.of("ssl.truststore.type", "PEM", "ssl.truststore.location", authority.toString()), Map.of(),
				Map.of());
	}

	/** Properties of clients that may do everything. */
	public Map<String, Object> superUser() {
		return new HashMap<>(settings(ADMIN, "of-brokers", this.authorityFile).clientProperties());
	}

	public void createUser(String user) {
		await((admin) -> admin
			.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(user,
					new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096), password(user))))
			.all());
	}

	public void grant(Collection<AclBinding> rights) {
		await((admin) -> admin.createAcls(rights).all());
		Awaitility.await().until(() -> rights().containsAll(rights));
	}

	public void revoke(AclBinding right) {
		await((admin) -> admin.deleteAcls(List.of(right.toFilter())).all());
		Awaitility.await().until(() -> !rights().contains(right));
	}

	/** What the broker knows, which follows the controller. */
	private Collection<AclBinding> rights() {
		return await((admin) -> admin.describeAcls(AclBindingFilter.ANY).values());
	}

	/** Does something as a user who may do everything. */
	public <T> T await(Call<T> call) {
		try (Admin admin = Admin.create(superUser())) {
			return call.on(admin).get();
		}
		catch (InterruptedException | ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.kafka.close();
	}

	private static Path newDirectory() {
		try {
			return Files.createTempDirectory("hundi-test-authority");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** A request to the broker. */
	@FunctionalInterface
	public interface Call<T> {

		KafkaFuture<T> on(Admin admin);

	}

}
