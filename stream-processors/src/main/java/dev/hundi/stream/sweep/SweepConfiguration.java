package dev.hundi.stream.sweep;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

import javax.sql.DataSource;

import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.work.ElectedCopy;
import dev.hundi.work.RepeatedWork;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class SweepConfiguration {

	/** "HUND" and 930: the lock of the copy that sweeps. */
	static final long LOCK_KEY = 0x48554E44_00000000L + 930;

	@Bean
	ElectedCopy sweepingCopy(DataSource dataSource) {
		return new ElectedCopy(dataSource, LOCK_KEY);
	}

	@Bean
	RepeatedWork sweeper(Sweep sweep, ElectedCopy sweepingCopy, SweepSettings sweepSettings, Processors processors) {
		Duration pause = Collections.min(List.of(Sweep.WITHOUT_KAFKA, sweepSettings.interval()));
		boolean sweeps = processors.runs(Processor.SWEEP);
		return new RepeatedWork("sweeper", pause, sweeps || processors.runs(Processor.DISPATCH), () -> {
			if (sweeps && sweepingCopy.isElected()) {
				sweep.sweepIfDue();
			}
			else {
				sweep.sendIfDue();
			}
		});
	}

}
