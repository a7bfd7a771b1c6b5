package dev.hundi.stream.search;

import java.util.concurrent.TimeUnit;

import dev.hundi.payout.IndexPayouts;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.stream.work.RepeatedWork;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SearchConfiguration {

	private static final int RESTS = 3;

	@Bean
	RepeatedWork searchIndexer(IndexPayouts payouts, SearchSettings searchSettings, Processors processors) {
		return new RepeatedWork("search-indexer", searchSettings.interval(), processors.run(Processor.SEARCH),
				() -> indexAll(payouts));
	}

	/**
	 * Round after round until there is nothing left, with rests, so that indexing takes a
	 * quarter of the time at most and accepts have the rest.
	 */
	private static void indexAll(IndexPayouts payouts) throws InterruptedException {
		boolean more = true;
		while (more) {
			long begin = System.nanoTime();
			more = payouts.index();
			TimeUnit.NANOSECONDS.sleep(RESTS * (System.nanoTime() - begin));
		}
	}

}
