package dev.hundi.portal.wallet;

import java.util.List;

import dev.hundi.portal.session.MerchantOnly;
import dev.hundi.portal.session.Rights;
import dev.hundi.portal.web.Section;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The entries of the navigation. */
@MerchantOnly
@Configuration(proxyBeanMethods = false)
class WalletSections {

	@Bean
	Section walletSection() {
		return new Section(200, "wallet", "/wallet", Rights.OF_MONEY, List.of("/wallet", "/wallet/**"));
	}

}
