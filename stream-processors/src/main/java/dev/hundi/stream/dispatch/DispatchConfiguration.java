package dev.hundi.stream.dispatch;

import java.util.List;

import dev.hundi.bank.PayoutKey;
import dev.hundi.message.PayoutMessage;
import dev.hundi.message.Topics;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;
import dev.hundi.stream.kafka.Consumers;
import dev.hundi.stream.work.RepeatedWork;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Puts dispatch together: debited payouts come in by message, due enquiries by the clock.
 */
@Configuration(proxyBeanMethods = false)
class DispatchConfiguration {

	@Bean
	JsonApiBank jsonApiBank(BankSettings settings) {
		return new JsonApiBank(settings);
	}

	@Bean
	GuardedBank guardedBank(BankSettings settings, JsonApiBank bank) {
		return new GuardedBank(settings, bank);
	}

	@Bean
	InitializingBean dispatchConsumer(Consumers consumers, DispatchToBank dispatch, DispatchSettings settings) {
		return () -> consumers.batch(Processor.DISPATCH, Topics.PAYOUT_DEBITED, settings.batchSize(), (messages) -> {
			dispatch.dispatch(messages.stream().map(DispatchConfiguration::key).toList());
			return List.of();
		});
	}

	@Bean
	RepeatedWork enquiries(EnquireBank enquire, DispatchSettings dispatch, Processors processors) {
		return new RepeatedWork("enquiries", dispatch.enquiryInterval(), processors.run(Processor.DISPATCH),
				enquire::enquireDue);
	}

	private static PayoutKey key(PayoutMessage message) {
		return new PayoutKey(message.businessId(), message.payoutId());
	}

}
