package dev.hundi.api.input;

import java.math.BigDecimal;
import java.util.Random;

import dev.hundi.money.Rupees;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RupeeAmountTests {

	@ParameterizedTest
	@ValueSource(strings = { "", "1", "1.", "1.0", "1.000", ".50", "01.00", "00.00", "-1.00", "+1.00", "1e2", "1.00e2",
			"1,000.00", " 1.00", "1.00 ", "1.00\n", "0x1.00", "NaN", "१.००", "1٫00", "1.0a" })
	void rejectsTextThatIsNotAPlainDecimal(String text) {
		assertThat(RupeeAmount.paise(text)).isEmpty();
	}

	@Test
	void parsesPaiseExactly() {
		assertThat(RupeeAmount.paise("0.00")).hasValue(0);
		assertThat(RupeeAmount.paise("0.01")).hasValue(1);
		assertThat(RupeeAmount.paise("499999999.99")).hasValue(49_999_999_999L);
		assertThat(RupeeAmount.paise("999999999999999.99")).hasValue(99_999_999_999_999_999L);
	}

	@Test
	void treatsAmountBeyondLongAsTheLargest() {
		assertThat(RupeeAmount.paise("10000000000000000.00")).hasValue(Long.MAX_VALUE);
		assertThat(RupeeAmount.paise("9".repeat(300) + ".99")).hasValue(Long.MAX_VALUE);
	}

	/** A text is an amount exactly if formatting its number yields the same text. */
	@Test
	void agreesWithDecimalArithmeticOnRandomText() {
		long seed = System.nanoTime();
		Random random = new Random(seed);
		String alphabet = "00112345678999....+-eE,_ '%fd१٠\u00a0";
		int amounts = 0;
		for (int i = 0; i < 200_000; i++) {
			StringBuilder builder = new StringBuilder();
			for (int length = random.nextInt(9); length > 0; length--) {
				builder.append(alphabet.charAt(random.nextInt(alphabet.length())));
			}
			String text = builder.append(random.nextInt(3) == 0 ? "" : ".%02d".formatted(random.nextInt(100)))
				.toString();
			boolean amount = isPlainWithTwoDecimals(text);

			assertThat(RupeeAmount.paise(text).isPresent()).as("seed %d: %s", seed, text).isEqualTo(amount);
			if (amount) {
				amounts++;
				assertThat(RupeeAmount.paise(text)).as("seed %d: %s", seed, text)
					.hasValue(new BigDecimal(text).movePointRight(2).longValueExact());
			}
		}
		assertThat(amounts).as("amounts among the texts, seed %d", seed).isGreaterThan(1000);
	}

	private static boolean isPlainWithTwoDecimals(String text) {
		try {
			BigDecimal number = new BigDecimal(text);
			return number.scale() == 2 && number.signum() >= 0 && number.toPlainString().equals(text);
		}
		catch (NumberFormatException ex) {
			return false;
		}
	}

	@Test
	void parsesWhatRupeesFormats() {
		long seed = System.nanoTime();
		Random random = new Random(seed);
		for (int i = 0; i < 10_000; i++) {
			long paise = random.nextLong(0, 99_999_999_999_999_999L) >> random.nextInt(56);
			String text = Rupees.format(paise);

			assertThat(RupeeAmount.paise(text)).as("seed %d: %s", seed, text).hasValue(paise);
			assertThat(new BigDecimal(text).movePointRight(2).longValueExact()).isEqualTo(paise);
		}
	}

}
