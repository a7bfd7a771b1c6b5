package dev.hundi.portal.payout;

import java.util.List;

import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The entry of the navigation. */
@MerchantOnly
@Configuration(proxyBeanMethods = false)
class PayoutSections {

	@Bean
	Section payoutsSection() {
		return new Section(100, "payouts", "/payouts", Rights.OF_MONEY, List.of("/payouts", "/payouts/**"));
	}

}
