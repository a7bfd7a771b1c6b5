package dev.hundi.sandbox;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.hundi.sandbox.bank.BankCertificates;
import dev.hundi.sandbox.receiver.MailSink;

/**
 * Files that the platform shares with its bank and its mail server, in the directory of
 * the platform.
 */
record BankSetup(Path directory) {

	/** SSL bundle of the connection to the bank. */
	private static final String TLS = "sandbox-bank";

	/** SSL bundle of the signatures of both sides. */
	private static final String SIGNING = "sandbox-bank-signing";

	/** SSL bundle of the connection to the mail server. */
	private static final String MAIL = "sandbox-mail";

	/**
	 * Orders and enquiries of one instance at once. With too few, payouts of a busy
	 * stream are claimed in statements of their own instead of by their debit.
	 */
	private static final int CONCURRENCY = 256;

	private static final int ORDERS_PER_CALL = 32;

	/** The key file for signatures of callbacks, created if absent. */
	Path callbackKeyFile() {
		return PrivateFile.secret(this.directory.resolve("bank-callback-key"));
	}

	/**
	 * Command-line arguments of the bank.
	 * @param callbacks base URL of the port for its callbacks
	 */
	List<String> arguments(int port, int tlsPort, URI callbacks) {
		return List.of("--directory=" + this.directory.resolve("bank"), "--port=" + port, "--tls-port=" + tlsPort,
				"--certificates=" + certificates().directory(),
				"--callback-url=" + callbacks.resolve("/bank-callbacks/sandbox"),
				"--callback-key-file=" + callbackKeyFile(), "--drop-directory=" + drop());
	}

	/** Settings of stream-processors for the bank named {@code sandbox}. */
	Stream<String> dispatchSettings(int tlsPort) {
		BankCertificates files = certificates();
		String bank = "hundi.dispatch.banks.sandbox.";
		return Stream.of(
				Stream.of(bank + "url=https://localhost:" + tlsPort, bank + "security.ssl-bundle=" + TLS,
						bank + "security.signature-bundle=" + SIGNING, bank + "callback-key-file=" + callbackKeyFile(),
						bank + "concurrency=" + CONCURRENCY, bank + "orders-per-call=" + ORDERS_PER_CALL),
				trust(TLS, files.authority()), key(TLS, BankCertificates.CLIENT),
				trust(SIGNING, files.certificate(BankCertificates.BANK_SIGNING)),
				key(SIGNING, BankCertificates.CLIENT_SIGNING))
			.flatMap((settings) -> settings);
	}

	/** Settings of batch-jobs: statements are signed, or files of this user. */
	Stream<String> statementSettings() {
		return Stream.concat(trust(SIGNING, certificates().certificate(BankCertificates.BANK_SIGNING)),
				Stream.of("hundi.statement.bank-folder=" + drop().resolve("statements"),
						"hundi.statement.trust.signature-bundle=" + SIGNING,
						"hundi.statement.trust.transfer-user=" + System.getProperty("user.name")));
	}

	/** How the portals hand letters to the mail server: by STARTTLS with a login. */
	Stream<String> mailSettings(int port) {
		MailSink.Access access = mailAccess();
		return Stream.concat(trust(MAIL, certificates().authority()),
				Stream.of("hundi.mail.host=localhost", "hundi.mail.port=" + port, "hundi.mail.ssl-bundle=" + MAIL,
						"hundi.mail.username=" + access.username(), "hundi.mail.password=" + access.password(),
						"hundi.mail.from=hundi@hundi.example"));
	}

	/** What the mail server demands. */
	MailSink.Access mailAccess() {
		return new MailSink.Access(certificates().mailTls(), "hundi",
				PrivateFile.text(PrivateFile.secret(this.directory.resolve("mail-password"))));
	}

	private static Stream<String> trust(String bundle, Path trusted) {
		String key = "spring.ssl.bundle.pem." + bundle;
		return Stream.of(key + ".reload-on-update=true", key + ".truststore.certificate=" + trusted.toUri());
	}

	private Stream<String> key(String bundle, String own) {
		String key = "spring.ssl.bundle.pem." + bundle + ".keystore.";
		return Stream.of(key + "certificate=" + certificates().certificate(own).toUri(),
				key + "private-key=" + certificates().key(own).toUri());
	}

	/** The certificates of the bank and of its client. */
	BankCertificates certificates() {
		return new BankCertificates(this.directory.resolve("certificates").resolve("bank"));
	}

	private Path drop() {
		return this.directory.resolve("bank-drop");
	}

}
