package dev.hundi.testing;

import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.type.classreading.CachingMetadataReaderFactory;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/**
 * Lets all applications of a test JVM look for components in class files that were read
 * once; each would read a thousand of them, a sixth of its start. Spring Boot takes the
 * bean of this name if it exists.
 */
final class ReadClassesOnce implements ApplicationContextInitializer<ConfigurableApplicationContext>, Ordered {

	private static final String NAME = "org.springframework.boot.autoconfigure.internalCachingMetadataReaderFactory";

	private static final MetadataReaderFactory classes = new CachingMetadataReaderFactory(
			ReadClassesOnce.class.getClassLoader());

	@Override
	public void initialize(ConfigurableApplicationContext context) {
		if (context.getBeanFactory() instanceof BeanDefinitionRegistry registry) {
			registry.registerBeanDefinition(NAME,
					BeanDefinitionBuilder.rootBeanDefinition(MetadataReaderFactory.class, () -> classes)
						.getBeanDefinition());
		}
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

}
