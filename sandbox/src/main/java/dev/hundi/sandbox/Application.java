package dev.hundi.sandbox;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

import dev.hundi.api.ApiApplication;
import dev.hundi.batch.BatchJobsApplication;
import dev.hundi.portal.PortalApplication;
import dev.hundi.sandbox.server.ChildProcess;
import dev.hundi.startup.RuntimeRole;
import dev.hundi.stream.StreamProcessorsApplication;

import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A process of the platform: one of its applications. */
public enum Application {

	/** The signed REST API. */
	API(ApiApplication.class, ApiApplication::builder),

	/** Change stream, debit, dispatch, sweep. */
	STREAM(StreamProcessorsApplication.class, StreamProcessorsApplication::builder),

	/** The application of {@link #STREAM} with the processor of webhooks only. */
	WEBHOOKS(StreamProcessorsApplication.class, StreamProcessorsApplication::builder),

	/** Files and the end of day. */
	BATCH(BatchJobsApplication.class, BatchJobsApplication::builder),

	/** The pages for merchants. */
	PORTAL(PortalApplication.class, PortalApplication::builder),

	/** The pages for the staff. */
	STAFF(PortalApplication.class, PortalApplication::builder);

	private final Class<?> main;

	private final Supplier<SpringApplicationBuilder> builder;

	Application(Class<?> main, Supplier<SpringApplicationBuilder> builder) {
		this.main = main;
		this.builder = builder;
	}

	/** The part with its management port. */
	Part management() {
		return switch (this) {
			case API -> Part.API_MANAGEMENT;
			case PORTAL -> Part.PORTAL_MANAGEMENT;
			case STAFF -> Part.STAFF_MANAGEMENT;
			default -> part();
		};
	}

	/** The part with its main port. */
	public Part part() {
		return switch (this) {
			case API -> Part.API;
			case STREAM -> Part.STREAM;
			case WEBHOOKS -> Part.WEBHOOKS;
			case BATCH -> Part.BATCH;
			case PORTAL -> Part.PORTAL;
			case STAFF -> Part.STAFF;
		};
	}

	/** The database role that it logs in as. */
	public RuntimeRole role() {
		return switch (this) {
			case API -> RuntimeRole.API;
			case STREAM -> RuntimeRole.STREAM;
			case WEBHOOKS -> RuntimeRole.WEBHOOK;
			case BATCH -> RuntimeRole.BATCH;
			case PORTAL -> RuntimeRole.PORTAL_MERCHANT;
			case STAFF -> RuntimeRole.PORTAL_STAFF;
		};
	}

	String mainClass() {
		return this.main.getName();
	}

	/** A builder for this JVM, which ends the application itself. */
	SpringApplicationBuilder newBuilder() {
		return this.builder.get().registerShutdownHook(false).initializers(Application::hideLaunchersVariables);
	}

	private static void hideLaunchersVariables(ConfigurableApplicationContext context) {
		Map<String, Object> others = new HashMap<>(context.getEnvironment().getSystemEnvironment());
		others.keySet().removeIf(ChildProcess::isLaunchersOwn);
		String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
		context.getEnvironment().getPropertySources().replace(name, new SystemEnvironmentPropertySource(name, others));
	}

	/** How an application runs. */
	public enum Mode {

		/** In this JVM. */
		IN_PROCESS,

		/** In its own JVM, which can be killed. */
		CHILD_PROCESS,

		/** Not started. */
		OFF

	}

}
