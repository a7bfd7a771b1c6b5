package dev.hundi.portal.session;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.hundi.person.Role;

import org.springframework.security.authorization.AllRequiredFactorsAuthorizationManager;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;

/**
 * What {@code @PreAuthorize} asks: {@code @rights.any('OWNER')}, and
 * {@code @rights.confirmed('OWNER')} for acts that need a second factor of the last
 * minutes.
 */
@Component("rights")
public class Rights {

	/** How long a second factor counts as fresh. */
	public static final Duration CONFIRMED_FOR = Duration.ofMinutes(5);

	/** Who reads payouts, wallet, beneficiaries and files. */
	public static final String READS_MONEY = "@rights.any('OWNER', 'MAKER', 'CHECKER', 'VIEWER')";

	/** Who creates and changes what payouts are made of. */
	public static final String MAKES = "@rights.any('OWNER', 'MAKER')";

	/** The roles of {@link #READS_MONEY}. */
	public static final List<Role> OF_MONEY = List.of(Role.OWNER, Role.MAKER, Role.CHECKER, Role.VIEWER);

	private static final String CONFIRMED = "FACTOR_CONFIRMED";

	private final AllRequiredFactorsAuthorizationManager<Object> confirmation = AllRequiredFactorsAuthorizationManager
		.builder()
		.requireFactor((factor) -> factor.authority(CONFIRMED).validDuration(CONFIRMED_FOR))
		.build();

	/**
	 * Whether the person has one of the roles; without roles, whether it is signed in.
	 */
	public AuthorizationResult any(String... roles) {
		Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
		return new AuthorizationDecision(
				authentication != null && authentication.getPrincipal() instanceof SignedIn person && (roles.length == 0
						|| person.roles().stream().anyMatch((role) -> List.of(roles).contains(role.name()))));
	}

	/**
	 * Whether the person has one of the roles and gave a second factor in the last
	 * minutes.
	 */
	public AuthorizationResult confirmed(String... roles) {
		AuthorizationResult role = any(roles);
		return role.isGranted()
				? this.confirmation.authorize(() -> SecurityContextHolder.getContext().getAuthentication(), this)
				: role;
	}

	/** An authentication of a person that gave a second factor at a moment. */
	public static Authentication authentication(SignedIn person, Instant confirmedAt) {
		List<GrantedAuthority> authorities = new ArrayList<>();
		person.roles().forEach((role) -> authorities.add(new SimpleGrantedAuthority("ROLE_" + role.name())));
		authorities.add(FactorGrantedAuthority.withAuthority(CONFIRMED).issuedAt(confirmedAt).build());
		return UsernamePasswordAuthenticationToken.authenticated(person, null, authorities);
	}

	/** When the person gave its last second factor. */
	public static Instant confirmedAt(Authentication authentication) {
		return authentication.getAuthorities()
			.stream()
			.filter(FactorGrantedAuthority.class::isInstance)
			.map(FactorGrantedAuthority.class::cast)
			.map(FactorGrantedAuthority::getIssuedAt)
			.findFirst()
			.orElse(Instant.EPOCH);
	}

}
