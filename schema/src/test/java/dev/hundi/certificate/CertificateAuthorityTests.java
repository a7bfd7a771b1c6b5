package dev.hundi.certificate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SignatureException;
import java.security.cert.CertificateExpiredException;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CertificateAuthorityTests {

	@Test
	void issuesCertificatesThatOnlyItsOwnKeyVerifies() throws GeneralSecurityException {
		CertificateAuthority authority = CertificateAuthority.create("Test");
		Identity server = authority.issue("bank", "localhost", "127.0.0.1", "::1");
		server.certificate().verify(authority.certificate().getPublicKey());
		assertThat(server.certificate().getSubjectAlternativeNames()).extracting((name) -> name.get(1).toString())
			.containsExactly("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
		CertificateAuthority other = CertificateAuthority.create("Test");
		assertThatExceptionOfType(SignatureException.class)
			.isThrownBy(() -> server.certificate().verify(other.certificate().getPublicKey()));
	}

	@Test
	void issuesExpiredCertificates() {
		Identity expired = CertificateAuthority.create("Test").issue("bank", Duration.ofDays(-1));
		assertThatExceptionOfType(CertificateExpiredException.class)
			.isThrownBy(() -> expired.certificate().checkValidity());
	}

	@Test
	void keepsTheAuthorityOfADirectoryInFilesOfTheOwner(@TempDir Path directory) throws IOException {
		CertificateAuthority first = CertificateAuthority.of(directory, "Test");
		assertThat(CertificateAuthority.of(directory, "Other").certificate()).isEqualTo(first.certificate());
		try (var files = Files.list(directory)) {
			List<Path> written = files.sorted().toList();
			assertThat(written).extracting((file) -> file.getFileName().toString())
				.containsExactly("ca-key.pem", "ca.pem");
			for (Path file : written) {
				assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
			}
		}
	}

}
