package dev.hundi.portal.developer;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.hundi.audit.AuditTrail;
import dev.hundi.business.IpNetworks;
import dev.hundi.business.IpRules;
import dev.hundi.letter.LetterKind;
import dev.hundi.letter.Letters;
import dev.hundi.person.Role;
import dev.hundi.portal.session.CurrentPerson;
import dev.hundi.portal.session.MerchantOnly;

import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Adds and removes the addresses from which the business may call the API. */
@MerchantOnly
@Component
class ChangeIpRules {

	private final CurrentPerson current;

	private final IpRules rules;

	private final DeveloperRequests requests;

	private final Letters letters;

	private final AuditTrail audit;

	ChangeIpRules(CurrentPerson current, IpRules rules, DeveloperRequests requests, Letters letters, AuditTrail audit) {
		this.current = current;
		this.rules = rules;
		this.requests = requests;
		this.letters = letters;
		this.audit = audit;
	}

	@Transactional(readOnly = true)
	@PreAuthorize("@rights.any('OWNER', 'DEVELOPER')")
	public List<String> list() {
		return this.rules.list(this.current.businessId());
	}

	/**
	 * Adds an address or a network, or asks a second person to approve the first one.
	 * @param anyway whether to add it although the person's own address is not allowed
	 * afterwards
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Outcome add(String text, boolean anyway) {
		Optional<String> network = IpRules.canonical(text);
		if (network.isEmpty()) {
			return new Outcome.Refused("developers.ip.invalid");
		}
		List<String> before = this.rules.list(this.current.businessId());
		if (before.contains(network.get())) {
			return new Outcome.Refused("developers.ip.exists");
		}
		if (before.size() >= IpRules.MAX_RULES) {
			return new Outcome.Refused("developers.ip.full");
		}
		List<String> after = new ArrayList<>(before);
		after.add(network.get());
		if (!anyway && locksOut(before, after)) {
			return new Outcome.Warned("developers.ip.warning");
		}
		if (!before.isEmpty()) {
			apply(network.get());
			return new Outcome.Done();
		}
		if (this.requests.isOpen(this.current.businessId(), DeveloperRequest.FIRST_IP_RULE)) {
			return new Outcome.Refused("developers.requests.open");
		}
		this.requests.ask(DeveloperRequest.FIRST_IP_RULE, this.current.businessId(), this.current.get().personId(),
				network.get(), network.get());
		this.audit.record(this.current.businessId(), this.current.actor(), "FIRST_IP_RULE_ASKED", network.get(),
				Map.of(), Map.of());
		return new Outcome.Asked();
	}

	/** Adds a network in the transaction of its approval. */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'CHECKER')")
	public void addApproved(String network) {
		apply(network);
	}

	/**
	 * Removes an address or a network.
	 * @param anyway whether to remove it although the person's own address is not allowed
	 * afterwards, or every address is
	 */
	@Transactional
	@PreAuthorize("@rights.confirmed('OWNER', 'DEVELOPER')")
	public Outcome remove(String network, boolean anyway) {
		List<String> before = this.rules.list(this.current.businessId());
		if (!before.contains(network)) {
			return IpRules.canonical(network)
				.filter(network::equals)
				.<Outcome>map(Outcome.Gone::new)
				.orElseGet(Outcome.Unknown::new);
		}
		List<String> after = before.stream().filter((other) -> !other.equals(network)).toList();
		if (!anyway && after.isEmpty()) {
			return new Outcome.Warned("developers.ip.warning.last");
		}
		if (!anyway && locksOut(before, after)) {
			return new Outcome.Warned("developers.ip.warning");
		}
		this.rules.remove(this.current.businessId(), network);
		changed("IP_RULE_REMOVED", network);
		return new Outcome.Done();
	}

	private void apply(String network) {
		if (this.rules.add(this.current.businessId(), network)) {
			changed("IP_RULE_ADDED", network);
		}
	}

	private void changed(String act, String network) {
		this.audit.record(this.current.businessId(), this.current.actor(), act, network, Map.of(), Map.of());
		this.letters.write(this.current.businessId(), List.of(Role.OWNER, Role.DEVELOPER), LetterKind.IP_RULE_CHANGED,
				Objects.requireNonNullElse(this.current.get().businessName(), ""), network, act);
	}

	private boolean locksOut(List<String> before, List<String> after) {
		String address = Objects.requireNonNullElse(this.current.actor().address(), "");
		InetAddress own = InetAddress.ofLiteral(address.replaceAll("%.*", ""));
		return IpNetworks.of(before).allows(own) && !IpNetworks.of(after).allows(own);
	}

}
