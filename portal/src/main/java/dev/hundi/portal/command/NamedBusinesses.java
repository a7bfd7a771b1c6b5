package dev.hundi.portal.command;

import java.sql.Types;
import java.util.Optional;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The businesses that the JSON routes name, by id or by code. */
@Component
class NamedBusinesses {

	private final JdbcClient jdbc;

	NamedBusinesses(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * The id of a business.
	 * @param idOrCode its id, whether or not there is such a business, or its code
	 * without case
	 * @throws org.springframework.web.server.ResponseStatusException 404 if no business
	 * has the code
	 */
	UUID id(String idOrCode) {
		return uuid(idOrCode).or(() -> byCode(idOrCode))
			.orElseThrow(() -> CommandErrors.missing("business " + idOrCode));
	}

	/** The same, or null for null. */
	@Nullable UUID idOrNull(@Nullable String idOrCode) {
		return (idOrCode != null) ? id(idOrCode) : null;
	}

	/** The business with an id or, without case, a code. */
	Optional<Named> find(String idOrCode) {
		return this.jdbc.sql(
				"SELECT business_id, business_code FROM business WHERE business_id = :id OR business_code = upper(:code)")
			.param("id", uuid(idOrCode).orElse(null), Types.OTHER)
			.param("code", idOrCode)
			.query(Named.class)
			.optional();
	}

	record Named(UUID businessId, String businessCode) {
	}

	/** The name of a business that exists. */
	String name(UUID businessId) {
		return this.jdbc.sql("SELECT business_name FROM business WHERE business_id = :business")
			.param("business", businessId)
			.query(String.class)
			.single();
	}

	private Optional<UUID> byCode(String code) {
		return this.jdbc.sql("SELECT business_id FROM business WHERE business_code = upper(:code)")
			.param("code", code)
			.query(UUID.class)
			.optional();
	}

	private static Optional<UUID> uuid(String text) {
		try {
			return Optional.of(UUID.fromString(text));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

}
