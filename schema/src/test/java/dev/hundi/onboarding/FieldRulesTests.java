package dev.hundi.onboarding;

import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import dev.hundi.testing.TestOnboarding;

import static org.assertj.core.api.Assertions.assertThat;

class FieldRulesTests {

	private static final String PAN = "AABCA1234F";

	@ParameterizedTest
	@EnumSource
	void acceptsRightValuesOfEachType(BusinessType type) {
		TestOnboarding.values(type)
			.forEach((field,
					value) -> assertThat(
							FieldRules.check(field, value, type, TestOnboarding.values(type).get(Requirement.PAN)))
						.as("%s %s", field, value)
						.isEmpty());
	}

	@ParameterizedTest
	@CsvSource({ "PAN, AABCA1234F, ", "PAN, AABC A1234 F, FORM", "PAN, AABCA12345, FORM", "PAN, 1ABCA1234F, FORM",
			"PAN, AABCA123F, FORM", "PAN, AABXA1234F, FORM", "PAN, AABPA1234F, PAN_OF_OTHER_TYPE",
			"PAN, AABFA1234F, PAN_OF_OTHER_TYPE", "GSTIN, 09AABCA1234F1Z, FORM", "GSTIN, 09AABCA1234F1ZZ9, FORM",
			"GSTIN, 00AABCA1234F1Z5, STATE_CODE", "GSTIN, 39AABCA1234F1Z5, STATE_CODE", "CIN, U17299UP2015PTC123456, ",
			"CIN, L17299UP1915PLC123456, ", "CIN, X17299UP2015PTC123456, FORM", "CIN, U17299UP2115PTC123456, FORM",
			"CIN, U17299UP2015PTC12345, FORM", "CIN, U1729UP2015PTC123456, FORM", "IFSC, HDFC0001234, ",
			"IFSC, HDFC0ABC123, ", "IFSC, HDFC1001234, FORM", "IFSC, HDF00001234, FORM", "IFSC, HDFC000123, FORM",
			"PHONE, 9876543210, ", "PHONE, +919876543210, ", "PHONE, 09876543210, ", "PHONE, 5876543210, FORM",
			"PHONE, 987654321, FORM", "PHONE, +449876543210, FORM", "EMAIL, accounts@asha.in, ",
			"EMAIL, accounts@asha, FORM", "EMAIL, @asha.in, FORM", "EMAIL, a b@asha.in, FORM", "POSTAL_CODE, 221001, ",
			"POSTAL_CODE, 021001, FORM", "POSTAL_CODE, 22100, FORM", "POSTAL_CODE, 2210011, FORM", "STATE, Kerala, ",
			"STATE, kerala, FORM", "STATE, Bavaria, FORM", "ACCOUNT_NUMBER, 123456789, ",
			"ACCOUNT_NUMBER, 12345678, FORM", "ACCOUNT_NUMBER, 1234567890123456789, FORM",
			"ACCOUNT_NUMBER, 12345678a, FORM", "WEBSITE_URL, https://asha.in, ",
			"WEBSITE_URL, HTTPS://www.asha.in/a?b=c, ", "WEBSITE_URL, http://asha.in, NOT_HTTPS",
			"WEBSITE_URL, asha.in, NOT_HTTPS", "WEBSITE_URL, ftp://asha.in, NOT_HTTPS",
			"WEBSITE_URL, https://localhost/, NOT_PUBLIC", "WEBSITE_URL, https://127.0.0.1/, NOT_PUBLIC",
			"WEBSITE_URL, https://[::1]/, NOT_PUBLIC", "WEBSITE_URL, https://shop.internal/, NOT_PUBLIC",
			"WEBSITE_URL, https://intranet/, NOT_PUBLIC", "WEBSITE_URL, https://user@asha.in/, FORM",
			"WEBSITE_URL, https://, FORM", "WEBSITE_URL, https://as ha.in, FORM",
			"REFUND_POLICY_URL, http://asha.in/refunds, NOT_HTTPS", "BUSINESS_TYPE, TRUST, ",
			"BUSINESS_TYPE, SHOP, FORM", "LEGAL_NAME, ---, FORM", "CITY, , EMPTY",
			"DESCRIPTION, We sell things., TOO_SHORT" })
	void checks(Requirement field, String value, FieldProblem problem) {
		assertThat(FieldRules.check(field, (value != null) ? value : "", BusinessType.COMPANY, null))
			.isEqualTo(Optional.ofNullable(problem));
	}

	@ParameterizedTest
	@CsvSource({ "COMPANY, C", "PARTNERSHIP, F", "PROPRIETORSHIP, P", "TRUST, T", "TRUST, A", "TRUST, B", "TRUST, J" })
	void aPanBelongsToItsType(BusinessType type, String letter) {
		String pan = "AAB" + letter + "A1234F";
		for (BusinessType other : BusinessType.values()) {
			assertThat(FieldRules.check(Requirement.PAN, pan, other, null)).as("%s as %s", pan, other)
				.isEqualTo((other == type) ? Optional.empty() : Optional.of(FieldProblem.PAN_OF_OTHER_TYPE));
		}
	}

	/** Every wrong character at every place is found. */
	@Test
	void theCheckCharacterOfAGstinFindsEveryTypingError() {
		String gstin = TestOnboarding.gstin(PAN);
		assertThat(FieldRules.check(Requirement.GSTIN, gstin, null, PAN)).isEmpty();
		for (int place = 0; place < gstin.length(); place++) {
			for (char other : "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".toCharArray()) {
				String wrong = gstin.substring(0, place) + other + gstin.substring(place + 1);
				if (!wrong.equals(gstin)) {
					assertThat(FieldRules.check(Requirement.GSTIN, wrong, null, PAN)).as(wrong).isPresent();
				}
			}
		}
	}

	@Test
	void aGstinContainsThePanOfTheBusiness() {
		String gstin = TestOnboarding.gstin("AABCB1234F");
		assertThat(FieldRules.check(Requirement.GSTIN, gstin, null, PAN)).contains(FieldProblem.OTHER_PAN);
		assertThat(FieldRules.check(Requirement.GSTIN, gstin, null, null)).isEmpty();
	}

	@Test
	void aDescriptionHasHundredCharacters() {
		assertThat(FieldRules.check(Requirement.DESCRIPTION, "a".repeat(99), null, null))
			.contains(FieldProblem.TOO_SHORT);
		assertThat(FieldRules.check(Requirement.DESCRIPTION, "a".repeat(100), null, null)).isEmpty();
		assertThat(FieldRules.check(Requirement.DESCRIPTION, "a".repeat(2000), null, null)).isEmpty();
		assertThat(FieldRules.check(Requirement.DESCRIPTION, "a".repeat(2001), null, null))
			.contains(FieldProblem.TOO_LONG);
		assertThat(FieldRules.normalized(Requirement.DESCRIPTION, "  " + " ".repeat(200) + "short"))
			.as("spaces around do not count")
			.isEqualTo("short");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "PAN | aabca 1234f | AABCA1234F", "PHONE | +91 98765-43210 | +919876543210",
					"LEGAL_NAME |  Asha   Textiles  | Asha Textiles", "IFSC | hdfc0001234 | HDFC0001234",
					"POSTAL_CODE | 221 001 | 221001" })
	void takesWhatPeopleType(Requirement field, String typed, String stored) {
		assertThat(FieldRules.normalized(field, typed)).isEqualTo(stored);
	}

	@ParameterizedTest
	@CsvSource({ "1234, XXXX XXXX 1234", "XXXX XXXX 1234, XXXX XXXX 1234", "xxxx-xxxx-1234, XXXX XXXX 1234",
			"2345 6789 1238, XXXX XXXX 1238", "2345 6789 1234, ", "1345 6789 1238, ", "123, ", "12345, ", "abcd, " })
	void keepsTheMaskedAadhaarOnly(String typed, String masked) {
		assertThat(Aadhaar.masked(typed)).isEqualTo(Optional.ofNullable(masked));
	}

}
