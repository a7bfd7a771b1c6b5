package dev.hundi.statement;

import java.util.function.Supplier;

/**
 * Amounts of a statement file that add up to more paise than a long holds. Their file
 * cannot be loaded.
 */
public final class SumTooLargeException extends RuntimeException {

	private static final long serialVersionUID = 1;

	private SumTooLargeException(String sum, ArithmeticException cause) {
		super(sum + " add up to more than 92,23,37,20,36,85,47,758.07 rupees", cause);
	}

	/**
	 * Adds two amounts.
	 * @param sum what they are summands of, in the plural
	 * @throws SumTooLargeException if the result is too large
	 */
	public static long add(long firstPaise, long secondPaise, Supplier<String> sum) {
		try {
			return Math.addExact(firstPaise, secondPaise);
		}
		catch (ArithmeticException ex) {
			throw new SumTooLargeException(sum.get(), ex);
		}
	}

}
