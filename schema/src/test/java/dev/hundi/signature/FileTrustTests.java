package dev.hundi.signature;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import dev.hundi.certificate.CertificateAuthority;
import dev.hundi.digest.Sha256;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FileTrustTests {

	private static final byte[] CONTENT = "<Document/>".getBytes(StandardCharsets.UTF_8);

	private static final byte[] SHA256 = Sha256.digest(CONTENT);

	private static final String USER = System.getProperty("user.name");

	private final CertificateAuthority authority = CertificateAuthority.create("Test");

	private final Signatures[] pair = TestBundles.pair(this.authority.issue("hundi"), this.authority.issue("bank"));

	private final FileTrust signed = new FileTrust(this.pair[0], null);

	private final Path directory;

	private final Path file;

	FileTrustTests(@TempDir Path directory) {
		this.directory = directory;
		this.file = directory.resolve("report.xml");
	}

	@BeforeEach
	void write() throws IOException {
		Files.write(this.file, CONTENT);
		permit(this.file, "rw-r--r--");
	}

	@Test
	void trustsASignedFile() throws Exception {
		FileTrust.sign(this.pair[1], this.file, "report.xml", SHA256);
		assertThat(this.signed.objection(this.file, "report.xml", SHA256)).isNull();
	}

	@Test
	void refusesAFileWithoutSignatureOrWithAnotherNameOrContent() throws Exception {
		assertThat(this.signed.objection(this.file, "report.xml", SHA256)).isEqualTo("it has no signature");
		FileTrust.sign(this.pair[1], this.file, "report.xml", SHA256);
		assertThat(this.signed.objection(this.file, "9900/report.xml", SHA256))
			.contains("file of the signature must be");
		assertThat(this.signed.objection(this.file, "report.xml", new byte[32]))
			.contains("sha256 of the signature must be");
	}

	@Test
	void refusesAWrongSignatureInATrustedDirectoryToo() throws Exception {
		FileTrust.sign(this.pair[0], this.file, "report.xml", SHA256);
		FileTrust either = new FileTrust(this.pair[0], USER);
		assertThat(either.objection(this.file, "report.xml", SHA256)).contains("x5t#S256 must name");
		Files.delete(this.file.resolveSibling("report.xml.jws"));
		assertThat(either.objection(this.file, "report.xml", SHA256)).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "rwx------, rw-r--r--, ", "rwxrwx---, rw-r-----, ", "rwxrwxrwx, rw-r--r--, other users can write in",
			"rwx------, rw-rw-r--, its group or other users", "rwx------, rw-r--rw-, its group or other users" })
	void trustsFilesThatOnlyTheTransferProcessCanWrite(String directory, String own,
			@org.jspecify.annotations.Nullable String objection) throws Exception {
		permit(this.directory, directory);
		permit(this.file, own);
		String found = new FileTrust(null, USER).objection(this.file, "report.xml", SHA256);
		if (objection == null) {
			assertThat(found).isNull();
			String number = String.valueOf(Files.getAttribute(this.file, "unix:uid"));
			assertThat(new FileTrust(null, number).objection(this.file, "report.xml", SHA256)).isNull();
		}
		else {
			assertThat(found).contains(objection);
		}
	}

	@Test
	void refusesAFileOfAnotherUser() throws Exception {
		assertThat(new FileTrust(null, "transfer").objection(this.file, "report.xml", SHA256))
			.isEqualTo("it belongs to " + USER + " and not to transfer, the user of transfers");
	}

	private static void permit(Path path, String permissions) throws IOException {
		Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
	}

}
