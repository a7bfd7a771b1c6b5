package dev.hundi.sandbox;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.hundi.sandbox.server.PostgresServer;

/**
 * The settings of each application on a platform, as command-line arguments. Everything
 * listens on the loopback interface, where plain HTTP is permitted.
 *
 * @param bank files that the platform shares with its bank
 * @param more settings of the builder, which replace those of the platform
 */
record ApplicationSettings(Platform platform, BankSetup bank, Map<Application, List<String>> more) {

	private static final String ALL_PROCESSORS = "hundi.processors=relay,debit,dispatch,webhook,sweep,search,beneficiary";

	private static final String DATABASE = "hundi.database.";

	List<String> of(Application application) {
		Stream<String> common = Stream.of(DATABASE + "url=" + this.platform.databaseUrl(),
				DATABASE + "username=" + application.role().roleName(),
				DATABASE + "password=" + PostgresServer.password,
				"hundi.management.port=" + this.platform.managementUrl(application).getPort());
		Stream<String> own = switch (application) {
			case API -> Stream.of("hundi.http.port=" + this.platform.port(Part.API), "hundi.http.address=127.0.0.1",
					"hundi.http.allow-http=true", keyFile(), fileStore());
			case STREAM -> stream();
			case WEBHOOKS -> Stream.concat(this.platform.kafkaSettings(),
					Stream.of(keyFile(), "hundi.processors=webhook", "hundi.webhook.allow-http=true"));
			case BATCH -> Stream.concat(this.bank.statementSettings(),
					Stream.of(fileStore(), "hundi.statement.store=" + this.bank.directory().resolve("statement-files"),
							"hundi.statement.folder=" + this.bank.directory().resolve("statements"),
							"hundi.statement.settle=0s",
							"hundi.audit.checkpoint-key=" + this.bank.directory().resolve("checkpoint-key")));
			case PORTAL -> portal("merchant", Part.PORTAL);
			case STAFF -> portal("staff", Part.STAFF);
		};
		// Spring would join both values.
		Map<String, String> last = new LinkedHashMap<>();
		Stream.of(common, own, this.more.getOrDefault(application, List.of()).stream())
			.flatMap((settings) -> settings)
			.forEach((setting) -> last.put(setting.substring(0, setting.indexOf('=')), setting));
		return last.values().stream().map((setting) -> "--" + setting).toList();
	}

	private Stream<String> stream() {
		Stream<String> webhooks = this.platform.hasWebhooksApart() ? Stream.of()
				: Stream.of(ALL_PROCESSORS, "hundi.webhook.allow-http=true");
		Stream<String> callbacks = Stream.of("hundi.callbacks.port=" + this.platform.port(Part.CALLBACKS),
				"hundi.callbacks.address=127.0.0.1", "hundi.callbacks.allow-http=true");
		return Stream
			.of(webhooks, this.platform.kafkaSettings(), this.bank.dispatchSettings(this.platform.port(Part.BANK_TLS)),
					Stream.of(keyFile()), callbacks)
			.flatMap((settings) -> settings);
	}

	private Stream<String> portal(String audience, Part part) {
		return Stream.concat(this.bank.mailSettings(this.platform.port(Part.MAIL)),
				Stream.of("hundi.portal.audience=" + audience, "hundi.portal.origin=" + this.platform.url(part),
						"hundi.portal.allow-http=true", "hundi.webhook.allow-http=true",
						"hundi.reference-url=" + this.platform.referenceUrl(),
						"hundi.http.port=" + this.platform.port(part), "hundi.http.address=127.0.0.1",
						"hundi.http.allow-http=true", "hundi.portal.allow-unscanned=true", keyFile(), fileStore()));
	}

	private String keyFile() {
		return "hundi.key-encryption.file=" + this.platform.keyFile();
	}

	private String fileStore() {
		return "hundi.file-store=" + this.bank.directory().resolve("files");
	}

}
