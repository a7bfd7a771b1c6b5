package dev.hundi.stream.processor;

import java.util.Set;

/**
 * The processors that this instance runs: {@code hundi.processors}.
 *
 * @param enabled unordered
 */
public record Processors(Set<Processor> enabled) {

	public Processors {
		enabled = Set.copyOf(enabled);
	}

	public boolean runs(Processor processor) {
		return this.enabled.contains(processor);
	}

}
