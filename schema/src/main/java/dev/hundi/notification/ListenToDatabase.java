package dev.hundi.notification;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import dev.hundi.startup.DatabaseSettings;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens to one notification channel, on a connection and a thread of its own, and
 * reconnects when the connection breaks.
 */
public final class ListenToDatabase implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(ListenToDatabase.class);

	/** A notification ends it, and so does {@link #close()}. */
	private static final int WAIT_MS = 60_000;

	private static final int PAUSE_MS = 1000;

	private final DatabaseSettings database;

	private final String channel;

	private final Consumer<String> listener;

	private final CountDownLatch closed = new CountDownLatch(1);

	private final Thread thread;

	private volatile @Nullable Connection listening;

	private ListenToDatabase(DatabaseSettings database, String channel, Consumer<String> listener) {
		this.database = database;
		this.channel = channel;
		this.listener = listener;
		this.thread = Thread.ofPlatform().daemon().name("listen-" + channel).unstarted(this::run);
	}

	/**
	 * Starts listening.
	 * @param channel lower-case letters and underscores
	 * @param listener gets each payload, and an empty text whenever notifications may
	 * have been missed; must return soon and not throw
	 */
	public static ListenToDatabase start(DatabaseSettings database, String channel, Consumer<String> listener) {
		if (!channel.matches("[a-z_]{1,63}")) {
			throw new IllegalArgumentException("Invalid channel name: " + channel);
		}
		ListenToDatabase listening = new ListenToDatabase(database, channel, listener);
		listening.thread.start();
		return listening;
	}

	/** Stops listening and waits for the thread. */
	@Override
	public void close() {
		this.closed.countDown();
		Connection waiting = this.listening;
		try {
			if (waiting != null) {
				// Closing would wait for the end of the thread's read.
				waiting.abort(Runnable::run);
			}
		}
		catch (SQLException ex) {
			logger.debug("The connection of channel {} cannot be aborted", this.channel, ex);
		}
		try {
			this.thread.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void run() {
		try {
			do {
				listen();
			}
			while (!this.closed.await(PAUSE_MS, TimeUnit.MILLISECONDS));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void listen() {
		try (Connection connection = DriverManager.getConnection(this.database.url(), properties());
				Statement statement = connection.createStatement()) {
			this.listening = connection;
			statement.execute("LISTEN " + this.channel);
			this.listener.accept("");
			PGConnection notifying = connection.unwrap(PGConnection.class);
			while (this.closed.getCount() > 0) {
				PGNotification[] heard = notifying.getNotifications(WAIT_MS);
				if (heard != null) {
					for (PGNotification notification : heard) {
						this.listener.accept(notification.getParameter());
					}
				}
			}
		}
		catch (SQLException ex) {
			if (this.closed.getCount() > 0) {
				logger.warn("Listening to database channel {} is interrupted: {}", this.channel, ex.getMessage());
			}
		}
		finally {
			this.listening = null;
		}
	}

	private Properties properties() {
		Properties properties = new Properties();
		properties.setProperty("user", this.database.username());
		properties.setProperty("password", this.database.password());
		properties.setProperty("ApplicationName", "hundi-listen");
		properties.setProperty("tcpKeepAlive", "true");
		return properties;
	}

}
