package dev.hundi.sandbox;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Keeps security, sessions, templates and mail of the portal out of the other
 * applications, which run on the class path of the sandbox too.
 */
class PortalPartsOfSpring implements AutoConfigurationImportFilter, EnvironmentAware {

	private static final List<String> PACKAGES = List.of("org.springframework.boot.security.",
			"org.springframework.boot.session.", "org.springframework.boot.thymeleaf.",
			"org.springframework.boot.mail.");

	private boolean isPortal;

	@Override
	public void setEnvironment(Environment environment) {
		this.isPortal = environment.containsProperty("hundi.portal.audience");
	}

	@Override
	public boolean[] match(@Nullable String[] classes, AutoConfigurationMetadata metadata) {
		boolean[] kept = new boolean[classes.length];
		for (int i = 0; i < classes.length; i++) {
			String name = classes[i];
			kept[i] = this.isPortal || name == null || PACKAGES.stream().noneMatch(name::startsWith);
		}
		return kept;
	}

}
