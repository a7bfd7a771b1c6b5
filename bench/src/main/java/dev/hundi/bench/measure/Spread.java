package dev.hundi.bench.measure;

import java.util.List;

/**
 * Median and extremes of several runs, because machines are noisy.
 */
public record Spread(double min, double median, double max) {

	public static Spread of(List<Double> figures) {
		double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
		int middle = sorted.length / 2;
		double median = (sorted.length % 2 == 1) ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
		return new Spread(sorted[0], median, sorted[sorted.length - 1]);
	}

	/** Formats as {@code 1.66 (1.52–1.78)}. */
	public String text(int decimals) {
		String number = "%,." + decimals + "f";
		return (number + " (" + number + "–" + number + ")").formatted(this.median, this.min, this.max);
	}

}
