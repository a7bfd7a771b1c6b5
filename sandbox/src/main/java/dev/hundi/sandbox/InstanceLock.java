package dev.hundi.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import dev.hundi.sandbox.server.StartFailedException;

/**
 * Allows one launcher per directory. The operating system releases the lock when the
 * process ends; the pid file is for {@code ./hundi down}.
 */
final class InstanceLock implements AutoCloseable {

	static final String lockName = "hundi.lock";

	static final String pidName = "hundi.pid";

	private final Path pid;

	private final FileChannel channel;

	private final boolean afterUncleanEnd;

	private InstanceLock(Path pid, FileChannel channel, boolean afterUncleanEnd) {
		this.pid = pid;
		this.channel = channel;
		this.afterUncleanEnd = afterUncleanEnd;
	}

	/**
	 * Locks the directory.
	 * @throws StartFailedException if another launcher holds it; the message names its
	 * pid
	 */
	static InstanceLock take(Path directory) throws IOException {
		Files.createDirectories(directory);
		Path pid = directory.resolve(pidName);
		FileChannel channel = FileChannel.open(directory.resolve(lockName), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE);
		FileLock lock = channel.tryLock();
		if (lock == null) {
			channel.close();
			String other = Files.exists(pid) ? Files.readString(pid).strip() : "unknown";
			throw new StartFailedException(
					"Hundi already runs in %s (pid %s). Stop it with ./hundi down first.".formatted(directory, other));
		}
		boolean unclean = Files.exists(pid);
		Files.writeString(pid, ProcessHandle.current().pid() + "\n");
		return new InstanceLock(pid, channel, unclean);
	}

	/**
	 * Whether the previous launcher was killed, so that its children may still run.
	 */
	boolean afterUncleanEnd() {
		return this.afterUncleanEnd;
	}

	@Override
	public void close() throws IOException {
		Files.deleteIfExists(this.pid);
		this.channel.close();
	}

}
