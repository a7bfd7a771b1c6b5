package dev.hundi.person;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Who has which role. The database refuses that a person grants a role to itself, and the
 * removal of the last OWNER of a business and of the last ADMIN.
 */
@Repository
public class Roles {

	private final JdbcClient jdbc;

	Roles(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The businesses of a person, with its roles, by name. */
	public List<Workplace> workplaces(UUID personId) {
		Map<UUID, Workplace> found = new LinkedHashMap<>();
		this.jdbc.sql("""
				SELECT b.business_id, b.business_code, b.business_name, m.role
				  FROM membership m JOIN business b ON b.business_id = m.business_id
				 WHERE m.person_id = :person ORDER BY b.business_name, b.business_id, m.role
				""").param("person", personId).query((row) -> {
			UUID id = row.getObject("business_id", UUID.class);
			Workplace place = found.get(id);
			if (place == null) {
				place = new Workplace(id, row.getString("business_code"), row.getString("business_name"),
						EnumSet.noneOf(Role.class));
				found.put(id, place);
			}
			place.roles().add(Role.valueOf(row.getString("role")));
		});
		return List.copyOf(found.values());
	}

	/**
	 * Waits until those who take roles of a person away have committed; what is read
	 * afterwards in a statement of its own is what they left.
	 */
	public void awaitRemovals(UUID personId) {
		this.jdbc.sql("SELECT await_removals_of_roles(:person)").param("person", personId).query().listOfRows();
	}

	/** The roles of a member of the staff. */
	public Set<Role> staffRoles(UUID personId) {
		Set<Role> roles = EnumSet.noneOf(Role.class);
		this.jdbc.sql("SELECT role FROM staff_role WHERE person_id = :person")
			.param("person", personId)
			.query(String.class)
			.list()
			.forEach((role) -> roles.add(Role.valueOf(role)));
		return roles;
	}

	/**
	 * The people of a business, or of the staff, with their roles, by name.
	 * @param businessId null for the staff
	 */
	public List<Colleague> colleagues(@Nullable UUID businessId) {
		Map<UUID, Colleague> found = new LinkedHashMap<>();
		this.jdbc.sql((businessId != null) ? """
				SELECT p.person_id, p.person_name, p.email, r.role
				  FROM membership r JOIN person p ON p.person_id = r.person_id
				 WHERE r.business_id = :business ORDER BY lower(p.person_name), p.person_id
				""" : """
				SELECT p.person_id, p.person_name, p.email, r.role
				  FROM staff_role r JOIN person p ON p.person_id = r.person_id
				 ORDER BY lower(p.person_name), p.person_id
				""").param("business", businessId).query((row) -> {
			UUID id = row.getObject("person_id", UUID.class);
			Colleague colleague = found.get(id);
			if (colleague == null) {
				colleague = new Colleague(id, row.getString("person_name"), row.getString("email"),
						EnumSet.noneOf(Role.class));
				found.put(id, colleague);
			}
			colleague.roles().add(Role.valueOf(row.getString("role")));
		});
		return new ArrayList<>(found.values());
	}

	/**
	 * Waits for other transactions that change the roles of a person, so that what is
	 * read afterwards is what they left.
	 */
	public void lock(UUID personId) {
		this.jdbc.sql("SELECT 1 FROM pg_advisory_xact_lock(hashtextextended('roles ' || :person::uuid, 0))")
			.param("person", personId)
			.query(Integer.class)
			.single();
	}

	/**
	 * Grants a role; does nothing if the person has it.
	 * @param businessId null for a role of the staff
	 * @param grantedBy null for the first people of a business or an installation
	 * @throws org.springframework.dao.DataIntegrityViolationException if a person grants
	 * to itself
	 */
	public void grant(UUID personId, @Nullable UUID businessId, Role role, @Nullable UUID grantedBy) {
		this.jdbc.sql((role.audience() == Audience.MERCHANT) ? """
				INSERT INTO membership (person_id, business_id, role, granted_by)
				VALUES (:person, :business, :role, :by) ON CONFLICT DO NOTHING
				""" : """
				INSERT INTO staff_role (person_id, role, granted_by) VALUES (:person, :role, :by) ON CONFLICT DO NOTHING
				""")
			.param("person", personId)
			.param("business", businessId)
			.param("role", role.name())
			.param("by", grantedBy)
			.update();
	}

	/**
	 * Takes a role away.
	 * @param businessId null for a role of the staff
	 * @return whether the person had it
	 * @throws org.springframework.dao.DataIntegrityViolationException if it is the last
	 * OWNER or ADMIN
	 */
	public boolean revoke(UUID personId, @Nullable UUID businessId, Role role) {
		return this.jdbc.sql((role.audience() == Audience.MERCHANT) ? """
				DELETE FROM membership WHERE person_id = :person AND business_id = :business AND role = :role
				""" : """
				DELETE FROM staff_role WHERE person_id = :person AND role = :role
				""").param("person", personId).param("business", businessId).param("role", role.name()).update() == 1;
	}

	/** A business of a person, with the person's roles there. */
	public record Workplace(UUID businessId, String businessCode, String businessName, Set<Role> roles) {
	}

	/** A person of a business or of the staff, with its roles there. */
	public record Colleague(UUID personId, String name, String email, Set<Role> roles) {
	}

}
