package dev.hundi.bench;

import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.hundi.bench.crash.CrashCampaign;
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
			// It reports every server that was killed on purpose.
			root.getLoggerContext().getLogger("io.zonky.test").setLevel(Level.OFF);
		}
		String name = (args.length > 0) ? args[0] : "";
		List<String> options = List.of(args).subList(Math.min(1, args.length), args.length);
		switch (name) {
			case "accept" -> AcceptBench.main(options);
			case "bulk" -> BulkBench.main(options);
			case "crash" -> CrashCampaign.main(options);
			case "debit" -> DebitBench.main(options);
			case "delay" -> StreamDelay.main(options);
			case "export" -> ExportBench.main(options);
			case "indexing" -> IndexingBench.main(options);
			case "reconciliation" -> ReconciliationBench.main(options);
			case "search" -> SearchBench.main(options);
			case "statement" -> StatementBench.main(options);
			case "webhooks" -> WebhookBench.main(options);
			case "stream" -> StreamBench.main(options);
			default -> {
				System.err.println(
						"""
								usage: ./hundi bench accept [pairs]    signed payouts against the accept statement's own SQL in pgbench
								       ./hundi bench delay [payouts]   commit of an accepted payout to the bank call
								       ./hundi bench debit [pairs]     one busy wallet debited in batches, against one payout a transaction
								       ./hundi bench reconciliation [payouts] [pairs]   a day closed, against one FULL JOIN of its two tables
								       ./hundi bench reconciliation faults [payouts]    whether exactly the faults that are put in are named
								       ./hundi bench search            searches and deep pages of a business with 1,000,000 payouts
								       ./hundi bench webhooks [pairs]  signed and recorded deliveries against plain POSTs
								       ./hundi bench indexing [pairs]  accepts while the search index is written, against accepts while it is not
								       ./hundi bench stream [rates]    whether as many payouts end a second as are accepted, at rising rates
								       ./hundi bench statement [pairs] camt.053 with 100,000 entries, against a bare StAX walk
								       ./hundi bench export [pairs]    50,000 movements as csv, xls and pdf
								       ./hundi bench bulk [pairs]      100,000 rows loaded and released, memory for large files
								       ./hundi bench bulk overtake [samples] [rows]   payouts of the API while a file is released
								       ./hundi bench bulk kills [rows] [kills]        a load and release while batch-jobs is killed""");
				System.exit(2);
			}
		}
	}

}
