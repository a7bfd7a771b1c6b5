package dev.hundi.portal.beneficiary;

import java.util.List;

import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The entry of the navigation. */
@MerchantOnly
@Configuration(proxyBeanMethods = false)
class BeneficiarySections {

	@Bean
	Section beneficiariesSection() {
		return new Section(150, "beneficiaries", "/beneficiaries", Rights.OF_MONEY,
				List.of("/beneficiaries", "/beneficiaries/**"));
	}

}
