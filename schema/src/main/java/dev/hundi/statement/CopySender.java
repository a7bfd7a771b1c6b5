package dev.hundi.statement;

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
 * Sends rows to the server on a thread of its own, so that the next are read while the
 * server stores these. Until all of it has {@link #finish() finished} the connection is
 * that thread's.
 */
final class CopySender implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(CopySender.class);

	/** Parts that wait to be sent; more would only be held in memory. */
	private static final int MOST_UNDER_WAY = 16;

	private final PGConnection connection;

	private final String sql;

	/** No virtual thread: one that is interrupted closes its socket. */
	private final ExecutorService thread = Executors
		.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("copy-sender").factory());

	private final Queue<Future<?>> underWay = new ArrayDeque<>();

	/** Known to the thread only, while that runs. */
	private @Nullable CopyIn copy;

	/**
	 * A sender, which is to be closed.
	 * @param connection in the transaction that the rows belong to
	 * @param sql of the COPY
	 */
	CopySender(PGConnection connection, String sql) {
		this.connection = connection;
		this.sql = sql;
	}

	/**
	 * Sends a part of a COPY, which the first part begins. Waits while many are under
	 * way.
	 * @throws SQLException if the server refused something before
	 */
	void send(byte[] part) throws SQLException {
		submit(() -> write(part));
	}

	/**
	 * Sends the last part of a COPY.
	 * @param rows in all of its parts
	 * @throws SQLException if the server refused something before
	 */
	void end(byte[] part, int rows) throws SQLException {
		submit(() -> {
			long arrived = write(part).endCopy();
			this.copy = null;
			if (arrived != rows) {
				throw new IllegalStateException("Of " + rows + " rows " + arrived + " were copied");
			}
			return null;
		});
	}

	/**
	 * Waits until the server has stored everything.
	 * @throws SQLException if it refused something
	 */
	void finish() throws SQLException {
		while (!this.underWay.isEmpty()) {
			awaitFirst();
		}
	}

	private void submit(Callable<?> step) throws SQLException {
		if (this.underWay.size() >= MOST_UNDER_WAY) {
			awaitFirst();
		}
		this.underWay.add(this.thread.submit(step));
	}

	private void awaitFirst() throws SQLException {
		try {
			this.underWay.remove().get();
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof SQLException refused) {
				throw refused;
			}
			throw new IllegalStateException("The rows could not be sent", ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while rows were sent", ex);
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
	 * Ends the thread. A COPY that is under way is cut short, and the connection is one
	 * that can be rolled back.
	 */
	@Override
	public void close() {
		if (!this.underWay.isEmpty()) {
			this.underWay.forEach((sent) -> sent.cancel(false));
			// What is being sent may wait in the database for somebody else.
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
			logger.debug("The connection of the COPY is gone already", ex);
		}
	}

	@FunctionalInterface
	private interface Cancellation {

		void run() throws SQLException;

	}

}
