package dev.hundi.batch;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * The batch application. Its settings are in {@code hundi-batch.yaml}, so that it can
 * share a JVM with the other two.
 */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@EnableScheduling
public final class BatchJobsApplication {

	private BatchJobsApplication() {
	}

	public static void main(String[] args) {
		builder().run(args);
	}

	/**
	 * The application, ready to be given more properties and run.
	 * @return a builder of a new {@link SpringApplication}
	 */
	public static SpringApplicationBuilder builder() {
		return new SpringApplicationBuilder(BatchJobsApplication.class).properties("spring.config.name=hundi-batch");
	}

}
