package dev.hundi.portal.web;

import java.util.List;

import dev.hundi.person.Role;

/**
 * A part of the portal: an entry of the navigation, and the paths that signed-in people
 * reach. A path that no section lists is refused. Each feature declares its section as a
 * bean; the classes that act check roles themselves.
 *
 * @param order among the entries of the navigation
 * @param key of the text {@code nav.KEY}, or empty for a section without an entry
 * @param page where the entry leads
 * @param roles who sees the entry; empty for every signed-in person
 * @param paths patterns as {@code requestMatchers} reads them
 */
public record Section(int order, String key, String page, List<Role> roles, List<String> paths) {

	public Section {
		roles = List.copyOf(roles);
		paths = List.copyOf(paths);
	}

	/** Whether the navigation of a person with these roles has the entry. */
	public boolean isEntryFor(Iterable<Role> held) {
		if (this.key.isEmpty()) {
			return false;
		}
		for (Role role : held) {
			if (this.roles.contains(role)) {
				return true;
			}
		}
		return this.roles.isEmpty();
	}

}
