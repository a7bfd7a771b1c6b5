package dev.hundi.portal.bulk;

import java.util.List;

import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The entry of the navigation. */
@MerchantOnly
@Configuration(proxyBeanMethods = false)
class BulkSections {

	@Bean
	Section bulkSection() {
		return new Section(120, "bulk", "/bulk", Rights.OF_MONEY, List.of("/bulk", "/bulk/**"));
	}

}
