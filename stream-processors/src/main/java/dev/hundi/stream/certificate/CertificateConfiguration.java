package dev.hundi.stream.certificate;

import dev.hundi.work.RepeatedWork;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The watch over the certificates of servers. */
@Configuration(proxyBeanMethods = false)
class CertificateConfiguration {

	@Bean
	RepeatedWork certificateWatch(WatchCertificates certificates) {
		return certificates.work();
	}

}
