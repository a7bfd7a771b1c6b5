package dev.hundi.api.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

import dev.hundi.api.ApiApplication;
import dev.hundi.business.IssuedKey;
import dev.hundi.secret.KeyFile;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.testing.BoundPorts;
import dev.hundi.testing.OwnerBeans;
import dev.hundi.testing.TestDatabase;

import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * The API on a free port. Uses plain sockets, so that tests control every byte.
 */
public final class RunningApi implements AutoCloseable {

	private static final Path KEY_FILE = keyFile();

	private final ConfigurableApplicationContext context;

	private final int port;

	private RunningApi(ConfigurableApplicationContext context) {
		this.context = context;
		if (!(context instanceof ServletWebServerApplicationContext web) || web.getWebServer() == null) {
			throw new IllegalStateException("The API has no HTTP server");
		}
		this.port = web.getWebServer().getPort();
	}

	/** The instance that most tests share, with its own database, until the JVM ends. */
	public static RunningApi shared() {
		return Shared.api;
	}

	public static TestDatabase sharedDatabase() {
		return Shared.database;
	}

	public static RunningApi start(TestDatabase database, String... more) {
		return startAt(database.url(), more);
	}

	public static RunningApi startAt(String databaseUrl, String... more) {
		return new RunningApi(ApiApplication.builder().run(arguments(databaseUrl, more)));
	}

	/**
	 * The arguments that start the API on a database. Additional arguments come first,
	 * because Spring would join two values of one name.
	 */
	public static String[] arguments(String databaseUrl, String... more) {
		List<String> arguments = new ArrayList<>(Arrays.asList(more));
		String noFailureLimit = "--hundi.rate-limits.failures=";
		if (Arrays.stream(more).noneMatch((argument) -> argument.startsWith(noFailureLimit))) {
			arguments.add(noFailureLimit + "off");
		}
		// No rate limits by default, because most tests send bursts. No waiting for
		// exports, because batch-jobs does not run.
		Stream
			.of("hundi.database.url=" + databaseUrl, "hundi.database.username=hundi_api",
					"hundi.database.password=postgres", "hundi.http.port=0", "hundi.http.allow-http=true",
					"hundi.management.port=0", "hundi.key-encryption.file=" + KEY_FILE, "hundi.rate-limits.payouts=off",
					"hundi.rate-limits.writes=off", "hundi.rate-limits.reads=off", "hundi.rate-limits.exports=off",
					"hundi.export.wait-at-most=100ms")
			.map((setting) -> "--" + setting)
			.filter((setting) -> Arrays.stream(more)
				.noneMatch((argument) -> argument.startsWith(setting.substring(0, setting.indexOf('=') + 1))))
			.forEach(arguments::add);
		return arguments.toArray(String[]::new);
	}

	public int port() {
		return this.port;
	}

	public int managementPort() {
		return BoundPorts.management(this.context);
	}

	/** The answer of the management port. */
	public Answer manage(String path) {
		return manage(managementPort(), path);
	}

	/** The answer of a management port. */
	public static Answer manage(int managementPort, String path) {
		try (KeptConnection connection = KeptConnection.open(managementPort)) {
			return connection
				.write("GET %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".formatted(path)
					.getBytes(StandardCharsets.US_ASCII))
				.read();
		}
	}

	/**
	 * A bean of the API, or of {@code schema} as the owner of the database: the API has
	 * no right to create businesses, keys or money.
	 */
	public <T> T bean(Class<T> type) {
		return type.getName().startsWith("dev.hundi.api.") ? this.context.getBean(type)
				: OwnerBeans.bean(databaseUrl(), KEY_FILE, type);
	}

	private String databaseUrl() {
		return this.context.getBean(DatabaseSettings.class).url();
	}

	public <T> T bean(String name, Class<T> type) {
		return this.context.getBean(name, type);
	}

	public Answer send(Call call, IssuedKey key) {
		return sendBytes(call.bytes(key));
	}

	/** A connection for several requests. */
	public KeptConnection connect() {
		return KeptConnection.open(this.port);
	}

	/** Sends bytes and reads the answer to the end of the connection. */
	public Answer sendBytes(byte[] request) {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port)) {
			socket.setSoTimeout(120_000);
			socket.getOutputStream().write(request);
			socket.getOutputStream().flush();
			return parse(readAll(socket.getInputStream()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** The server may reset a connection whose request it did not read completely. */
	private static byte[] readAll(InputStream in) throws IOException {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		byte[] buffer = new byte[8192];
		try {
			for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
				out.write(buffer, 0, read);
			}
		}
		catch (SocketException ex) {
			if (out.size() == 0) {
				throw ex;
			}
		}
		return out.toByteArray();
	}

	private static Answer parse(byte[] bytes) throws IOException {
		String head = new String(bytes, StandardCharsets.ISO_8859_1);
		int end = head.indexOf("\r\n\r\n");
		if (end < 0) {
			throw new AssertionError("No HTTP answer: " + head);
		}
		String[] lines = head.substring(0, end).split("\r\n", -1);
		Map<String, List<String>> headers = new HashMap<>();
		for (int i = 1; i < lines.length; i++) {
			int colon = lines[i].indexOf(':');
			headers.computeIfAbsent(lines[i].substring(0, colon).toLowerCase(Locale.ROOT), (name) -> new ArrayList<>())
				.add(lines[i].substring(colon + 1).strip());
		}
		byte[] body = Arrays.copyOfRange(bytes, end + 4, bytes.length);
		if (headers.containsKey("transfer-encoding")) {
			body = unchunk(new ByteArrayInputStream(body));
		}
		return new Answer(Integer.parseInt(lines[0].split(" ", -1)[1]), headers,
				new String(body, StandardCharsets.UTF_8));
	}

	private static byte[] unchunk(InputStream in) throws IOException {
		ByteArrayOutputStream out = new ByteArrayOutputStream();
		while (true) {
			StringBuilder size = new StringBuilder();
			for (int c = in.read(); c != '\n'; c = in.read()) {
				size.append((char) c);
			}
			int length = Integer.parseInt(size.toString().strip(), 16);
			if (length == 0) {
				return out.toByteArray();
			}
			out.write(in.readNBytes(length + 2), 0, length);
		}
	}

	@Override
	public void close() {
		OwnerBeans.close(databaseUrl());
		this.context.close();
	}

	private static Path keyFile() {
		try {
			Path file = Files.createTempDirectory("hundi-api").resolve("key.json");
			KeyFile.createIfMissing(file);
			return file;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static final class Shared {

		static final TestDatabase database = TestDatabase.create();

		static final RunningApi api = start(database);

	}

}
