package dev.hundi.portal.onboarding;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** clamd, by its command {@code INSTREAM}. */
final class VirusScanner {

	private static final byte[] COMMAND = "zINSTREAM\0".getBytes(StandardCharsets.US_ASCII);

	private static final int CHUNK_BYTES = 64 * 1024;

	private static final int MAX_ANSWER_BYTES = 4096;

	private final URI address;

	private final Duration timeout;

	/**
	 * A scanner.
	 * @param address as {@code hundi.portal.virus-scanner}
	 * @param timeout for connection, transfer and scan together
	 */
	VirusScanner(URI address, Duration timeout) {
		this.address = address;
		this.timeout = timeout;
	}

	/**
	 * Scans a file.
	 * @return whether it is clean
	 * @throws IOException if the scanner does not answer, or with an error
	 */
	boolean isClean(byte[] content) throws IOException {
		try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
			Future<String> answer = executor.submit(() -> scan(content));
			try {
				return judge(answer.get(this.timeout.toMillis(), TimeUnit.MILLISECONDS));
			}
			catch (TimeoutException ex) {
				// Interrupting a thread that blocks on a channel closes the channel.
				answer.cancel(true);
				throw new IOException("The virus scanner did not answer in " + this.timeout, ex);
			}
			catch (ExecutionException ex) {
				throw new IOException("The virus scanner cannot be used: " + ex.getCause(), ex);
			}
			catch (InterruptedException ex) {
				answer.cancel(true);
				Thread.currentThread().interrupt();
				throw new IOException("Interrupted while scanning", ex);
			}
		}
	}

	private static boolean judge(String answer) throws IOException {
		if (answer.equals("stream: OK")) {
			return true;
		}
		if (answer.startsWith("stream: ") && answer.endsWith(" FOUND")) {
			return false;
		}
		throw new IOException("The virus scanner answered: " + answer);
	}

	private String scan(byte[] content) throws IOException {
		try (SocketChannel channel = connect()) {
			write(channel, ByteBuffer.wrap(COMMAND));
			for (int from = 0; from < content.length; from += CHUNK_BYTES) {
				int length = Math.min(CHUNK_BYTES, content.length - from);
				write(channel, ByteBuffer.allocate(Integer.BYTES).putInt(length).flip());
				write(channel, ByteBuffer.wrap(content, from, length));
			}
			write(channel, ByteBuffer.allocate(Integer.BYTES).putInt(0).flip());
			ByteBuffer answer = ByteBuffer.allocate(MAX_ANSWER_BYTES);
			while (answer.position() == 0 || answer.get(answer.position() - 1) != 0) {
				if (channel.read(answer) <= 0) {
					throw new EOFException("The virus scanner closed the connection");
				}
			}
			return new String(answer.array(), 0, answer.position() - 1, StandardCharsets.UTF_8);
		}
	}

	private SocketChannel connect() throws IOException {
		boolean unix = "unix".equals(this.address.getScheme());
		SocketAddress target = unix ? UnixDomainSocketAddress.of(this.address.getPath())
				: new InetSocketAddress(this.address.getHost(), this.address.getPort());
		SocketChannel channel = unix ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
		try {
			channel.connect(target);
			return channel;
		}
		catch (IOException | RuntimeException ex) {
			channel.close();
			throw ex;
		}
	}

	private static void write(SocketChannel channel, ByteBuffer bytes) throws IOException {
		while (bytes.hasRemaining()) {
			channel.write(bytes);
		}
	}

}
