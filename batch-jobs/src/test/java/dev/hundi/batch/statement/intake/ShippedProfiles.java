package dev.hundi.batch.statement.intake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.csv.CsvProfile;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;

/** The profiles in {@code hundi-batch.yaml}. */
public final class ShippedProfiles {

	private static final Map<String, StatementProfile> profiles = bind();

	private ShippedProfiles() {
	}

	public static @Nullable CsvProfile csv(String name) {
		return named(name).csv();
	}

	public static Narrations narrations(String name) {
		return named(name).rules();
	}

	private static StatementProfile named(String name) {
		StatementProfile profile = profiles.get(name);
		if (profile == null) {
			throw new AssertionError(name + " is not among " + profiles.keySet());
		}
		return profile;
	}

	private static Map<String, StatementProfile> bind() {
		StandardEnvironment environment = new StandardEnvironment();
		try {
			new YamlPropertySourceLoader().load("batch", new ClassPathResource("hundi-batch.yaml"))
				.forEach(environment.getPropertySources()::addLast);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return Binder.get(environment)
			.bind("hundi.statement.profiles", Bindable.mapOf(String.class, StatementProfile.class))
			.get();
	}

}
