package dev.hundi.batch.statement.intake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hundi.batch.statement.common.Narrations;
import dev.hundi.batch.statement.csv.CsvProfile;
import dev.hundi.statement.ProposedProfile;
import dev.hundi.statement.StatementProfiles;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.ClassPathResource;

/** The profiles that an installation begins with, as the migration inserts them. */
public final class ShippedProfiles {

	private static final Pattern CONTENT = Pattern.compile("\\{\"name\":.*}(?=')");

	private static final Map<String, StatementProfile> profiles = read();

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

	private static Map<String, StatementProfile> read() {
		try {
			String migration = new ClassPathResource("db/migration/V065__create_statement_profile.sql")
				.getContentAsString(StandardCharsets.UTF_8);
			return CONTENT.matcher(migration)
				.results()
				.map((found) -> StatementProfiles.read(found.group()))
				.collect(Collectors.toMap(ProposedProfile::name, (each) -> StatementProfile.of(each.profile())));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
