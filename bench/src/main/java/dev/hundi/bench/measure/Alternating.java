package dev.hundi.bench.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * Two ways to do the same work, measured in turn, A B B A, so that a drift of the machine
 * hits both.
 *
 * @param one figures of the first way
 * @param other figures of the second way
 * @param ratio the first divided by the second, pair by pair
 */
public record Alternating(Spread one, Spread other, Spread ratio) {

	/**
	 * Measures pairs.
	 * @throws Exception of a run
	 */
	public static Alternating pairs(int pairs, Run one, Run other) throws Exception {
		List<Double> ones = new ArrayList<>();
		List<Double> others = new ArrayList<>();
		List<Double> ratios = new ArrayList<>();
		for (int i = 0; i < pairs; i++) {
			if (i % 2 == 0) {
				ones.add(one.measure());
				others.add(other.measure());
			}
			else {
				others.add(other.measure());
				ones.add(one.measure());
			}
			ratios.add(ones.getLast() / others.getLast());
		}
		return new Alternating(Spread.of(ones), Spread.of(others), Spread.of(ratios));
	}

	/** One measurement. */
	@FunctionalInterface
	public interface Run {

		double measure() throws Exception;

	}

}
