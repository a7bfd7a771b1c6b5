package dev.hundi.stream.operator;

import java.util.Map;

import dev.hundi.operator.CarryOutRequests;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.stream.processor.Processor;
import dev.hundi.stream.processor.Processors;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionOperations;

@Configuration(proxyBeanMethods = false)
class OperatorConfiguration {

	/** Only the relay's user of Kafka may read and write the dead letters. */
	@Bean
	CarryOutRequests carryOutRequests(OperatorRequests requests, TransactionOperations transactions,
			DatabaseSettings database, CarryOutDeadLetters deadLetters, Processors processors) {
		return new CarryOutRequests(requests, transactions, database,
				processors.runs(Processor.RELAY) ? deadLetters.kinds() : Map.of(), Map.of());
	}

}
