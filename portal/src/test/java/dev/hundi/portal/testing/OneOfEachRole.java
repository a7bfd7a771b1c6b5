package dev.hundi.portal.testing;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import dev.hundi.person.Audience;
import dev.hundi.person.Role;
import org.jspecify.annotations.Nullable;

/** A signed-in person for each role of an audience, such as owner@example.com. */
public final class OneOfEachRole {

	private final Map<Role, Member> members = new EnumMap<>(Role.class);

	private final Map<Role, Visitor> visitors = new EnumMap<>(Role.class);

	private OneOfEachRole(TestPortal portal, TestPortal.Copy copy, Audience audience, @Nullable UUID businessId) {
		for (Role role : Role.of(audience)) {
			Member member = portal.person(role.name().toLowerCase(Locale.ROOT) + "@example.com", businessId, role);
			this.members.put(role, member);
			this.visitors.put(role, Visitor.signedIn(copy.url(), member));
		}
	}

	public static OneOfEachRole ofStaff(TestPortal portal, TestPortal.Copy staff) {
		return new OneOfEachRole(portal, staff, Audience.STAFF, null);
	}

	public static OneOfEachRole ofBusiness(TestPortal portal, TestPortal.Copy merchants, UUID businessId) {
		return new OneOfEachRole(portal, merchants, Audience.MERCHANT, businessId);
	}

	public Visitor as(Role role) {
		return Objects.requireNonNull(this.visitors.get(role));
	}

	public Member member(Role role) {
		return Objects.requireNonNull(this.members.get(role));
	}

}
