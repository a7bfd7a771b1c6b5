package dev.hundi.bench;

import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code ./hundi bench <name>}: runs one benchmark and prints its table.
 */
public final class Bench {

	private Bench() {
	}

	public static void main(String[] args) throws Exception {
		System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
		if (LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
			root.setLevel(Level.WARN);
		}
		String name = (args.length > 0) ? args[0] : "";
		List<String> options = List.of(args).subList(Math.min(1, args.length), args.length);
		switch (name) {
			case "delay" -> StreamDelay.main(options);
			case "search" -> SearchBench.main(options);
			default -> {
				System.err
					.println("usage: ./hundi bench delay [payouts]   commit of an accepted payout to the bank call");
				System.exit(2);
			}
		}
	}

}
