package dev.hundi.business;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * The IP rules of each business. Without one every address is allowed; the first rule
 * blocks all other addresses. A change takes effect within five seconds in every process.
 */
@Repository
public class IpRules {

	/** Bounds what is read with each API key. */
	public static final int MAX_RULES = 100;

	private final JdbcClient jdbc;

	IpRules(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** The rules of a business in CIDR notation, ordered by address. */
	public List<String> list(UUID businessId) {
		return this.jdbc.sql("SELECT network::text FROM ip_rule WHERE business_id = :business ORDER BY ip_rule.network")
			.param("business", businessId)
			.query(String.class)
			.list();
	}

	/**
	 * The notation in which an address or a network is stored; empty if the text is
	 * neither, or has bits set to the right of its prefix.
	 */
	public static Optional<String> canonical(String network) {
		try {
			return Optional.of(IpNetworks.canonical(network));
		}
		catch (IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/**
	 * Adds an address or a network, such as {@code 203.0.113.7} or {@code 2001:db8::/32}.
	 * @return whether it is new
	 * @throws IllegalArgumentException if the text is neither, has bits set to the right
	 * of its prefix, or the business does not exist or has 100 entries already
	 */
	@Transactional
	public boolean add(UUID businessId, String network) {
		String canonical = IpNetworks.canonical(network);
		if (this.jdbc.sql("SELECT business_id FROM business WHERE business_id = :business FOR NO KEY UPDATE")
			.param("business", businessId)
			.query(UUID.class)
			.optional()
			.isEmpty()) {
			throw new IllegalArgumentException("Unknown business " + businessId);
		}
		List<String> listed = list(businessId);
		if (listed.contains(canonical)) {
			return false;
		}
		if (listed.size() >= MAX_RULES) {
			throw new IllegalArgumentException("A business lists at most " + MAX_RULES + " addresses and networks");
		}
		return this.jdbc.sql("""
				INSERT INTO ip_rule (business_id, network) VALUES (:business, :network::cidr) ON CONFLICT DO NOTHING
				""").param("business", businessId).param("network", canonical).update() == 1;
	}

	/**
	 * Removes a rule.
	 * @return whether it existed
	 * @throws IllegalArgumentException if the text is no address and no network
	 */
	public boolean remove(UUID businessId, String network) {
		return this.jdbc.sql("DELETE FROM ip_rule WHERE business_id = :business AND network = :network::cidr")
			.param("business", businessId)
			.param("network", IpNetworks.canonical(network))
			.update() == 1;
	}

}
