package dev.hundi.port;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;

/**
 * Ports for servers that are stopped and started again, each returned once. They are
 * below the ephemeral range, from which an outgoing connection could take the port of a
 * stopped server, or even connect to itself.
 * <p>
 * A process owns whole blocks of ports until it ends, by locks on files in the directory
 * for temporary files, so that no other process that asks here takes the port of a
 * stopped server.
 */
public final class PortBlocks {

	private static final int FIRST = 20_000;

	private static final int COUNT = 12_000;

	private static final int BLOCK = 100;

	/**
	 * Kept for the life of the process. Locks of these files are not tried again, because
	 * closing a second channel of a file gives the lock of the first one up.
	 */
	private static final Map<Integer, FileLock> owned = new HashMap<>();

	private static int next;

	private static int end;

	private PortBlocks() {
	}

	/**
	 * Returns a port that was not returned before.
	 * @param isFree whether a server could listen there now
	 * @throws IllegalStateException if there is none
	 * @throws UncheckedIOException if the locks cannot be written
	 */
	public static synchronized int next(IntPredicate isFree) {
		while (next < end || ownAnotherBlock()) {
			int port = next++;
			if (isFree.test(port)) {
				return port;
			}
		}
		throw new IllegalStateException("No free port between %d and %d".formatted(FIRST, FIRST + COUNT));
	}

	/**
	 * Whether a server could listen there now, asked for every address of the machine.
	 */
	public static boolean canListen(int port) {
		try (ServerSocket socket = new ServerSocket()) {
			socket.setReuseAddress(true);
			socket.bind(new InetSocketAddress(port));
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	private static boolean ownAnotherBlock() {
		int blocks = COUNT / BLOCK;
		int start = ThreadLocalRandom.current().nextInt(blocks);
		try {
			Path directory = Files.createDirectories(
					Path.of(System.getProperty("java.io.tmpdir"), "hundi-ports-" + System.getProperty("user.name")));
			for (int i = 0; i < blocks; i++) {
				int block = (start + i) % blocks;
				if (!owned.containsKey(block) && own(block, directory)) {
					next = FIRST + block * BLOCK;
					end = next + BLOCK;
					return true;
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return false;
	}

	private static boolean own(int block, Path directory) throws IOException {
		FileChannel channel = FileChannel.open(directory.resolve(Integer.toString(block)), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE);
		FileLock lock = channel.tryLock();
		if (lock == null) {
			channel.close();
			return false;
		}
		owned.put(block, lock);
		return true;
	}

}
