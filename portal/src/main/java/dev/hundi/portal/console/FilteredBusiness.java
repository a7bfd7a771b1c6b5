package dev.hundi.portal.console;

import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.portal.session.StaffOnly;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;

/** The business of a list's filter, which people give by its code. */
@StaffOnly
@Component
class FilteredBusiness {

	/** Of no business: an unknown code finds nothing. */
	private static final UUID NONE = new UUID(0, 0);

	private final JdbcClient jdbc;

	FilteredBusiness(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/**
	 * The id of the business, for the filter; shows the code, and the problem if there is
	 * no such business.
	 * @return null for all businesses
	 */
	@Nullable UUID read(String code, Model model) {
		String plain = code.strip().toUpperCase(Locale.ROOT);
		model.addAttribute("business", plain);
		if (plain.isEmpty()) {
			return null;
		}
		Optional<UUID> id = this.jdbc.sql("SELECT business_id FROM business WHERE business_code = :code")
			.param("code", plain)
			.query(UUID.class)
			.optional();
		if (id.isEmpty()) {
			model.addAttribute("businessProblem", "console.business.unknown");
		}
		return id.orElse(NONE);
	}

}
