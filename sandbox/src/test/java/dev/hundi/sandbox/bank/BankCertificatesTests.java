package dev.hundi.sandbox.bank;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.certificate.Identity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class BankCertificatesTests {

	/** The files of a copied or restored directory have the time of the copy. */
	@Test
	void renewsACertificateThatEndsSoonAlthoughItsFileIsNew(@TempDir Path directory) throws IOException {
		BankCertificates files = new BankCertificates(directory);
		files.issue("localhost");
		Path client = files.certificate(BankCertificates.CLIENT);
		String valid = Files.readString(client);
		Path certificate = files.certificate(BankCertificates.SERVER);
		Path key = files.key(BankCertificates.SERVER);
		CertificateAuthority.of(directory, "Hundi sandbox")
			.issue(BankCertificates.SERVER, Duration.ofDays(60), "localhost")
			.write(certificate, key);

		files.issue("localhost");

		assertThat(Identity.read(certificate, key).certificate().getNotAfter().toInstant())
			.isAfter(Instant.now().plus(Duration.ofDays(300)));
		assertThat(Files.readString(client)).as("valid for a year").isEqualTo(valid);
	}

}
