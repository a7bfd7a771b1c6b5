package dev.hundi.portal.mail;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;

import dev.hundi.work.RepeatedWork;
import org.thymeleaf.spring6.templateresolver.SpringResourceTemplateResolver;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ITemplateResolver;

import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.mail.javamail.JavaMailSenderImpl;

/** The mail server, the templates of texts, and the work of sending. */
@Configuration(proxyBeanMethods = false)
class MailConfiguration {

	private static final Duration PAUSE = Duration.ofSeconds(1);

	/** Follows the bundle, so that a new authority needs no restart. */
	@Bean
	JavaMailSender mailSender(MailSettings settings, SslBundles bundles) {
		JavaMailSenderImpl sender = new JavaMailSenderImpl();
		sender.setHost(settings.host());
		sender.setPort(settings.port());
		sender.setUsername(settings.username());
		sender.setPassword(settings.password());
		sender.setDefaultEncoding(StandardCharsets.UTF_8.name());
		String bundle = settings.sslBundle();
		if (bundle == null) {
			sender.setJavaMailProperties(settings.properties(null));
		}
		else {
			sender.setJavaMailProperties(settings.properties(bundles.getBundle(bundle)));
			bundles.addBundleUpdateHandler(bundle,
					(changed) -> sender.setJavaMailProperties(settings.properties(changed)));
		}
		return sender;
	}

	/** Before the resolver of pages, and for nothing else. */
	@Bean
	ITemplateResolver textTemplateResolver() {
		SpringResourceTemplateResolver resolver = new SpringResourceTemplateResolver();
		resolver.setOrder(1);
		resolver.setResolvablePatterns(Set.of(RenderLetter.TEXT));
		resolver.setPrefix("classpath:/templates/");
		resolver.setSuffix(".txt");
		resolver.setTemplateMode(TemplateMode.TEXT);
		resolver.setCharacterEncoding(StandardCharsets.UTF_8.name());
		return resolver;
	}

	@Bean
	RepeatedWork lettersWork(SendLetters letters) {
		return new RepeatedWork("letters", PAUSE, true, letters::sendAll);
	}

}
