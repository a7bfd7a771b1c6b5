package dev.hundi.stream.debit;

import dev.hundi.stream.message.Topics;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.kafka.Consumers;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class DebitConfiguration {

	@Bean
	InitializingBean debitConsumer(Consumers consumers, DebitAcceptedPayouts debit, DebitSettings settings) {
		return () -> consumers.batch(Processor.DEBIT, Topics.PAYOUT_CREATED, settings.batchSize(), debit::handle);
	}

}
