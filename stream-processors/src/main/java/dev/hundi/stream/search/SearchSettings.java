package dev.hundi.stream.search;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The search index: {@code hundi.search.*}.
 *
 * @param interval pause between two rounds. Every search reads the unindexed payouts of
 * this interval plus two seconds, so a longer interval makes searches slower and indexing
 * cheaper
 */
public record SearchSettings(@DefaultValue("10s") Duration interval) {

	public SearchSettings {
		if (interval.isNegative() || interval.isZero()) {
			throw new IllegalArgumentException("hundi.search.interval must be above zero");
		}
	}

}
