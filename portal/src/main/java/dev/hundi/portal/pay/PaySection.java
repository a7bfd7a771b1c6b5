package dev.hundi.portal.pay;

import java.util.List;

import dev.hundi.person.Role;
import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The entry of the navigation. */
@MerchantOnly
@Configuration(proxyBeanMethods = false)
class PaySection {

	@Bean
	Section payEntry() {
		return new Section(105, "pay", "/pay", List.of(Role.MAKER), List.of("/pay", "/pay/**"));
	}

}
