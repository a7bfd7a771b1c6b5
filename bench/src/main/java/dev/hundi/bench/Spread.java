package dev.hundi.bench;

import java.util.List;

/**
 * The middle and the ends of what several runs came to: machines are noisy.
 */
record Spread(double min, double median, double max) {

	static Spread of(List<Double> figures) {
		double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
		int middle = sorted.length / 2;
		double median = (sorted.length % 2 == 1) ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
		return new Spread(sorted[0], median, sorted[sorted.length - 1]);
	}

	/** As text, such as {@code 1.66 (1.52–1.78)}. */
	String text(int decimals) {
		String number = "%,." + decimals + "f";
		return (number + " (" + number + "–" + number + ")").formatted(this.median, this.min, this.max);
	}

}
