package dev.hundi.batch.bulk;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AmountTextTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "1500|1500", "1500.5|1500.5", "0.10|0.10", "5.|5.", "007|007", "1,500.00|1500.00",
					"1,50,000|150000", "150,000.50|150000.50", "₹ 1,500|1500", "Rs. 15|15", "inr15.00|15.00" })
	void removesSignAndGroups(String text, String plain) {
		assertThat(AmountText.plain(text)).isEqualTo(plain);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = { "''", ".5", "1.5.0", "15,00", "-15", "1e5", "USD 15", "1 500", "١٥" })
	void leavesOtherTextsAsTheyAre(String text) {
		assertThat(AmountText.plain(text)).isEqualTo(text);
	}

}
