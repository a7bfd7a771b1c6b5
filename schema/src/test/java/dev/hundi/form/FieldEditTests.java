package dev.hundi.form;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FieldEditTests {

	@ParameterizedTest
	@CsvSource({ "a, a, a, false, false", "a, b, a, true, false", "a, a, b, false, false", "a, b, b, true, false",
			"a, b, c, true, true", "'', b, c, true, true", "a, '', c, true, true", "a, b, '', true, true",
			", b, c, true, false", ", b, b, true, false" })
	void onlyDifferentChangesOfBothConflict(@Nullable String shown, String typed, String stored, boolean changed,
			boolean conflict) {
		FieldEdit edit = new FieldEdit(shown, typed, stored);
		assertThat(edit.isChanged()).isEqualTo(changed);
		assertThat(edit.isConflict()).isEqualTo(conflict);
	}

}
