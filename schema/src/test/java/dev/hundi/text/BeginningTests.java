package dev.hundi.text;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class BeginningTests {

	@ParameterizedTest
	@CsvSource({ "'', ''", "abc, abc", "abcd, abc", "ab😀, ab", "a😀b, a😀", "a😀, a😀" })
	void isAtMostAsLongAndDividesNoCharacter(String text, String beginning) {
		assertThat(Beginning.of(text, 3)).isEqualTo(beginning);
	}

}
