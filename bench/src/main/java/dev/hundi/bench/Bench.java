package dev.hundi.bench;

import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.hundi.bench.accept.AcceptBench;
import dev.hundi.bench.accept.IndexingBench;
import dev.hundi.bench.bulk.BulkBench;
import dev.hundi.bench.export.ExportBench;
import dev.hundi.bench.reconciliation.ReconciliationBench;
import dev.hundi.bench.reconciliation.StatementBench;
import dev.hundi.bench.search.SearchBench;
import dev.hundi.bench.stream.DebitBench;
import dev.hundi.bench.stream.StreamBench;
import dev.hundi.bench.stream.StreamDelay;
import dev.hundi.bench.webhook.WebhookBench;
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
			// It logs every server that a benchmark kills on purpose.
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
								usage: ./hundi bench accept [pairs]    signed payouts, against the accept statement's own SQL in pgbench
								       ./hundi bench delay [payouts]   delay from the commit of a payout to the bank call
								       ./hundi bench debit [pairs]     batch debits of one busy wallet, against one payout per transaction
								       ./hundi bench reconciliation [payouts] [pairs]   closing a day, against copying the lines and one FULL JOIN
								       ./hundi bench reconciliation faults [payouts]    whether a run reports exactly the injected faults
								       ./hundi bench search            searches and deep pages of a business with 1,000,000 payouts
								       ./hundi bench webhooks [pairs]  signed and recorded deliveries against plain POSTs
								       ./hundi bench indexing [pairs]  accepts during search indexing, against accepts without it
								       ./hundi bench stream [rates]    the highest rate at which as many payouts end as are accepted
								       ./hundi bench statement [pairs] camt.053 with 100,000 entries, against a bare StAX walk
								       ./hundi bench export [pairs]    50,000 movements as csv, xls and pdf
								       ./hundi bench bulk [pairs]      load and release of 100,000 rows, memory for large files
								       ./hundi bench bulk overtake [samples] [rows]   delay of API payouts during a release
								       ./hundi bench bulk kills [rows] [kills]        a load and release while batch-jobs is killed repeatedly""");
				System.exit(2);
			}
		}
	}

}
