package dev.hundi.stream.sweep;

import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.work.RepeatedWork;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SweepConfiguration {

	@Bean
	RepeatedWork sweeper(Sweep sweep, SweepSettings sweepSettings, Processors processors) {
		return new RepeatedWork("sweeper", Sweep.shorter(Sweep.WITHOUT_KAFKA, sweepSettings.interval()),
				processors.run(Processor.SWEEP), sweep::sweepIfDue);
	}

}
