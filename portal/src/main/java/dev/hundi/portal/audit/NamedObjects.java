package dev.hundi.portal.audit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.hundi.audit.AuditEvent;
import dev.hundi.person.Audience;
import dev.hundi.person.Person;
import dev.hundi.portal.session.PortalAddress;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The present names of what events are about. Events are never erased and have ids only;
 * what is erased has no name here.
 */
@Repository
class NamedObjects {

	private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

	private final JdbcClient jdbc;

	private final PortalAddress address;

	NamedObjects(JdbcClient jdbc, PortalAddress address) {
		this.jdbc = jdbc;
		this.address = address;
	}

	/**
	 * Names of people, invitations, principals, endpoints and payees by the object of an
	 * event, and of those who acted and have left the business. The staff reads no
	 * payees.
	 * @param business null for the chain of the staff
	 */
	@Transactional(propagation = Propagation.MANDATORY)
	public Map<String, String> names(@Nullable UUID business, List<AuditEvent> events) {
		List<String> objects = Stream
			.concat(events.stream().map(AuditEvent::object), events.stream().map(NamedObjects::hiddenActor))
			.filter(Objects::nonNull)
			.distinct()
			.toList();
		Map<String, String> names = people(objects);
		if (business != null && this.address.audience() == Audience.MERCHANT) {
			names.putAll(payees(business, objects));
		}
		return names;
	}

	/** The names of people, also of those who have left, by id. */
	@Transactional(propagation = Propagation.MANDATORY)
	public Map<String, String> ofPeople(List<UUID> ids) {
		return people(ids.stream().map(UUID::toString).toList());
	}

	private static @Nullable String hiddenActor(AuditEvent event) {
		UUID person = event.actor().personId();
		return (person != null && event.personName() == null) ? person.toString() : null;
	}

	/** A business cannot read a person who left it, but the invitation. */
	private Map<String, String> people(List<String> objects) {
		Map<String, String> names = new HashMap<>();
		this.jdbc
			.sql("""
					SELECT 1 AS rank, person_id AS id, person_name || ', ' || email AS name FROM person
					 WHERE person_id = ANY (:ids::uuid[]) AND email NOT LIKE :erased
					UNION ALL
					SELECT 2, used_by, email FROM invitation WHERE used_by = ANY (:ids::uuid[]) AND email <> 'erased@invalid'
					UNION ALL
					SELECT 3, invitation_id, email FROM invitation
					 WHERE invitation_id = ANY (:ids::uuid[]) AND email <> 'erased@invalid'
					UNION ALL
					SELECT 4, endpoint_id, url FROM webhook_endpoint WHERE endpoint_id = ANY (:ids::uuid[])
					UNION ALL
					SELECT 5, principal_id, principal_name FROM onboarding_principal
					 WHERE principal_id = ANY (:ids::uuid[]) AND principal_name <> 'ERASED'
					 ORDER BY rank
					""")
			.param("ids", ids(objects))
			.param("erased", Person.ERASED_EMAIL)
			.query((row) -> {
				names.putIfAbsent(row.getString("id"), row.getString("name"));
			});
		return names;
	}

	private Map<String, String> payees(UUID business, List<String> objects) {
		Map<String, String> names = new HashMap<>();
		this.jdbc.sql("""
				SELECT beneficiary_id, beneficiary_code, name FROM beneficiary
				 WHERE business_id = :business AND erased_at IS NULL
				   AND (beneficiary_id = ANY (:ids::uuid[]) OR beneficiary_code = ANY (:objects))
				""")
			.param("business", business)
			.param("ids", ids(objects))
			.param("objects", objects.toArray(String[]::new))
			.query((row) -> {
				names.put(row.getString("beneficiary_id"), row.getString("name"));
				names.put(row.getString("beneficiary_code"), row.getString("name"));
			});
		return names;
	}

	private static String[] ids(List<String> objects) {
		return objects.stream().filter((object) -> ID.matcher(object).matches()).toArray(String[]::new);
	}

}
