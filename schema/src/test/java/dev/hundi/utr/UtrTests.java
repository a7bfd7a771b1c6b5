package dev.hundi.utr;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class UtrTests {

	@ParameterizedTest
	@ValueSource(strings = { "TWEF6CF816", "twef6cf816", "Twef6Cf816", " TWEF6CF816 ", "TWEF 6CF 816", "TWEF-6CF-816",
			"TWEF/6CF.816", "\tTWEF6CF816\r\n", "TWEF\u00a06CF\u2013816", "\ufeffTWEF6CF816\u200b", "'TWEF6CF816'",
			"#TWEF_6CF+816", "TWEF\u00006CF816" })
	void convertsEveryFormToOne(String form) {
		assertThat(Utr.canonical(form)).isEqualTo("TWEF6CF816");
		assertThat(Utr.isCanonical(form)).isEqualTo(form.equals("TWEF6CF816"));
	}

	@Test
	void preservesTheCanonicalForm() {
		assertThat(Utr.canonical("325000000005")).isEqualTo("325000000005");
		assertThat(Utr.canonical("SBINR52026112100012345")).isEqualTo("SBINR52026112100012345");
		assertThat(Utr.canonical("000123")).isEqualTo("000123");
	}

	/** Removing a letter would give two references the same form. */
	@ParameterizedTest
	@ValueSource(strings = { "TWÉF6CF816", "ＴＷＥＦ", "٣٢٥٠", "twıf", "\ud835\udc00BC" })
	void rejectsOtherLettersAndDigits(String form) {
		assertThat(Utr.canonical(form)).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "-", "\u00a0/" })
	void rejectsTextWithoutAReference(String form) {
		assertThat(Utr.canonical(form)).isNull();
		assertThat(Utr.isCanonical(form)).isFalse();
	}

	@Test
	void hasNoFormOfNoText() {
		assertThat(Utr.canonical(null)).isNull();
	}

}
