package dev.hundi.portal.onboarding;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;

import dev.hundi.portal.testing.Uploads;
import dev.hundi.testing.FreePorts;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * A real clamd with one signature, that of the EICAR test file. Runs where Debian's
 * clamav-daemon is installed; {@link FakeScanner} speaks the same protocol elsewhere.
 */
@EnabledIf("isInstalled")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClamdIntegrationTests {

	private static final Path PROGRAM = Path.of("/usr/sbin/clamd");

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final int LIMIT = 10 * 1024 * 1024;

	private final int port = FreePorts.next();

	@SuppressWarnings("NullAway.Init")
	private Path socket;

	@SuppressWarnings("NullAway.Init")
	private Process process;

	static boolean isInstalled() {
		return Files.isExecutable(PROGRAM);
	}

	@BeforeAll
	void start(@TempDir Path directory) throws IOException, NoSuchAlgorithmException {
		String md5 = HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(Uploads.EICAR));
		Path signatures = Files.createDirectory(directory.resolve("signatures"));
		Files.writeString(signatures.resolve("own.hdb"), md5 + ":" + Uploads.EICAR.length + ":Hundi.Test.EICAR\n");
		this.socket = directory.resolve("clamd.ctl");
		Path settings = Files.writeString(directory.resolve("clamd.conf"), """
				Foreground yes
				DatabaseDirectory %s
				LocalSocket %s
				TCPSocket %d
				TCPAddr 127.0.0.1
				StreamMaxLength %d
				""".formatted(signatures, this.socket, this.port, LIMIT));
		this.process = new ProcessBuilder(PROGRAM.toString(), "--config-file=" + settings).redirectErrorStream(true)
			.redirectOutput(directory.resolve("clamd.log").toFile())
			.start();
		Awaitility.await().ignoreExceptions().until(() -> {
			assertThat(this.process.isAlive()).as(Files.readString(directory.resolve("clamd.log"))).isTrue();
			return overTcp().isClean("hello".getBytes(StandardCharsets.US_ASCII));
		});
	}

	@AfterAll
	void stop() throws InterruptedException {
		this.process.destroy();
		assertThat(this.process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void findsTheTestFileOverBothSockets() throws IOException {
		assertThat(overTcp().isClean(Uploads.EICAR)).isFalse();
		assertThat(new VirusScanner(URI.create("unix:" + this.socket), TIMEOUT).isClean(Uploads.EICAR)).isFalse();
	}

	@Test
	void documentsAreClean() throws IOException {
		assertThat(overTcp().isClean(Uploads.pdf("A certificate", 3))).isTrue();
		assertThat(overTcp().isClean(Uploads.picture("png", "A card"))).isTrue();
		assertThat(overTcp().isClean(new byte[0])).isTrue();
	}

	@Test
	void scansTheLargestDocument() throws IOException {
		byte[] largest = new byte[LIMIT];
		Arrays.fill(largest, (byte) 'x');
		assertThat(overTcp().isClean(largest)).isTrue();
	}

	/** clamd ends the stream with an error, and no document is taken for clean. */
	@Test
	void aStreamBeyondTheLimitOfTheScannerIsNotClean() {
		assertThatIOException().isThrownBy(() -> overTcp().isClean(new byte[LIMIT + 1]));
	}

	private VirusScanner overTcp() {
		return new VirusScanner(URI.create("tcp://127.0.0.1:" + this.port), TIMEOUT);
	}

}
