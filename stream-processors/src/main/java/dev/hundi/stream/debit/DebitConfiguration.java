package dev.hundi.stream.debit;

import java.time.Duration;

import dev.hundi.stream.kafka.Consumers;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.work.LookForWork;
import dev.hundi.work.RepeatedWork;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DebitConfiguration {

	private static final Duration RELEASE_PAUSE = Duration.ofSeconds(1);

	@Bean
	InitializingBean debitConsumer(Consumers consumers, DebitAcceptedPayouts debit, DebitSettings settings) {
		return () -> consumers.payouts(Processor.DEBIT, settings.batchSize(), debit::handle);
	}

	@Bean
	RepeatedWork heldPayoutsReleaser(ReleaseHeldPayouts held, Processors processors, LookForWork looks) {
		return looks.whenDue("held-payouts", RELEASE_PAUSE, processors.runs(Processor.DEBIT), held::whenDue,
				held::release);
	}

}
