package dev.hundi.keyfile;

import java.time.Duration;

import dev.hundi.secret.KeyEncryption;
import dev.hundi.secret.SecretEncryption;
import dev.hundi.work.RepeatedWork;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Opens the key file and follows it: an application that stores secrets imports this
 * class and provides its {@link KeyEncryption} as a bean.
 */
@Configuration(proxyBeanMethods = false)
public class KeyFileConfiguration {

	/** So that an idle process follows a rotation (decision 135). */
	private static final Duration REFRESH_INTERVAL = Duration.ofSeconds(10);

	@Bean
	SecretEncryption secretEncryption(KeyEncryption settings) {
		return SecretEncryption.open(settings);
	}

	@Bean
	RepeatedWork keyFileWork(SecretEncryption encryption) {
		return new RepeatedWork("key-file", REFRESH_INTERVAL, true, encryption::refresh);
	}

}
