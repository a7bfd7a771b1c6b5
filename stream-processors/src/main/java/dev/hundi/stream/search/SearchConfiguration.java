package dev.hundi.stream.search;

import dev.hundi.payout.IndexPayouts;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.stream.work.RepeatedWork;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SearchConfiguration {

	@Bean
	RepeatedWork searchIndexer(IndexPayouts payouts, SearchSettings searchSettings, Processors processors) {
		return new RepeatedWork("search-indexer", searchSettings.interval(), processors.run(Processor.SEARCH),
				() -> indexAll(payouts));
	}

	private static void indexAll(IndexPayouts payouts) throws InterruptedException {
		while (payouts.index()) {
			if (Thread.interrupted()) {
				throw new InterruptedException();
			}
		}
	}

}
