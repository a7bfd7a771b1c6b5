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

	private static final int RESTS = 7;

	private static final Duration BEHIND = Duration.ofMinutes(1);

	@Bean
	RepeatedWork searchIndexer(IndexPayouts payouts, SearchSettings searchSettings, Processors processors) {
		return new RepeatedWork("search-indexer", searchSettings.interval(), processors.run(Processor.SEARCH),
				() -> indexAll(payouts));
	}

	/**
	 * Round after round until there is nothing left, with rests, so that those who are
	 * accepted meanwhile have the processor; without them once it is a minute behind, for
	 * then searches read too much that is in no index.
	 */
	private static void indexAll(IndexPayouts payouts) throws InterruptedException {
		long begin = System.nanoTime();
		boolean more = true;
		while (more) {
			long round = System.nanoTime();
			more = payouts.index();
			long end = System.nanoTime();
			if (end - begin < BEHIND.toNanos()) {
				TimeUnit.NANOSECONDS.sleep(RESTS * (end - round));
			}
		}
	}

}
