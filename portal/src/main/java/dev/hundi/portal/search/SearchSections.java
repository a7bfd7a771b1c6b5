package dev.hundi.portal.search;

import java.util.List;

import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The box of every page leads here, so that the navigation has no entry. */
@MerchantOnly
@Configuration(proxyBeanMethods = false)
class SearchSections {

	@Bean
	Section searchSection() {
		return new Section(0, "", "/search", List.of(), List.of("/search"));
	}

}
