package dev.hundi.portal.home;

import java.util.List;

import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The entry of the navigation. */
@MerchantOnly
@Configuration(proxyBeanMethods = false)
class HomeSections {

	@Bean
	Section homePage() {
		return new Section(10, "home", "/", Rights.OF_MONEY, List.of("/home/**"));
	}

}
