package dev.hundi.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.certificate.Identity;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * TLS at the test server, with a certificate for {@code localhost}, until it is closed.
 */
public final class DatabaseTls implements AutoCloseable {

	private final JdbcClient owner;

	private final String url;

	private final Path authority;

	/** Enables TLS; connections of other databases may use it too. */
	public DatabaseTls(TestDatabase database) {
		this.owner = JdbcClient.create(database.dataSource());
		this.url = database.url();
		CertificateAuthority issuer = CertificateAuthority.create("test");
		Identity server = issuer.issue("postgres", "localhost");
		write("server.crt", server.certificatePem());
		write("server.key", server.keyPem());
		switchTls("SET ssl = on");
		this.authority = authority(issuer);
	}

	/** The URL of a client that trusts the server's authority. */
	public String url() {
		return urlTrusting(this.authority);
	}

	/** The URL of a client that trusts another authority. */
	public String urlWithAnotherAuthority() {
		return urlTrusting(authority(CertificateAuthority.create("another")));
	}

	@Override
	public void close() {
		switchTls("RESET ssl");
	}

	private String urlTrusting(Path file) {
		return this.url + "?sslmode=verify-full&sslrootcert=" + file;
	}

	/** The server writes the file, because it accepts only a key of its own user. */
	private void write(String file, String pem) {
		this.owner.sql("""
				COPY (SELECT unnest(string_to_array('%s', chr(10)))) TO PROGRAM 'umask 077; cat > %s'
				""".formatted(pem.strip(), file)).update();
	}

	private void switchTls(String setting) {
		this.owner.sql("ALTER SYSTEM " + setting).update();
		this.owner.sql("SELECT pg_reload_conf()").query(Boolean.class).single();
	}

	private static Path authority(CertificateAuthority issuer) {
		try {
			Identity any = issuer.issue("any");
			return Files.writeString(Files.createTempFile("hundi-authority", ".crt"),
					new Identity(issuer.certificate(), any.key()).certificatePem());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
