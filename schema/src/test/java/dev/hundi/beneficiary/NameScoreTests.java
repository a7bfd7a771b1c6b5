package dev.hundi.beneficiary;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class NameScoreTests {

	@ParameterizedTest(name = "{0} and {1}: {2} to {3}")
	@CsvSource({ "Ramesh Kumar, RAMESH KUMAR, 100, 100", "Ramesh Kumar, Mr. Kumar Ramesh, 100, 100",
			"Rameshkumar, RAMESH KUMAR, 100, 100", "Asha Traders Pvt Ltd, M/S ASHA TRADERS, 100, 100",
			"Mohammed Ali, MOHAMMAD ALI, 90, 99", "Sunita Sharma, SUNITHA SHARMA, 90, 99",
			"Ramesh Kumar, R KUMAR, 70, 89", "Ramesh Kumar, RAMESH PRASAD KUMAR, 70, 89",
			"Ramesh, RAMESH KUMAR, 70, 89", "Sunil Sharma, SUNITA SHARMA, 70, 89", "Rajesh Kumar, RAKESH KUMAR, 70, 89",
			"Ramesh Kumar, SURESH GUPTA, 0, 0", "Ramesh Kumar, SURESH KUMAR, 1, 69", "Ramesh Kumar, R K, 1, 69",
			"Ramesh Kumar, '...', 0, 0", "'', RAMESH, 0, 0", "रमेश कुमार, रमेश कुमार, 100, 100" })
	void scores(String given, String registered, int from, int to) {
		assertThat(NameScore.of(given, registered)).isBetween(from, to);
		assertThat(NameScore.of(registered, given)).as("both ways").isEqualTo(NameScore.of(given, registered));
	}

	/** Published examples of the measure. */
	@ParameterizedTest
	@CsvSource({ "MARTHA, MARHTA, 0.9611", "DIXON, DICKSONX, 0.8133", "DWAYNE, DUANE, 0.84",
			"JELLYFISH, SMELLYFISH, 0.8963", "ABC, XYZ, 0", "A, A, 1" })
	void measuresLikeJaroAndWinkler(String one, String other, double similarity) {
		assertThat(NameScore.jaroWinkler(one, other)).isEqualTo(similarity, within(0.0001));
	}

	@Test
	void isStableForLongNames() {
		assertThat(NameScore.of("RAM ".repeat(50), "RAM ".repeat(49) + "SITA")).isBetween(NameScore.CLOSE,
				NameScore.MATCH - 1);
	}

}
