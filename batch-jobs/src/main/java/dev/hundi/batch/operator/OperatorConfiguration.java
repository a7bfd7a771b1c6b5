package dev.hundi.batch.operator;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import dev.hundi.operator.CarriedOutKinds;
import dev.hundi.operator.CarryOut;
import dev.hundi.operator.CarryOutRequests;
import dev.hundi.operator.OperatorRequests;
import dev.hundi.operator.RequestKind;
import dev.hundi.startup.DatabaseSettings;
import dev.hundi.work.RepeatedWork;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Configuration(proxyBeanMethods = false)
class OperatorConfiguration {

	@Bean
	RepeatedWork operatorRequestStatus(CountOperatorRequests count) {
		return new RepeatedWork("operator-request-status", Duration.ofSeconds(15), true, count::refresh);
	}

	@Bean
	CarryOutRequests carryOutRequests(OperatorRequests requests, PlatformTransactionManager transactionManager,
			DatabaseSettings database, List<CarriedOutKinds> all) {
		Map<RequestKind, CarryOut> kinds = new HashMap<>();
		Map<RequestKind, CarryOut> atomicKinds = new HashMap<>();
		all.forEach((each) -> {
			kinds.putAll(each.kinds());
			atomicKinds.putAll(each.atomicKinds());
		});
		return new CarryOutRequests(requests, new TransactionTemplate(transactionManager), database, kinds,
				atomicKinds);
	}

}
