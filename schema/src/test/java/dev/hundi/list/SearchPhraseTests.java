package dev.hundi.list;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SearchPhraseTests {

	@ParameterizedTest
	@CsvSource(textBlock = """
			ORD-2026-00123456,      %0123456%
			325000123456,           %0123456%
			TXN20261121PMYR7DG9NN,  %1121PMY%
			sita40002@upi,          %0002@up%
			ramesh kumar,           %ramesh kumar%
			HDFC,                   %HDFC%
			12,                     %12%
			😀123456,                %😀123456%
			1234ab😀cd,              %1234ab😀%
			""")
	void searchesTheIndexForTheLastDigitsOfReferencesAndForWholeWords(String phrase, String pattern) {
		assertThat(new SearchPhrase(phrase).anchorPattern()).isEqualTo(pattern);
	}

	@Test
	void escapesWildcards() {
		assertThat(new SearchPhrase("50%_\\").anchorPattern()).isEqualTo("%50\\%\\_\\\\%");
	}

	@Test
	void countsCodePoints() {
		assertThat(new SearchPhrase("😀".repeat(255)).text()).hasSize(510);
		assertThatIllegalArgumentException().isThrownBy(() -> new SearchPhrase("😀".repeat(256)));
		assertThatIllegalArgumentException().isThrownBy(() -> new SearchPhrase(""));
	}

}
