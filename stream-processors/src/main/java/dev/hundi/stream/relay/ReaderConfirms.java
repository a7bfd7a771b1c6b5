package dev.hundi.stream.relay;

import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;

import io.debezium.connector.postgresql.connection.Lsn;
import io.debezium.connector.postgresql.connection.ReplicationConnection;
import io.debezium.connector.postgresql.connection.ReplicationStream;
import io.debezium.connector.postgresql.connection.WalPositionLocator;
import io.debezium.connector.postgresql.spi.SlotCreationResult;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection whose reader also confirms the positions that others have delivered. The
 * driver locks the connection while it waits for a message, so the thread that delivers
 * rows would wait for the reader before each next delivery.
 */
final class ReaderConfirms implements ReplicationConnection {

	private static final Logger logger = LoggerFactory.getLogger(ReaderConfirms.class);

	private final ReplicationConnection connection;

	ReaderConfirms(ReplicationConnection connection) {
		this.connection = connection;
	}

	@Override
	public ReplicationStream startStreaming(WalPositionLocator walPosition) throws SQLException, InterruptedException {
		return new Stream(this.connection.startStreaming(walPosition));
	}

	@Override
	public ReplicationStream startStreaming(Lsn offset, WalPositionLocator walPosition)
			throws SQLException, InterruptedException {
		return new Stream(this.connection.startStreaming(offset, walPosition));
	}

	@Override
	public Optional<SlotCreationResult> createReplicationSlot() throws SQLException {
		return this.connection.createReplicationSlot();
	}

	@Override
	public void initConnection() throws SQLException, InterruptedException {
		this.connection.initConnection();
	}

	@Override
	public boolean isConnected() throws SQLException {
		return this.connection.isConnected();
	}

	@Override
	public void reconnect() throws SQLException {
		this.connection.reconnect();
	}

	@Override
	public void close() throws Exception {
		this.connection.close();
	}

	private static final class Stream implements ReplicationStream {

		private final ReplicationStream stream;

		/** The last delivered position, until it is confirmed. */
		private final AtomicReference<@Nullable Lsn> delivered = new AtomicReference<>();

		Stream(ReplicationStream stream) {
			this.stream = stream;
		}

		@Override
		public boolean readPending(ReplicationMessageProcessor processor) throws SQLException, InterruptedException {
			confirm();
			return this.stream.readPending(processor);
		}

		@Override
		public void read(ReplicationMessageProcessor processor) throws SQLException, InterruptedException {
			confirm();
			this.stream.read(processor);
		}

		/** A position that is not confirmed before the stream ends is delivered again. */
		@Override
		public void flushLsn(Lsn lsn) {
			this.delivered.set(lsn);
		}

		private void confirm() throws SQLException {
			Lsn lsn = this.delivered.getAndSet(null);
			if (lsn != null) {
				this.stream.flushLsn(lsn);
			}
		}

		@Override
		public Lsn lastReceivedLsn() {
			return this.stream.lastReceivedLsn();
		}

		@Override
		public Lsn startLsn() {
			return this.stream.startLsn();
		}

		@Override
		public void startKeepAlive(ExecutorService service) {
			this.stream.startKeepAlive(service);
		}

		/** The engine calls it on the reader's thread before it closes the connection. */
		@Override
		public void stopKeepAlive() {
			try {
				confirm();
			}
			catch (SQLException ex) {
				logger.debug("The last position is not confirmed", ex);
			}
			this.stream.stopKeepAlive();
		}

		@Override
		public void close() throws Exception {
			this.stream.close();
		}

	}

}
