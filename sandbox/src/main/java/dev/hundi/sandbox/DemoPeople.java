package dev.hundi.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

import dev.hundi.person.Audience;
import dev.hundi.person.Credentials;
import dev.hundi.person.People;
import dev.hundi.person.Person;
import dev.hundi.person.Role;
import dev.hundi.person.Roles;
import dev.hundi.portal.credential.Passwords;
import dev.hundi.portal.credential.Totp;
import org.jspecify.annotations.Nullable;

/**
 * The people of a sandbox: one for each role of each demo business, and one for each role
 * of the staff. All have the same password, so that it is hashed once.
 */
final class DemoPeople {

	private final Platform platform;

	private final Path staffFile;

	private final String password = "demo-%08x-%08x".formatted(new SecureRandom().nextInt(),
			new SecureRandom().nextInt());

	private @Nullable String hash;

	DemoPeople(Platform platform, Path directory) {
		this.platform = platform;
		this.staffFile = directory.resolve("demo-staff.json");
	}

	/** Creates a person for each role of a business. */
	List<DemoPerson> of(UUID businessId, String businessCode) {
		return create(Audience.MERCHANT, businessId, businessCode.toLowerCase(Locale.ROOT) + ".example");
	}

	/** The OWNER among the people of a business. */
	static DemoPerson owner(List<DemoPerson> people) {
		return people.stream().filter((person) -> person.role().equals(Role.OWNER.name())).findFirst().orElseThrow();
	}

	/** Returns the staff, created if absent. */
	List<DemoPerson> staff() {
		if (Files.exists(this.staffFile)) {
			List<DemoPerson> kept = List.of(PrivateFile.read(this.staffFile, DemoPerson[].class));
			People people = this.platform.bean(People.class);
			if (kept.stream().allMatch((person) -> people.byEmail(Audience.STAFF, person.user()).isPresent())) {
				return kept;
			}
		}
		List<DemoPerson> created = create(Audience.STAFF, null, "hundi.example");
		PrivateFile.write(this.staffFile, created);
		return created;
	}

	private List<DemoPerson> create(Audience audience, @Nullable UUID businessId, String domain) {
		List<DemoPerson> people = new ArrayList<>();
		for (Role role : Role.of(audience)) {
			String name = role.name().replace('_', ' ').toLowerCase(Locale.ROOT);
			Person person = new Person(UUID.randomUUID(), audience, name.replace(' ', '.') + "@" + domain,
					Character.toUpperCase(name.charAt(0)) + name.substring(1));
			byte[] secret = new Totp().newSecret();
			this.platform.bean(People.class).add(person);
			this.platform.bean(Roles.class).grant(person.personId(), businessId, role, null);
			Credentials credentials = this.platform.bean(Credentials.class);
			credentials.setPassword(person.personId(), hash());
			credentials.setTotp(person.personId(), credentials.encrypt(person.personId(), secret), 0);
			people.add(new DemoPerson(role.name(), person.email(), this.password, Totp.base32(secret)));
		}
		return List.copyOf(people);
	}

	private String hash() {
		String known = this.hash;
		if (known == null) {
			known = new Passwords().hash(this.password);
			this.hash = known;
		}
		return known;
	}

}
