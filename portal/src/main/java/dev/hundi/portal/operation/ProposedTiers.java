package dev.hundi.portal.operation;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Approval tiers of the bulk files of a business.
 *
 * @param before the tiers that the maker saw; agreeing fails if they are others meanwhile
 */
record ProposedTiers(UUID businessId, List<Tier> before, List<Tier> after) {

	ProposedTiers {
		before = List.copyOf(before);
		after = List.copyOf(after);
	}

	/** A file that pays more than {@code abovePaise} needs {@code people}. */
	record Tier(long abovePaise, int people) {
	}

	static List<Tier> list(SortedMap<Long, Integer> people) {
		return people.entrySet().stream().map((tier) -> new Tier(tier.getKey(), tier.getValue())).toList();
	}

	static SortedMap<Long, Integer> people(List<Tier> tiers) {
		SortedMap<Long, Integer> people = new TreeMap<>();
		tiers.forEach((tier) -> people.put(tier.abovePaise, tier.people));
		return people;
	}

}
