package dev.hundi.startup;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import dev.hundi.audit.AuditCheckpoints;
import dev.hundi.audit.CheckpointKey;
import dev.hundi.audit.VerifyAudit;
import dev.hundi.filestore.FileStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * {@code ./hundi audit verify}: recomputes the audit chains and compares them with their
 * checkpoints. Exit codes: 0 intact, 1 not intact or failed, 2 usage error.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableConfigurationProperties(ManageAudit.Settings.class)
public class ManageAudit {

	private static final Logger logger = LoggerFactory.getLogger(ManageAudit.class);

	private static final String USAGE = "Usage: ./hundi audit verify [--hundi.KEY=VALUE...]";

	/**
	 * Runs one command and exits.
	 * @param args {@code verify}, and settings as {@code --hundi.database.url=...}
	 */
	public static void main(String[] args) {
		MachineLanguage.ignore();
		System.exit(run(args));
	}

	static int run(String... args) {
		OwnerArguments arguments = OwnerArguments.of(args);
		if (arguments.askForHelp()) {
			return OwnerProgram.help(USAGE);
		}
		if (!arguments.words().equals(List.of("verify"))) {
			return OwnerProgram.refuse(USAGE);
		}
		return OwnerProgram.run(ManageAudit.class, "hundi-audit", arguments.settings(),
				(context) -> verify(context.getBean(Settings.class)));
	}

	private static int verify(Settings settings) {
		JdbcClient jdbc = JdbcClient.create(ManageKeys.dataSource(settings.database()));
		Optional<AuditCheckpoints> checkpoints = Optional.ofNullable(settings.audit().checkpointKey())
			.map((file) -> new AuditCheckpoints(jdbc, new FileStore(settings.fileStore()), CheckpointKey.open(file)));
		VerifyAudit.Result result = new VerifyAudit(jdbc, checkpoints).verify();
		result.problems().forEach((problem) -> logger.error("{}", problem));
		logger.info("{} events verified, {} problems{}", result.events(), result.problems().size(),
				checkpoints.isPresent() ? ""
						: "; checkpoints not verified, because hundi.audit.checkpoint-key is not set");
		return result.isIntact() ? 0 : 1;
	}

	/**
	 * Settings of the command.
	 *
	 * @param database any role that may read all of {@code audit_event}
	 * @param fileStore directory of the checkpoints
	 */
	@ConfigurationProperties("hundi")
	record Settings(DatabaseSettings database, @DefaultValue AuditSettings audit,
			@DefaultValue("var/files") Path fileStore) {
	}

	/**
	 * The audit trail: {@code hundi.audit.*}.
	 *
	 * @param checkpointKey file of the key that signs checkpoints
	 */
	record AuditSettings(@Nullable Path checkpointKey) {
	}

}
