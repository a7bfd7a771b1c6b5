package dev.hundi.cli;

import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Downloads and outputs that end early, by the disk, the network or the portal. */
class FailedCallTests {

	private static final byte[] REPORT = "Section,Item\r\n".repeat(10_000).getBytes(StandardCharsets.UTF_8);

	private static final Path FULL_DISK = Path.of("/dev/full");

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	private final ByteArrayOutputStream err = new ByteArrayOutputStream();

	private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

	private final CountDownLatch ended = new CountDownLatch(1);

	/** How much of a report is sent, and whether the connection stays open after it. */
	private int sentBytes = REPORT.length;

	private boolean stalls;

	private HttpServer server;

	@BeforeEach
	void startServer() throws IOException {
		this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.server.setExecutor(this.threads);
		this.server.createContext("/", this::answer);
		this.server.start();
	}

	@AfterEach
	void stopServer() {
		this.ended.countDown();
		this.server.stop(0);
		this.threads.close();
	}

	@Test
	void savesACompleteReport(@TempDir Path directory) {
		Path report = directory.resolve("report.csv");
		assertThat(download(report)).as(printed(this.err)).isZero();
		assertThat(report).hasBinaryContent(REPORT);
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void namesTheFullDiskAndNotThePortal(@TempDir Path directory) throws IOException {
		Path report = Files.createSymbolicLink(directory.resolve("report.csv"), FULL_DISK);
		assertThat(download(report)).isOne();
		assertThat(printed(this.err)).contains("A file cannot be read or written", "No space left on device")
			.doesNotContain("The staff portal does not answer", "\tat ");
		assertThat(printed(this.out)).isEmpty();
	}

	@Test
	void keepsTheOldFileWhenTheConnectionEndsEarly(@TempDir Path directory) throws IOException {
		Path report = Files.writeString(directory.resolve("report.csv"), "of yesterday");
		this.sentBytes = REPORT.length / 2;
		assertThat(download(report)).isOne();
		assertThat(printed(this.err)).contains("The staff portal does not answer").doesNotContain("\tat ");
		assertThat(directory).isDirectoryContaining((found) -> found.equals(report))
			.isDirectoryNotContaining((found) -> !found.equals(report));
		assertThat(report).hasContent("of yesterday");
	}

	@Test
	void endsACallWhoseBodyStalls(@TempDir Path directory) {
		Path report = directory.resolve("report.csv");
		this.sentBytes = REPORT.length / 2;
		this.stalls = true;
		Duration patience = Duration.ofMillis(500);
		assertThat(run(patience, "reconciliation", "report", "1", report.toString())).isOne();
		assertThat(run(patience, "webhooks", "endpoints")).isOne();
		assertThat(printed(this.err)).contains("The staff portal does not answer", "nothing arrived for 500 ms");
		assertThat(directory).isEmptyDirectory();
	}

	@Test
	@EnabledOnOs(OS.LINUX)
	void failsIfItsOutputIsNotWrittenCompletely() throws IOException {
		try (PrintStream full = new PrintStream(new FileOutputStream(FULL_DISK.toFile()), true,
				StandardCharsets.UTF_8)) {
			assertThat(command(full, StaffPortal.ANSWER_TIMEOUT).run("reviews", "list")).isOne();
		}
		assertThat(printed(this.err)).contains("The output could not be written completely.");
	}

	private int download(Path report) {
		return run(StaffPortal.ANSWER_TIMEOUT, "reconciliation", "report", "1", report.toString());
	}

	private int run(Duration answerTimeout, String... words) {
		try (PrintStream printed = new PrintStream(this.out, true, StandardCharsets.UTF_8)) {
			return command(printed, answerTimeout).run(words);
		}
	}

	private OperatorCommand command(PrintStream printed, Duration answerTimeout) {
		String url = "http://localhost:" + this.server.getAddress().getPort();
		return new OperatorCommand(
				new Access(Map.of("HUNDI_STAFF_URL", url, "HUNDI_TOKEN", "token"), Path.of("missing")), printed,
				new PrintStream(this.err, true, StandardCharsets.UTF_8), answerTimeout);
	}

	private void answer(HttpExchange exchange) throws IOException {
		switch (exchange.getRequestURI().getPath()) {
			case "/commands/reconciliation/runs/1/report.csv" -> whole(exchange, 202, "{\"requestId\":\"7\"}");
			case "/commands/requests/7" -> whole(exchange, 200, "{\"state\":\"DONE\",\"result\":{\"storedAs\":\"f\"}}");
			case "/commands/reviews" -> whole(exchange, 200, "{\"ok\":true}");
			default -> part(exchange);
		}
	}

	private static void whole(HttpExchange exchange, int status, String body) throws IOException {
		byte[] response = body.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(status, response.length);
		exchange.getResponseBody().write(response);
		exchange.close();
	}

	private void part(HttpExchange exchange) throws IOException {
		exchange.sendResponseHeaders(200, REPORT.length);
		OutputStream body = exchange.getResponseBody();
		body.write(REPORT, 0, this.sentBytes);
		body.flush();
		if (this.stalls) {
			try {
				this.ended.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
		exchange.close();
	}

	private static String printed(ByteArrayOutputStream stream) {
		return stream.toString(StandardCharsets.UTF_8);
	}

}
