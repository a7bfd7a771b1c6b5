package dev.hundi.stream.search;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import dev.hundi.payout.IndexPayouts;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.work.RepeatedWork;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SearchConfiguration {

	private static final int PAUSE_FACTOR = 7;

	private static final Duration MAX_LAG = Duration.ofMinutes(1);

	@Bean
	RepeatedWork searchIndexer(IndexPayouts payouts, SearchSettings searchSettings, Processors processors) {
		return new RepeatedWork("search-indexer", searchSettings.interval(), processors.runs(Processor.SEARCH),
				() -> indexAll(payouts));
	}

	/**
	 * Indexes until nothing is left, pausing between rounds to leave the CPU to accepts.
	 * Stops pausing after a minute: by then searches read too many payouts that are not
	 * indexed.
	 */
	private static void indexAll(IndexPayouts payouts) throws InterruptedException {
		long begin = System.nanoTime();
		boolean more = true;
		while (more) {
			long round = System.nanoTime();
			more = payouts.index();
			long end = System.nanoTime();
			if (end - begin < MAX_LAG.toNanos()) {
				TimeUnit.NANOSECONDS.sleep(PAUSE_FACTOR * (end - round));
			}
		}
	}

}
