package dev.hundi.api.observe;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/**
 * Captures everything that this JVM logs at INFO or above, with all parts that any format
 * could print.
 */
final class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

	private final List<Line> lines = new CopyOnWriteArrayList<>();

	private final Logger root;

	private final @Nullable Level before;

	private CapturedLog(Logger root) {
		this.root = root;
		this.before = root.getLevel();
	}

	/** Open it after starting applications, because each start resets logging. */
	static CapturedLog open() {
		LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
		CapturedLog log = new CapturedLog(context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME));
		log.setContext(context);
		log.start();
		log.root.setLevel(Level.INFO);
		log.root.addAppender(log);
		return log;
	}

	List<Line> lines() {
		return this.lines;
	}

	/** All lines except those of the embedded PostgreSQL. */
	@Override
	protected void append(ILoggingEvent event) {
		if (event.getLoggerName().startsWith("io.zonky")) {
			return;
		}
		List<KeyValuePair> pairs = event.getKeyValuePairs();
		String stack = (event.getThrowableProxy() != null) ? ThrowableProxyUtil.asString(event.getThrowableProxy())
				: "";
		this.lines.add(new Line(
				event.getLevel().toString(), event.getLoggerName(), event.getFormattedMessage() + " "
						+ ((pairs != null) ? pairs : "") + " " + event.getMDCPropertyMap() + " " + stack,
				Map.copyOf(event.getMDCPropertyMap())));
	}

	@Override
	public void close() {
		this.root.detachAppender(this);
		this.root.setLevel(this.before);
		stop();
	}

	/**
	 * A line of the log.
	 *
	 * @param text message, pairs, context and stack trace
	 */
	record Line(String level, String logger, String text, Map<String, String> context) {
	}

}
