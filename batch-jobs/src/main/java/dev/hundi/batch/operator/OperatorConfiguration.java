package dev.hundi.batch.operator;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class OperatorConfiguration {

	@Bean
	FilterRegistrationBean<OperatorAuthentication> operatorAuthentication(OperatorSettings settings) {
		return OperatorAuthentication.register(settings);
	}

}
