package dev.hundi.beneficiary;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class NameMatchTests {

	@ParameterizedTest
	@CsvSource({ "Ramesh Kumar, RAMESH KUMAR, SAME", "Ramesh Kumar, KUMAR RAMESH, SAME",
			"Ramesh Kumar, MR RAMESH  KUMAR, SAME", "Ramesh Kumar, RAMESHKUMAR, SAME",
			"José D'Souza, JOSE D SOUZA, SAME", "Asha Traders Pvt. Ltd., ASHA TRADERS PRIVATE LIMITED, SAME",
			"रमेश कुमार, रमेश कुमार, SAME", "Ramesh Kumar, R KUMAR, CLOSE", "R. K. Sharma, RAMESH KUMAR SHARMA, CLOSE",
			"Ramesh, RAMESH KUMAR, CLOSE", "Ramesh Kumar, SURESH GUPTA, DIFFERENT",
			"Ramesh Kumar, RAMESH GUPTA, DIFFERENT", "R K, RAMESH KUMAR, DIFFERENT", "Ramesh Kumar, -, DIFFERENT",
			"रमेश, रमश, DIFFERENT" })
	void comparesTheMerchantsNameWithTheBanks(String given, String registered, NameMatch match) {
		assertThat(NameMatch.of(given, registered)).isEqualTo(match);
		assertThat(NameMatch.of(registered, given)).as("the other way round").isEqualTo(match);
	}

}
