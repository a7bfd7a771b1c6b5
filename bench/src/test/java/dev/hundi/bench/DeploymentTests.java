package dev.hundi.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hundi.bench.Compose.Service;
import dev.hundi.portal.session.PortalAddress;
import dev.hundi.startup.MigrateSchema;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.stream.kafka.KafkaSettings;
import org.apache.kafka.common.utils.AppInfoParser;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.ssl.SslProperties;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.type.filter.AnnotationTypeFilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * The Dockerfile and {@code docker-compose.yml} agree with each other and with the code,
 * as far as that can be checked without a container engine.
 */
class DeploymentTests {

	private static final String TAGGED = "[a-z][a-z0-9-]*(/[a-z][a-z0-9-]*)?:\\d+\\.\\d+[\\w.-]*";

	/**
	 * The digest is a variable that docs/operating/pin-images sets and compose requires.
	 */
	private static final String DIGEST = "\\$\\{[A-Z]+_DIGEST:\\?run docs/operating/pin-images}";

	private static final String PINNED_BASE = TAGGED + "\\$\\{(?<digest>[A-Z]+_DIGEST):\\+@\\$\\k<digest>}";

	private static final Compose compose = Compose.parse(read("docker-compose.yml"));

	private static final Dockerfile dockerfile = Dockerfile.parse(read("Dockerfile"));

	@Test
	void hasAServiceForEachPartOfThePlatform() {
		assertThat(compose.services()).containsOnlyKeys("postgres", "kafka", "migrate", "api", "stream-processors",
				"webhooks", "batch-jobs", "portal-merchant", "portal-staff", "sandbox-bank", "sandbox-receiver");
	}

	@Test
	void buildsEachServiceFromAStageOrAPinnedImageWithoutARegistryHost() {
		for (Service service : compose.services().values()) {
			assertThat(service.image()).as(service.name()).matches(service.isBuilt() ? TAGGED : TAGGED + "@" + DIGEST);
			if (service.isBuilt()) {
				assertThat(dockerfile.stage(service.target())).as(service.name()).isPresent();
				assertThat(service.arguments()).as(service.name())
					.containsOnlyKeys("MAVEN_DIGEST", "JRE_DIGEST", "KMS");
				assertThat(service.arguments()).as(service.name())
					.allSatisfy((name, value) -> assertThat(String.valueOf(value))
						.matches(name.equals("KMS") ? Pattern.quote("${KMS:-}") : DIGEST));
			}
		}
	}

	@Test
	void buildsEachStageFromAnEarlierOneOrAPinnedImage() {
		Set<String> earlier = new HashSet<>();
		for (Dockerfile.Stage stage : dockerfile.stages()) {
			assertThat(earlier.contains(stage.base()) || stage.base().matches(PINNED_BASE)).as(stage.base()).isTrue();
			stage.all("COPY")
				.filter((copy) -> copy.startsWith("--from="))
				.forEach((copy) -> assertThat(earlier).contains(copy.substring("--from=".length(), copy.indexOf(' '))));
			assertThat(earlier.add(stage.name())).as(stage.name()).isTrue();
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "api", "stream-processors", "batch-jobs", "portal", "sandbox" })
	void runsEachModuleFromItsOwnLayersAndNotAsRoot(String module) {
		Dockerfile.Stage stage = dockerfile.stage(module).orElseThrow();
		assertThat(read(module + "/pom.xml")).contains("spring-boot-maven-plugin", "<start-class>");
		assertThat(dockerfile.stage("build").orElseThrow().all("RUN"))
			.anyMatch((run) -> run.contains(" " + module + " ") || run.contains(" " + module + ";"));
		assertThat(stage.all("COPY")).isNotEmpty()
			.allMatch((copy) -> copy.startsWith("--from=build /layers/" + module + "/"));
		assertThat(dockerfile.effective(module, "USER").orElseThrow()).matches("[1-9]\\d+:[1-9]\\d+");
		assertThat(dockerfile.effective(module, "ENTRYPOINT").orElseThrow()).contains("\"hundi-" + module + ".jar\"");
	}

	@ParameterizedTest
	@CsvSource({ "api, dev.hundi.api, hundi-api", "stream-processors, dev.hundi.stream, hundi-stream",
			"webhooks, dev.hundi.stream, hundi-stream", "batch-jobs, dev.hundi.batch, hundi-batch",
			"portal-merchant, dev.hundi.portal, hundi-portal", "portal-staff, dev.hundi.portal, hundi-portal" })
	void givesEachApplicationAllRequiredKeysAndNoUnknownOnes(String name, String basePackage, String config)
			throws Exception {
		Service service = compose.service(name);
		StandardEnvironment environment = environment(service);
		new YamlPropertySourceLoader().load(config, new ClassPathResource(config + ".yaml"))
			.forEach(environment.getPropertySources()::addLast);

		bindsWithoutUnknownKeys(service, environment, settings(basePackage));
		assertThat(service.secrets()).as("only the migration logs in as the owner")
			.doesNotContainValue("database-owner-password");
		assertThat(
				Arrays.asList(environment.getRequiredProperty("management.endpoints.web.exposure.include").split(",")))
			.contains("health", "prometheus");
		assertThat(environment.containsProperty("management.server.port")).isFalse();
		assertThat(environment.containsProperty("management.endpoints.web.base-path")).isFalse();
	}

	@Test
	void givesTheMigrationTheOwnerAndEveryRole() throws Exception {
		Service migrate = compose.service("migrate");
		bindsWithoutUnknownKeys(migrate, environment(migrate),
				Class.forName(MigrateSchema.class.getName() + "$Settings"));
		for (RuntimeRole role : RuntimeRole.values()) {
			assertThat(migrate.secrets())
				.containsKey("hundi.roles." + role.name().toLowerCase(Locale.ROOT).replace('_', '-') + "-password");
		}
		assertThat(dockerfile.effective("migrate", "ENTRYPOINT").orElseThrow()).contains(MigrateSchema.class.getName());
	}

	private static StandardEnvironment environment(Service service) {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().forEach((source) -> environment.getPropertySources().remove(source.getName()));
		environment.getPropertySources()
			.addLast(new SystemEnvironmentPropertySource("test-systemEnvironment", Map.copyOf(service.environment())));
		environment.getPropertySources()
			.addLast(new MapPropertySource("secrets",
					service.secrets()
						.keySet()
						.stream()
						.collect(Collectors.toMap((key) -> key, (key) -> "from-a-file-of-32-characters-or-more"))));
		return environment;
	}

	private static void bindsWithoutUnknownKeys(Service service, StandardEnvironment environment, Class<?> settings) {
		assertThat(service.environment()).containsEntry("SPRING_CONFIG_IMPORT", "configtree:/run/secrets/");
		assertThatCode(() -> Binder.get(environment)
			.bind("hundi", Bindable.of(settings),
					new NoUnboundElementsBindHandler(BindHandler.DEFAULT, (source) -> true)))
			.as("settings of " + service.name())
			.doesNotThrowAnyException();
	}

	@ParameterizedTest
	@ValueSource(strings = { "api", "stream-processors", "webhooks", "batch-jobs", "portal-merchant", "portal-staff" })
	void checksReadinessOfEachApplicationAtItsManagementPortWhichIsNotPublished(String name) {
		Service service = compose.service(name);
		String port = service.environment().get("HUNDI_MANAGEMENT_PORT");
		assertThat(service.healthcheck().getLast())
			.isEqualTo("http://localhost:" + port + "/actuator/health/readiness");
		assertThat(dockerfile.effective(service.target(), "EXPOSE").orElseThrow().split(" ")).contains(port);
		assertThat(service.ports()).noneMatch((published) -> published.endsWith(":" + port));
	}

	@ParameterizedTest
	@CsvSource({ "api, HUNDI_HTTP", "stream-processors, HUNDI_CALLBACKS", "portal-merchant, HUNDI_HTTP",
			"portal-staff, HUNDI_HTTP" })
	void publishesPortsWithACertificateThatIsLoadedAgain(String name, String prefix) {
		Service service = compose.service(name);
		String port = service.environment().get(prefix + "_PORT");
		assertThat(service.ports()).containsExactly(port + ":" + port);
		assertThat(dockerfile.effective(service.target(), "EXPOSE").orElseThrow().split(" ")).contains(port);
		assertThat(service.environment()).doesNotContainKey(prefix + "_ALLOWHTTP");
		SslProperties ssl = Binder.get(environment(service)).bind("spring.ssl", SslProperties.class).get();
		var bundle = Objects
			.requireNonNull(ssl.getBundle().getPem().get(service.environment().get(prefix + "_SSLBUNDLE")));
		assertThat(bundle.isReloadOnUpdate()).isTrue();
		for (String file : List.of(bundle.getKeystore().getCertificate(), bundle.getKeystore().getPrivateKey())) {
			assertThat(file).startsWith("file:/run/tls/");
		}
		assertThat(service.volumes()).contains("./var/secrets/tls/" + service.target() + ":/run/tls:ro");
	}

	@Test
	void publishesNothingElseBeyondLoopback() {
		for (Service service : compose.services().values()) {
			if (!List.of("api", "stream-processors", "portal-merchant", "portal-staff").contains(service.name())) {
				assertThat(service.ports()).as(service.name()).allMatch((port) -> port.startsWith("127.0.0.1:"));
			}
		}
	}

	@Test
	void connectsToADatabaseWhoseCertificateIsVerified() {
		for (Service service : compose.services().values()) {
			String url = service.environment().get("HUNDI_DATABASE_URL");
			if (url != null) {
				assertThat(url).as(service.name())
					.endsWith("?sslmode=verify-full&sslrootcert=/run/secrets/ca.crt")
					.startsWith("jdbc:postgresql://postgres:");
				assertThat(service.secrets()).as(service.name()).containsEntry("ca.crt", "ca.crt");
			}
		}
		assertThat(compose.service("postgres").command()).contains("ssl=on", "hba_file=/etc/hundi/pg_hba.conf");
		assertThat(String.valueOf(compose.declared("configs").get("pg-hba")))
			.contains("hostssl all all all scram-sha-256", "local replication all trust")
			.doesNotContain("host ");
		assertThat(read("docs/operating/create-secrets"))
			.contains("for server in postgres kafka api stream-processors portal");
	}

	@Test
	void limitsTheMemoryOfEachServiceAndRestartsIt() {
		assertThat(compose.services().values())
			.allSatisfy((service) -> assertThat(service.memory()).as(service.name()).matches("\\d+[mg]"))
			.allSatisfy((service) -> assertThat(service.restart()).as(service.name())
				.isEqualTo(service.name().equals("migrate") ? "on-failure" : "unless-stopped"));
		assertThat(dockerfile.effective("runtime", "ENV").orElseThrow()).contains("-XX:+ExitOnOutOfMemoryError");
		assertThat(compose.service("postgres").memory()).isEqualTo("4g");
		assertThat(compose.service("postgres").command()).as("a quarter of the memory")
			.contains("shared_buffers=${POSTGRES_SHARED_BUFFERS:-1GB}");
	}

	@Test
	void sendsWebhooksFromAProcessOfTheirOwn() {
		assertThat(compose.service("webhooks").environment()).containsEntry("HUNDI_PROCESSORS", "webhook");
		assertThat(compose.service("stream-processors").environment()).doesNotContainKeys("HUNDI_PROCESSORS",
				"HUNDI_WEBHOOK_ALLOWHTTP");
	}

	@Test
	void keepsTheCheckpointKeyOnAVolumeOfBatchJobsAlone() {
		String key = Objects
			.requireNonNull(compose.service("batch-jobs").environment().get("HUNDI_AUDIT_CHECKPOINTKEY"));
		String volume = compose.service("batch-jobs")
			.volumes()
			.stream()
			.filter((mount) -> key.startsWith(mount.substring(mount.indexOf(':') + 1) + "/"))
			.map((mount) -> mount.substring(0, mount.indexOf(':')))
			.findFirst()
			.orElseThrow();
		assertThat(compose.services().values()).filteredOn((service) -> !service.name().equals("batch-jobs"))
			.allSatisfy((service) -> assertThat(service.volumes()).as(service.name())
				.noneMatch((mount) -> mount.startsWith(volume + ":")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "portal-merchant", "portal-staff" })
	void passesTheVirusScannerToThePortals(String name) {
		Service service = compose.service(name);
		PortalAddress none = portal(service);
		assertThat(none.virusScanner()).isNull();
		assertThat(none.allowUnscanned()).isFalse();
		assertThat(service.content().get("environment")).asInstanceOf(InstanceOfAssertFactories.MAP)
			.containsEntry("HUNDI_PORTAL_VIRUSSCANNER", null)
			.containsEntry("HUNDI_PORTAL_ALLOWUNSCANNED", "${HUNDI_PORTAL_ALLOWUNSCANNED:-false}");
	}

	private static PortalAddress portal(Service service) {
		return Binder.get(environment(service)).bind("hundi.portal", PortalAddress.class).get();
	}

	@ParameterizedTest
	@ValueSource(strings = { "sandbox-bank", "sandbox-receiver" })
	void runsExistingSandboxProgramsAndChecksTheirHealth(String name) throws Exception {
		Service service = compose.service(name);
		assertThat(service.profiles()).containsExactly("sandbox");
		assertThat(Class.forName(service.command().getFirst()).getMethod("main", String[].class)).isNotNull();
		String port = service.command()
			.stream()
			.filter((argument) -> argument.startsWith("--port="))
			.findFirst()
			.orElseThrow()
			.substring("--port=".length());
		assertThat(service.healthcheck().getLast()).isEqualTo("http://localhost:" + port + "/health");
		assertThat(dockerfile.effective(service.target(), "EXPOSE").orElseThrow().split(" ")).contains(port);
	}

	@Test
	void sendsPaymentsToTheSandboxBankByDefault() {
		String port = compose.service("sandbox-bank")
			.command()
			.stream()
			.filter((argument) -> argument.startsWith("--tls-port="))
			.findFirst()
			.orElseThrow()
			.substring("--tls-port=".length());
		assertThat(compose.service("stream-processors").environment()).containsEntry("HUNDI_DISPATCH_BANKS_SANDBOX_URL",
				"https://sandbox-bank:" + port);
	}

	@Test
	void waitsOnlyForServicesWithAHealthCheck() {
		Map<String, Service> services = compose.services();
		for (Service service : services.values()) {
			service.dependencies().forEach((name, wait) -> {
				Service awaited = compose.service(name);
				assertThat(wait).containsEntry("condition",
						name.equals("migrate") ? "service_completed_successfully" : "service_healthy");
				assertThat(name.equals("migrate") || !awaited.healthcheck().isEmpty()).as(name).isTrue();
				assertThat(awaited.profiles().isEmpty() || Boolean.FALSE.equals(wait.get("required")))
					.as(service.name() + " starts without the profile of " + name)
					.isTrue();
			});
			assertThat(service.healthcheck().isEmpty()).as(service.name()).isEqualTo(service.name().equals("migrate"));
		}
		assertThat(compose.service("stream-processors").dependencies()).containsKeys("migrate", "kafka");
		assertThat(compose.service("api").dependencies()).containsKeys("migrate");
		assertThat(compose.service("batch-jobs").dependencies()).containsKeys("migrate");
	}

	@Test
	void declaresEachVolumeThatIsMountedAndMountsEachThatIsDeclared() {
		Set<String> mounted = compose.services()
			.values()
			.stream()
			.flatMap((service) -> service.volumes().stream())
			.filter((mount) -> !mount.startsWith("./var/secrets/"))
			.map((mount) -> mount.substring(0, mount.indexOf(':')))
			.collect(Collectors.toSet());
		assertThat(mounted).isEqualTo(compose.declared("volumes").keySet());
		assertThat(compose.service("api").volumes()).contains("file-store:/var/lib/hundi/files");
		assertThat(compose.service("batch-jobs").volumes()).contains("file-store:/var/lib/hundi/files");
		assertThat(compose.service("batch-jobs").volumes()).contains("statements:/var/lib/hundi/statements");
		for (String other : List.of("api", "stream-processors")) {
			assertThat(compose.service(other).volumes()).noneMatch((mount) -> mount.startsWith("statements:"));
		}
		assertThat(compose.service("postgres").volumes()).contains("postgres-data:/var/lib/postgresql");
		assertThat(dockerfile.stage("runtime").orElseThrow().all("RUN").collect(Collectors.joining()))
			.contains("/var/lib/hundi/files", "/var/lib/hundi/bank");
	}

	@Test
	void keepsSecretsInFilesIgnoredByGit() {
		Set<String> used = new HashSet<>();
		for (Service service : compose.services().values()) {
			used.addAll(service.secrets().values());
			assertThat(service.environment().keySet()).as(service.name())
				.noneMatch((key) -> key.matches(".*(PASSWORD|SECRET|TOKEN).*") && !key.endsWith("_FILE"));
			service.environment()
				.values()
				.stream()
				.filter((value) -> value.startsWith("/run/secrets/"))
				.forEach((file) -> assertThat(service.secrets()).containsKey(file.substring("/run/secrets/".length())));
		}
		assertThat(compose.declared("secrets").keySet()).isEqualTo(used);
		assertThat(compose.declared("secrets").values()).allSatisfy(
				(secret) -> assertThat(String.valueOf(((Map<?, ?>) secret).get("file"))).startsWith("./var/secrets/"));
		assertThat(read(".gitignore").lines()).contains("var/");
		assertThat(read(".dockerignore").lines()).contains("var", "**/target", ".git");
	}

	@Test
	void describesEachRequiredVariableBeforeTheFirstCommandThatNeedsIt() {
		String file = read("docker-compose.yml");
		String steps = file.substring(0, file.indexOf("\nname:"));
		String before = steps.substring(0, steps.indexOf("docker compose build"));
		Set<String> required = Pattern.compile("\\$\\{([A-Z_]+):\\?")
			.matcher(file)
			.results()
			.map((variable) -> variable.group(1))
			.collect(Collectors.toSet());
		assertThat(required).contains("POSTGRES_DIGEST", "HUNDI_MAIL_HOST");
		assertThat(before).contains("docs/operating/pin-images", ">>.env");
		String written = before.substring(before.indexOf("printf"), before.indexOf(">>.env"));
		assertThat(required)
			.allSatisfy((variable) -> assertThat(variable.endsWith("_DIGEST") || written.contains(" " + variable + "="))
				.as(variable)
				.isTrue());
	}

	@Test
	void publishesNoPortTwice() {
		List<String> published = compose.services()
			.values()
			.stream()
			.flatMap((service) -> service.ports().stream())
			.map((port) -> port.replaceAll(":\\d+$", "").replaceAll(".*:", ""))
			.toList();
		assertThat(published).doesNotHaveDuplicates().contains("8443", "8444");
	}

	@Test
	void runsTheDatabaseAndTheBrokerThatTheTestsRun() {
		Service postgres = compose.service("postgres");
		assertThat(postgres.image()).startsWith("postgres:18.");
		assertThat(postgres.command()).contains("wal_level=logical")
			.anyMatch((setting) -> setting.startsWith("max_slot_wal_keep_size="))
			.noneMatch((setting) -> setting.matches("(fsync|synchronous_commit|full_page_writes)=off"));
		assertThat(compose.service("kafka").image()).startsWith("apache/kafka:" + AppInfoParser.getVersion() + "@");
	}

	@Test
	void connectsToKafkaWithEncryptionOnly() {
		StandardEnvironment environment = environment(compose.service("stream-processors"));
		KafkaSettings kafka = Binder.get(environment).bind("hundi.kafka", KafkaSettings.class).get();
		assertThat(kafka.allowPlaintext()).isFalse();
		assertThat(kafka.clientProperties()).containsEntry("security.protocol", "SASL_SSL")
			.containsEntry("ssl.truststore.type", "PEM")
			.containsEntry("ssl.truststore.location", "/run/secrets/ca.crt");
		assertThat(compose.service("kafka").ports()).isEmpty();
	}

	private static Class<?> settings(String basePackage) throws ClassNotFoundException {
		ClassPathScanningCandidateComponentProvider scan = new ClassPathScanningCandidateComponentProvider(false);
		scan.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
		Set<BeanDefinition> found = scan.findCandidateComponents(basePackage);
		assertThat(found).as("settings records of " + basePackage).hasSize(1);
		return Class.forName(found.iterator().next().getBeanClassName());
	}

	private static String read(String file) {
		try {
			return Files.readString(Repository.root().resolve(Path.of(file)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
