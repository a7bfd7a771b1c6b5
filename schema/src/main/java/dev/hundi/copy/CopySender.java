package dev.hundi.copy;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the parts of a COPY on a thread of its own, so that the caller reads the next
 * rows while the server stores these. Until {@link #finish()} returns, only that thread
 * may use the connection.
 */
public final class CopySender implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(CopySender.class);

	/** Limits the memory that unsent parts take. */
	private static final int MAX_IN_FLIGHT = 16;

	private final PGConnection connection;

	private final String sql;

	/** Not a virtual thread: interrupting one closes its socket. */
	private final ExecutorService thread = Executors
		.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("copy-sender").factory());

	private final Queue<Future<?>> inFlight = new ArrayDeque<>();

	/** Used by the sending thread only, while it runs. */
	private @Nullable CopyIn copy;

	/**
	 * Creates a sender that the caller must close.
	 * @param connection in the transaction that the rows belong to
	 * @param sql the COPY statement
	 */
	public CopySender(PGConnection connection, String sql) {
		this.connection = connection;
		this.sql = sql;
	}

	/**
	 * Sends a part; the first part begins the COPY. Blocks while too many are in flight.
	 * @throws SQLException if the server refused an earlier part
	 */
	public void send(byte[] part) throws SQLException {
		submit(() -> write(part));
	}

	/**
	 * Sends the last part of a COPY.
	 * @param rows in all of its parts
	 * @throws SQLException if the server refused an earlier part
	 */
	public void end(byte[] part, int rows) throws SQLException {
		submit(() -> {
			long stored = write(part).endCopy();
			this.copy = null;
			if (stored != rows) {
				throw new IllegalStateException("COPY stored " + stored + " of " + rows + " rows");
			}
			return null;
		});
	}

	/**
	 * Blocks until the server has stored everything.
	 * @throws SQLException if it refused a part
	 */
	public void finish() throws SQLException {
		while (!this.inFlight.isEmpty()) {
			awaitFirst();
		}
	}

	private void submit(Callable<?> step) throws SQLException {
		if (this.inFlight.size() >= MAX_IN_FLIGHT) {
			awaitFirst();
		}
		this.inFlight.add(this.thread.submit(step));
	}

	/**
	 * An interrupted wait leaves the part in flight, so that {@link #close()} cancels it.
	 */
	private void awaitFirst() throws SQLException {
		try {
			this.inFlight.element().get();
			this.inFlight.remove();
		}
		catch (ExecutionException ex) {
			this.inFlight.remove();
			if (ex.getCause() instanceof SQLException refused) {
				throw refused;
			}
			throw new IllegalStateException("Sending rows failed", ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while sending rows", ex);
		}
	}

	private CopyIn write(byte[] part) throws SQLException {
		CopyIn begun = this.copy;
		if (begun == null) {
			begun = this.connection.getCopyAPI().copyIn(this.sql);
			this.copy = begun;
		}
		begun.writeToCopy(part, 0, part.length);
		return begun;
	}

	/**
	 * Ends the thread and cancels an unfinished COPY. The connection can be rolled back
	 * afterwards.
	 */
	@Override
	public void close() {
		if (!this.inFlight.isEmpty()) {
			this.inFlight.forEach((sent) -> sent.cancel(false));
			// The part being sent may be waiting for a lock in the database.
			quietly(this.connection::cancelQuery);
		}
		this.thread.close();
		if (this.copy != null && this.copy.isActive()) {
			quietly(this.copy::cancelCopy);
		}
	}

	private static void quietly(Cancellation cancellation) {
		try {
			cancellation.run();
		}
		catch (SQLException ex) {
			logger.debug("The COPY could not be cancelled; its connection is broken", ex);
		}
	}

	@FunctionalInterface
	private interface Cancellation {

		void run() throws SQLException;

	}

}
