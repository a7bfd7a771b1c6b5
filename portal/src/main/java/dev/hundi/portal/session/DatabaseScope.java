package dev.hundi.portal.session;

import java.util.UUID;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Whose rows a transaction may see: by default those of the signed-in person and the
 * business of its session, and none before sign-in.
 */
public record DatabaseScope(@Nullable UUID personId, @Nullable UUID businessId) {

	private static final ScopedValue<DatabaseScope> scopes = ScopedValue.newInstance();

	/**
	 * Runs an action for a person and a business that are known without a session, such
	 * as by an invitation.
	 */
	public static <T> T as(UUID personId, @Nullable UUID businessId, Supplier<T> action) {
		return ScopedValue.where(scopes, new DatabaseScope(personId, businessId)).call(action::get);
	}

	static DatabaseScope present() {
		if (scopes.isBound()) {
			return scopes.get();
		}
		Authentication authentication = SecurityContextHolder.getContext().getAuthentication();
		return (authentication != null && authentication.getPrincipal() instanceof SignedIn person)
				? new DatabaseScope(person.personId(), person.businessId()) : new DatabaseScope(null, null);
	}

}
