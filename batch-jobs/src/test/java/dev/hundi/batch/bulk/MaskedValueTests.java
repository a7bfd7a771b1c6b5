package dev.hundi.batch.bulk;

import dev.hundi.bulk.BulkColumn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class MaskedValueTests {

	@ParameterizedTest
	@CsvSource({ "9876543, •••••••", "98765432, ••••5432", "Asha 😀rao, ••••rao", "Asha r😀ao, ••••😀ao" })
	void showsAtMostFourCharactersOfWhatNamesAPayee(String value, String shown) {
		assertThat(MaskedValue.of(BulkColumn.NAME, value)).isEqualTo(shown);
	}

	@Test
	void cutsOtherValuesBetweenCharacters() {
		String fits = "x".repeat(39);
		assertThat(MaskedValue.of(BulkColumn.RAIL, fits + "y")).isEqualTo(fits + "y");
		assertThat(MaskedValue.of(BulkColumn.RAIL, fits + "yz")).isEqualTo(fits + "y…");
		assertThat(MaskedValue.of(BulkColumn.RAIL, fits + "😀")).isEqualTo(fits + "…");
	}

}
